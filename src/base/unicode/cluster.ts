import { type Kind, kind, loadKinds, widthOf } from './characters.js';

/**
 * The state that determines whether the next code point joins: bits 0–4 the kind of the last code point, 5–6 `emoji…`,
 * 7–8 `conjunct…`, 9 whether the number of regional indicators is odd, 10–11 the width, 12 always set (0 is `unknown`).
 */
export type Cluster = number;
/** The previous character is unknown, because a control sequence followed it. */
export const unknown: Cluster = 0;

const kindMask = 0x1f;
/** A pictograph, possibly with marks; then the same followed by a joiner. */
const emojiBase = 1 << 5;
const emojiJoined = 2 << 5;
const emojiMask = 3 << 5;
/** A consonant; then the same followed by a linker. */
const conjunctBase = 1 << 7;
const conjunctLinked = 2 << 7;
const conjunctMask = 3 << 7;
const oddIndicators = 1 << 9;
const widthShift = 10;
const isKnown = 1 << 12;

/** The cells that a cluster takes. */
export const getClusterWidth = (cluster: Cluster): number => (cluster >> widthShift) & 3;

/** The cluster that a code point begins. */
export function beginCluster(of: Kind): Cluster {
  const traits = initialTraits[of] ?? 0;
  return of | traits | (widthOf[of] << widthShift) | isKnown;
}

const initialTraits: Partial<Record<Kind, number>> = {
  [kind.pictograph]: emojiBase,
  [kind.textEmoji]: emojiBase,
  [kind.emoji]: emojiBase,
  [kind.widePictograph]: emojiBase,
  [kind.skinTone]: emojiBase,
  [kind.consonant]: conjunctBase,
  [kind.regionalIndicator]: oddIndicators,
};

/**
 * The cluster after a code point has joined it; undefined if the code point begins a new one. Clusters follow UAX 29,
 * except that characters with a width join only in emoji, flags, Hangul syllables and Indic conjuncts.
 */
export function joinCluster(before: Cluster, of: Kind): Cluster | undefined {
  switch (of) {
    case kind.mark:
    case kind.linker:
    case kind.joiner:
      return extendCluster(before, of, getClusterWidth(before));
    case kind.emojiSelector:
      return extendCluster(before, of, canBecomeEmoji(before) ? 2 : getClusterWidth(before));
    case kind.textSelector:
      return extendCluster(before, of, canBecomeText(before) ? 1 : getClusterWidth(before));
    case kind.spacing:
    case kind.empty:
      return packCluster(of, 0, getClusterWidth(before));
    default:
      return canJoin(before, of) ? packCluster(of, getJoinedTraits(of), getMaxWidth(before, of)) : undefined;
  }
}

/** Whether VS15 would change the width from two cells to one. */
export const canBecomeText = (before: Cluster): boolean =>
  (before & kindMask) === kind.emoji && getClusterWidth(before) === 2;

function canBecomeEmoji(before: Cluster): boolean {
  const last = before & kindMask;
  return last === kind.textEmoji || last === kind.keycap;
}

const getMaxWidth = (before: Cluster, of: Kind): number => Math.max(getClusterWidth(before), widthOf[of]);

function canJoin(before: Cluster, of: Kind): boolean {
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

const getJoinedTraits = (of: Kind): number => (of === kind.regionalIndicator ? 0 : (initialTraits[of] ?? 0));

/** Adds a mark to a cluster; emoji and conjunct sequences continue. */
function extendCluster(before: Cluster, of: Kind, width: number): Cluster {
  const emoji = before & emojiMask;
  const conjunct = before & conjunctMask;
  const emojiState =
    of === kind.joiner && emoji === emojiBase ? emojiJoined : of === kind.joiner ? 0 : updateEmojiAfterMark(emoji);
  const linked = of === kind.linker && conjunct !== 0 ? conjunctLinked : conjunct;
  return packCluster(of, emojiState | linked, width);
}

// A mark after the joiner ends the emoji sequence.
const updateEmojiAfterMark = (emoji: number): number => (emoji === emojiBase ? emojiBase : 0);

function packCluster(of: Kind, traits: number, width: number): Cluster {
  return of | traits | (width << widthShift) | isKnown;
}

/** The number of cells that a text without control characters takes in one line. */
export function measureText(text: string): number {
  const kinds = loadKinds();
  let cluster: Cluster = unknown;
  let width = 0;
  for (const character of text) {
    const kind = kinds[character.codePointAt(0) as number] as Kind;
    const joined = cluster === unknown ? undefined : joinCluster(cluster, kind);
    width += joined === undefined ? 0 : getClusterWidth(joined) - getClusterWidth(cluster);
    cluster = joined ?? beginCluster(kind);
    if (joined === undefined) width += getClusterWidth(cluster);
  }
  return width;
}
