// Drives Node's prompt through `tuispec server`, and prints the conversation.
import { spawn } from 'node:child_process';
import { Conversation } from './conversation.js';

const server = spawn(process.execPath, ['dist/cli.js', 'server'], { stdio: ['pipe', 'pipe', 'inherit'] });
const talk = new Conversation(server.stdin, server.stdout);
const createExactSelector = (text: string) => ({ type: 'exact', text });

try {
  talk.say('Start Node’s prompt in a terminal of 64 × 14 cells.');
  await talk.request('initialize', { name: 'demo', terminalCols: 64, terminalRows: 14 });
  await talk.request('launch', {
    command: process.execPath,
    args: ['--interactive'],
    env: { NODE_REPL_HISTORY: '', FORCE_COLOR: '1', NO_COLOR: null, NODE_DISABLE_COLORS: null, NODE_NO_READLINE: null },
    readySelector: createExactSelector('> '),
  });

  talk.say('Type a line and wait for its output. The echo of the line does not count.');
  await talk.request('sendLine', { text: "'ready'.toUpperCase()", expectAfter: createExactSelector("'READY'") });

  talk.say('Wait for delayed output. The wait does not poll: the output wakes it.');
  await talk.request('sendLine', { text: 'setTimeout(() => console.log("ding"), 700), 0' });
  await talk.request('waitForText', {
    selector: createExactSelector('ding'),
    since: 'lastInput',
    ambiguityMode: 'last',
  });
  await talk.request('sendKey', { key: 'Enter' });

  talk.say('Press keys: half a word, Tab to complete it, Enter. Node’s suggestion is gray and does not match.');
  await talk.request('sendText', { text: 'process.ver' });
  await talk.request('sendKey', { key: 'Tab' });
  const typed = { ...createExactSelector('process.version'), style: { fg: 'default' } };
  await talk.request('waitForText', { selector: typed, ambiguityMode: 'last' });
  await talk.request('sendKey', { keys: ['s', '.', 'n', 'o', 'd', 'e', 'Enter'] });
  const answer = { ...createExactSelector(`'${process.versions.node}'`), style: { fg: 'green' } };
  await talk.request('waitForText', { selector: answer, since: 'lastInput' });

  talk.say('The current screen:');
  talk.showScreen(await talk.request('currentView', {}));

  talk.say('A picture of the screen:');
  const { pngPath } = (await talk.request('renderView', { name: 'prompt' })) as { pngPath: string };
  talk.show(pngPath);

  talk.say('A failed wait explains the reason.');
  await talk.request('waitForText', { selector: createExactSelector("'REDDY'"), timeoutMs: 200 }).catch(() => {});

  talk.say('End the program with Ctrl+D. Its exit is reported immediately, after all of its output.');
  await talk.request('sendKey', { key: 'Ctrl+d' });
  await talk.request('waitForExit', {});
} finally {
  server.stdin.end();
  await new Promise((resolve) => server.once('exit', resolve));
}
