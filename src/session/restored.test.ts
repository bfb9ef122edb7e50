import { expect, test } from 'vitest';
import { parseKernelSettings } from './program/kernel-settings.js';
import { compareKernelSettings } from './restored.js';

const linux = `speed 38400 baud; rows 24; columns 80; line = 0;
intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; eol = <undef>; susp = ^Z; min = 1; time = 0;
-parenb cs8 -ignbrk icrnl ixon
opost onlcr nl0
isig icanon iexten echo`;

const bsd = `speed 9600 baud; 24 rows; 80 columns;
lflags: icanon isig iexten echo echoe -echok
	-pendin
iflags: -istrip icrnl -inlcr
oflags: opost onlcr -oxtabs
cflags: cread cs8 -parenb
cchars: discard = ^O; dsusp = ^Y; eof = ^D; eol = <undef>;
	erase = ^?; intr = ^C; kill = ^U; min = 1; quit = ^\\;
	susp = ^Z; time = 0;`;

test.each([
  ['Linux', linux],
  ['the BSDs', bsd],
])('settings that %s prints are compared by name, without size and speed', (_, text) => {
  const before = parseKernelSettings(text);
  expect(compareKernelSettings(before, before)).toEqual({ changes: [], notes: [] });
  const after = text
    .replace(/(38400|9600) baud/, '115200 baud')
    .replace('24', '50')
    .replace('80', '132')
    .replace(/icanon|echo$/gm, '-$&')
    .replace('echo echoe', '-echo echoe')
    .replace('intr = ^C', 'intr = ^G')
    .replace('min = 1', 'min = 0')
    .replace('cs8', 'cs7');
  expect(compareKernelSettings(before, parseKernelSettings(after))).toEqual({
    changes: [{ what: 'termios', initial: 'echo icanon intr = ^C', actual: '-echo -icanon intr = ^G' }],
    notes: [{ what: 'termios', initial: 'cs8 min = 1', actual: 'cs7 min = 0' }],
  });
});

test('settings that could not be read are a note', () => {
  expect(parseKernelSettings('stty: not a terminal')).toBeUndefined();
  const notes = [{ what: 'termios', initial: 'unknown', actual: 'unknown' }];
  expect(compareKernelSettings(undefined, parseKernelSettings(linux))).toEqual({ changes: [], notes });
});
