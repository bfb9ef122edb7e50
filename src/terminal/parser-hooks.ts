import type { SequenceParser } from './xterm/terminal.js';

/** Calls back just before private modes are switched (DECSET, DECRST). */
export function onPrivateModes(
  parser: SequenceParser,
  listener: (modes: readonly (number | number[])[], isOn: boolean) => void,
): void {
  for (const [final, isOn] of [
    ['h', true],
    ['l', false],
  ] as const)
    parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
      listener(modes, isOn);
      return false;
    });
}

/** Calls back just before a full reset (RIS). */
export function onReset(parser: SequenceParser, listener: () => void): void {
  parser.registerEscHandler({ final: 'c' }, () => {
    listener();
    return false;
  });
}

/** Calls back just before a soft reset (DECSTR). */
export function onSoftReset(parser: SequenceParser, listener: () => void): void {
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, () => {
    listener();
    return false;
  });
}

/** Calls back just before the lines that have scrolled off are cleared (ED 3, RIS). */
export function onScrollbackCleared(parser: SequenceParser, listener: () => void): void {
  onReset(parser, listener);
  parser.registerCsiHandler({ final: 'J' }, ([kind]) => {
    if (kind === 3) listener();
    return false;
  });
}
