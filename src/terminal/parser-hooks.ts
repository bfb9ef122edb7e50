import type { SequenceParser } from '../xterm/terminal.js';

/** Tells of private modes (DECSET, DECRST) just before they are switched. */
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

/** Tells of a full reset (RIS) just before it happens. */
export function onReset(parser: SequenceParser, listener: () => void): void {
  parser.registerEscHandler({ final: 'c' }, () => {
    listener();
    return false;
  });
}

/** Tells of a soft reset (DECSTR) just before it happens. */
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
