// idle.mjs quiet|clock: prints nothing more, or updates a clock ten times a second.
import { now, pause, say, takeTerminal, typed } from './stage.mjs';

takeTerminal();
say('READY');
while (process.argv[2] === 'clock') {
  pause(100);
  say(`\x1b[5;10H\x1b[32m${now().slice(0, -8)}\x1b[0m`);
}
for (const _key of typed());
