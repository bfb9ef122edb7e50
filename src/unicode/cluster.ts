import { type Kind, kind } from './character-kind.js';
import { widthOf } from './kind-table.js';

/**
 * What stands before a code point, as far as that decides whether it joins: bits 0–4 the kind of the last code point, 5–6
 * `emoji…`, 7–8 `conjunct…`, 9 an odd number of regional indicators, 10–11 the width, 12
 * set: 0 is "nothing is known".
 */
export type Cluster = number;
/** Nothing is known of what stands before: a control sequence came in between. */
export const unknown: Cluster = 0;

const kindMask = 0x1f;
/** A pictograph, perhaps with marks; the same with a joiner at its end. */
const emojiBase = 1 << 5;
const emojiJoined = 2 << 5;
const emojiMask = 3 << 5;
/** A consonant; the same with a linker behind it. */
const conjunctBase = 1 << 7;
const conjunctLinked = 2 << 7;
const conjunctMask = 3 << 7;
const oddIndicators = 1 << 9;
const widthShift = 10;
const isKnown = 1 << 12;

/** The cells that a cluster takes. */
export const clusterWidth = (cluster: Cluster): number => (cluster >> widthShift) & 3;

/** The cluster that a code point begins. */
export function begin(of: Kind): Cluster {
  const traits = beginnings[of] ?? 0;
  return of | traits | (widthOf[of] << widthShift) | isKnown;
}

const beginnings: Partial<Record<Kind, number>> = {
  [kind.pictograph]: emojiBase,
  [kind.textEmoji]: emojiBase,
  [kind.emoji]: emojiBase,
  [kind.widePictograph]: emojiBase,
  [kind.skinTone]: emojiBase,
  [kind.consonant]: conjunctBase,
  [kind.regionalIndicator]: oddIndicators,
};

/**
 * The cluster that a code point joins, with it; undefined when it begins one of its own. Clusters are those of UAX 29
 * but for what has a width by itself: that joins only in emoji, flags, Hangul syllables and Indic conjuncts.
 */
export function join(before: Cluster, of: Kind): Cluster | undefined {
  switch (of) {
    case kind.mark:
    case kind.linker:
    case kind.joiner:
      return extended(before, of, clusterWidth(before));
    case kind.emojiSelector:
      return extended(before, of, becomesEmoji(before) ? 2 : clusterWidth(before));
    case kind.textSelector:
      return extended(before, of, becomesText(before) ? 1 : clusterWidth(before));
    case kind.spacing:
    case kind.empty:
      return joined(of, 0, clusterWidth(before));
    default:
      return joinsWithWidth(before, of) ? joined(of, traitsOfJoined(of), wider(before, of)) : undefined;
  }
}

/** Whether VS15 would make one cell of two. */
export const becomesText = (before: Cluster): boolean =>
  (before & kindMask) === kind.emoji && clusterWidth(before) === 2;

function becomesEmoji(before: Cluster): boolean {
  const last = before & kindMask;
  return last === kind.textEmoji || last === kind.keycap;
}

const wider = (before: Cluster, of: Kind): number => Math.max(clusterWidth(before), widthOf[of]);

function joinsWithWidth(before: Cluster, of: Kind): boolean {
  const last = before & kindMask;
  switch (of) {
    case kind.pictograph:
    case kind.textEmoji:
    case kind.emoji:
    case kind.widePictograph:
      return (before & emojiMask) === emojiJoined;
    case kind.skinTone:
      return (before & emojiMask) === emojiBase && last !== kind.skinTone;
    case kind.regionalIndicator:
      return last === kind.regionalIndicator && (before & oddIndicators) !== 0;
    case kind.consonant:
      return (before & conjunctMask) === conjunctLinked;
    case kind.leadingJamo:
    case kind.hangul:
    case kind.hangulWithTrailing:
      return last === kind.leadingJamo;
    case kind.vowelJamo:
      return last === kind.leadingJamo || last === kind.vowelJamo || last === kind.hangul;
    case kind.trailingJamo:
      return (
        last === kind.vowelJamo ||
        last === kind.trailingJamo ||
        last === kind.hangul ||
        last === kind.hangulWithTrailing
      );
    default:
      return false;
  }
}

const traitsOfJoined = (of: Kind): number => (of === kind.regionalIndicator ? 0 : (beginnings[of] ?? 0));

/** A cluster with a mark more: what it has begun goes on. */
function extended(before: Cluster, of: Kind, width: number): Cluster {
  const emoji = before & emojiMask;
  const conjunct = before & conjunctMask;
  const goesOn =
    of === kind.joiner && emoji === emojiBase ? emojiJoined : of === kind.joiner ? 0 : emojiAfterMark(emoji);
  const linked = of === kind.linker && conjunct !== 0 ? conjunctLinked : conjunct;
  return joined(of, goesOn | linked, width);
}

// A mark behind the joiner ends it.
const emojiAfterMark = (emoji: number): number => (emoji === emojiBase ? emojiBase : 0);

function joined(of: Kind, traits: number, width: number): Cluster {
  return of | traits | (width << widthShift) | isKnown;
}
