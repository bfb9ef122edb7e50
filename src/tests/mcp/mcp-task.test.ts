import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { ReceivedMessage } from '../support/inbox.js';
import { McpProcess } from '../support/mcp.js';
import { isInstalled } from '../support/programs.js';

/** A step of a task: a tool, and its arguments without the session. */
type Step = readonly [tool: string, args: ReceivedMessage, check?: (result: ReceivedMessage) => void];

interface Cost {
  readonly calls: number;
  readonly tokens: number;
}

const found = (result: ReceivedMessage): void => expect(result).toMatchObject({ found: true });
const shell = { command: 'bash', args: ['--norc', '--noprofile'], env: { PS1: '$ ', HOME: '.' } };
const edit = "printf 'alpha\\nbeta\\n' > notes.txt; vim -N -u NONE -i NONE notes.txt";

// The task: edit a file with vim, print it, look at htop, and end. Each action must be confirmed before the next one.
const withTuispec: readonly Step[] = [
  ['spawn_tui', { ...shell, wait_for: '^\\$ ' }, found],
  ['send_input', { input: edit, submit: true, expect: '"notes.txt" 2' }, found],
  ['send_input', { input: 'Gogamma', keys: ['escape', ':wq', 'enter'], expect: '^\\$ $' }, found],
  ['send_input', { input: 'cat notes.txt', submit: true, expect: '^gamma' }, found],
  ['send_input', { input: 'htop', submit: true, expect: 'F10', screen: 'none' }, found],
  ['get_screenshot', {}],
  ['send_input', { key: 'q', expect: '^\\$ $' }, found],
  ['close_session', {}],
];

// With tuivision, `key` is sent before `input`, an input returns nothing, and a wait also matches old text.
const withTuivision: readonly Step[] = [
  ['spawn_tui', shell],
  ['wait_for_text', { pattern: '^\\$', flags: 'm' }, found],
  ['send_input', { input: `${edit}\n` }],
  ['wait_for_text', { pattern: '"notes.txt" 2' }, found],
  ['send_input', { input: 'Gogamma' }],
  ['send_input', { key: 'escape' }],
  ['send_input', { input: ':wq\r' }],
  ['wait_for_screen_change', {}],
  ['send_input', { input: 'cat notes.txt\n' }],
  ['wait_for_text', { pattern: '^gamma', flags: 'm' }, found],
  ['send_input', { input: 'htop\n' }],
  ['wait_for_text', { pattern: 'F10' }, found],
  ['get_screenshot', {}],
  ['send_input', { input: 'q' }],
  ['wait_for_screen_change', {}],
  ['close_session', {}],
];

const tuivisionKeys = [
  'session_id pid cols rows success sent message found changed elapsed_ms screen_text exited exit_code',
].flatMap((names) => names.split(' '));

/** What a model reads of a result. tuivision formats its JSON with two spaces, and has only these members. */
function textOf(result: ReceivedMessage, isTuivision: boolean): string {
  if (!isTuivision) return JSON.stringify(result);
  const known = Object.fromEntries(Object.entries(result).filter(([key]) => tuivisionKeys.includes(key)));
  return JSON.stringify(known, null, 2);
}

/** Runs a task; counts the tokens of arguments and results. A picture costs its pixels divided by 750. */
async function perform(steps: readonly Step[], isTuivision: boolean): Promise<Cost> {
  const server = new McpProcess();
  let session_id: unknown;
  let tokens = 0;
  for (const [tool, more, check] of steps) {
    const args = session_id === undefined ? { ...more, cwd: server.directory } : { session_id, ...more };
    const { content, isError, structuredContent } = await server.callTool(tool, args);
    expect([tool, isError, isError && content]).toEqual([tool, undefined, undefined]);
    session_id ??= structuredContent?.['session_id'];
    check?.(structuredContent ?? {});
    const picture = content.some(({ type }) => type === 'image') ? Math.ceil((722 * 434) / 750) : 0;
    const text = structuredContent === undefined ? '' : textOf(structuredContent, isTuivision);
    tokens += picture + countTokens(JSON.stringify(args)) + countTokens(text);
  }
  return { calls: steps.length, tokens };
}

test.skipIf(!isInstalled('vim') || !isInstalled('htop') || !isInstalled('bash'))(
  'a task with bash, vim and htop takes half the calls and fewer tokens than with the tools of tuivision (needs bash, vim and htop) [16.task]',
  async () => {
    const [own, other] = [await perform(withTuispec, false), await perform(withTuivision, true)];
    expect({ own, other }).toEqual({
      own: { calls: 8, tokens: expect.any(Number) },
      other: { calls: 16, tokens: expect.any(Number) },
    });
    expect(own.tokens).toBeLessThan(other.tokens * 0.6);
  },
  90_000,
);
