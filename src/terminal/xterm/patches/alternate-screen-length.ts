// upstream: #6163 (open), fixed by #6164 (open); obsolete in: unknown
import type { Core } from '../internals.js';

/**
 * Until the alternate screen is used, its buffer is empty, and xterm.js does not reduce its capacity when there are fewer
 * rows. It would then retain lines that scroll off.
 */
export function limitAlternateScreen({ buffers }: Core): void {
  const resize = buffers.resize.bind(buffers);
  buffers.resize = (cols, rows) => {
    resize(cols, rows);
    const { lines } = buffers.alt;
    if (lines.length === 0) lines.maxLength = rows;
  };
}
