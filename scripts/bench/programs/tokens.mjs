// tokens.mjs TIMES: g prints a token after a short delay, l after a long one, e at once; q saves the time of each.
import { keep, now, numbersFrom, pause, say, takeTerminal, typed } from './stage.mjs';

const times = [];
const random = numbersFrom(7);
const delays = { g: () => 20 + random(60), l: () => 400, e: () => 0 };
takeTerminal();
say('READY\r\n');
for (const key of typed()) {
  if (key === 'q') {
    keep(process.argv[2], times);
    say('KEPT\r\n');
  } else if (key in delays) {
    pause(delays[key]());
    const token = `TOKEN-${String(times.length + 1).padStart(4, '0')}\r\n`;
    times.push(now());
    say(token);
  }
}
