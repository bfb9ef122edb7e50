import { readFile, rm } from 'node:fs/promises';
import { runInSession, type SessionCall, type ToolHandler } from '../tool-host.js';
import { maxResultLength, type ToolContent, ToolError, type ToolResult } from '../tool-result.js';

// Claude scales larger pictures down, and a conversation with many pictures rejects more than 2,000 pixels.
const preferredPixels = 1568;
const maxPixels = 2000;
// Size of a cell at scale 1, in pixels, and the font size it is drawn for.
const cell = { width: 9, height: 18 };
const usualFontSize = 14;

/** `get_screenshot`. */
export const getScreenshot: ToolHandler<'get_screenshot'> = runInSession(async (args, call) => {
  const { terminal } = call.session;
  const scale = args.format === 'svg' ? 1 : chooseScale(args.font_size, terminal.cols, terminal.rows);
  const files = await terminal.request(
    'dumpView',
    { name: 'screenshot', format: args.format, scale, showCursor: args.show_cursor },
    { signal: call.signal },
  );
  const path = files.pngPath ?? files.svgPath ?? files.snapshotPath;
  try {
    const bytes = await readFile(path);
    return createPictureResult(args.format, bytes, files.missingGlyphs ?? []);
  } finally {
    await removeTemporary(call, [files.snapshotPath, files.metaPath, path]);
  }
});

function chooseScale(fontSize: number, cols: number, rows: number): number {
  const longest = Math.max(cols * cell.width, rows * cell.height);
  if (longest > maxPixels)
    throw new ToolError({
      kind: 'too-large',
      sentence: `The picture of ${cols}×${rows} cells would be ${longest} pixels long; the maximum is ${maxPixels}.`,
      advice: 'Use get_screen, or make the terminal smaller with resize_session.',
    });
  const wanted = Math.min(4, Math.max(1, Math.round(fontSize / usualFontSize)));
  return Math.max(1, Math.min(wanted, Math.floor(preferredPixels / longest)));
}

function createPictureResult(format: 'png' | 'svg', bytes: Buffer, missingGlyphs: readonly string[]): ToolResult {
  const note = `Drawn as boxes, because no font has them: ${missingGlyphs.slice(0, 50).join(' ')}`;
  const notes: ToolContent[] = missingGlyphs.length === 0 ? [] : [{ type: 'text', text: note }];
  if (format === 'png')
    return { content: [...notes, { type: 'image', data: bytes.toString('base64'), mimeType: 'image/png' }] };
  const text = bytes.toString('utf8');
  if (text.length + note.length > maxResultLength)
    throw new ToolError({
      kind: 'too-large',
      sentence: `The SVG has ${text.length} characters; the maximum is ${maxResultLength}.`,
      advice: 'Use format png.',
    });
  return { content: [...notes, { type: 'text', text }] };
}

/** Removes files unless the user has chosen a directory for them. */
async function removeTemporary({ host }: SessionCall, paths: readonly string[]): Promise<void> {
  if (host.options.artifactDir === undefined) await Promise.allSettled(paths.map((path) => rm(path, { force: true })));
}
