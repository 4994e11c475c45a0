/** Keys that are in two audiences at once, where they get something else than each audience by itself. */
import type { Atoms } from './atoms.ts';
import { audienceFor, audienceOf, joined, type Audience, type Version } from './audience.ts';
import { isSameOutcome, type Outcome } from './outcome.ts';
import { OutOfWork, type Work } from './work.ts';

export interface Pairs {
  /** Those where something changes, and what they get differs from what either of the two gets alone. */
  readonly pairs: readonly Audience[];
  readonly morePairs: number;
  /** False if there may be more than that: to look at them all takes too much work. */
  readonly arePairsCounted: boolean;
}

interface Limits {
  /** How many pairs are listed. */
  readonly most: number;
  readonly work: Work;
}

/** Units for each pair that is tried. */
const TRY_COST = 40;

export function changedPairs(
  named: readonly Audience[],
  versions: readonly Version[],
  atoms: Atoms,
  { most, work }: Limits,
): Pairs {
  const pairs: Audience[] = [];
  let morePairs = 0;
  try {
    for (const audience of differingPairs(named, versions, atoms, work))
      if (pairs.length < most) pairs.push(audience);
      else morePairs += 1;
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    return { pairs, morePairs, arePairsCounted: false };
  }
  return { pairs, morePairs, arePairsCounted: true };
}

/** Throws OutOfWork. */
function* differingPairs(
  named: readonly Audience[],
  versions: readonly Version[],
  atoms: Atoms,
  work: Work,
): Generator<Audience> {
  const found = new Set<number>();
  for (const [mine, its, isPlain] of candidates(named, versions, atoms, work)) {
    const [one, other] = [Math.min(mine, its), Math.max(mine, its)];
    const id = one * named.length + other;
    work.spend(TRY_COST);
    if (one === other || found.has(id)) continue;
    found.add(id);
    const alone = [named[one]!, named[other]!] as const;
    const both = joined(...alone, work);
    if (!both) continue;
    const audience = isPlain
      ? audienceOf(both, earlier(alone, 'before'), earlier(alone, 'after'))
      : audienceFor(both, versions, work);
    const isChanged = [audience, ...alone].some(({ change }) => change !== 'same');
    const isLike = ({ before, after }: Audience): boolean =>
      isSameOutcome(audience.before, before) && isSameOutcome(audience.after, after);
    if (isChanged && !alone.some(isLike)) yield audience;
  }
}

/** What that of the two gets whose rule or target comes first. */
const earlier = ([one, other]: readonly [Audience, Audience], side: 'before' | 'after'): Outcome =>
  placeOf(one[side]) < placeOf(other[side]) ? one[side] : other[side];

/** `isPlain` = the earlier one decides for both: nothing asks for something of both, or can't be decided. */
type Candidate = readonly [one: number, other: number, isPlain: boolean];

/** All pairs that can differ from both of their parts. Some come several times, and plain only if they come once. Throws OutOfWork. */
function* candidates(named: readonly Audience[], versions: readonly Version[], atoms: Atoms, work: Work): Iterable<Candidate> {
  const meeting = new Map<number, number[]>(atoms.all.map((_, atom) => [atom, []]));
  for (const [index, audience] of named.entries()) for (const atom of audience.atoms) meeting.get(atom)!.push(index);
  const [old, now] = [named.map(({ before }) => placeOf(before)), named.map(({ after }) => placeOf(after))];
  // One rule asks for something of both, or for the opposite of what the other meets, and nothing that stands above it decides.
  for (const [side, { rules }] of versions.entries())
    for (const [index, { positive, negative }] of rules.entries()) {
      const needed = atoms.rarest(positive, meeting);
      const reached = needed === undefined ? [...named.keys()] : meeting.get(needed)!;
      work.spend(reached.length * (1 + positive.length + negative.length));
      for (const one of reached.filter((audience) => [old, now][side]![audience]! >= index))
        for (const atom of [...positive, ...negative])
          if (!named[one]!.atoms.has(atom)) for (const other of meeting.get(atom)!) yield [one, other, false];
    }
  const isDecided = atoms.all.every(({ otherwise }) => otherwise !== undefined);
  for (const [one, { before, after }] of named.entries())
    for (let other = one + 1; other < named.length; other += 1) {
      // Two outcomes may be equal texts of JSON.
      work.spend(1 + (before.doubts.length + after.doubts.length) / 16);
      // The one decides before, and the other after; or both are targets; or what can't be decided comes in between.
      const isOvertaken = (old[one]! - old[other]!) * (now[one]! - now[other]!) < 0;
      const areTargets = (old[one]! < 0 && old[other]! < 0) || (now[one]! < 0 && now[other]! < 0);
      const another = named[other]!;
      const areOpen = !isDecided && (another.before.doubts !== before.doubts || another.after.doubts !== after.doubts);
      if (isOvertaken || areTargets || areOpen) yield [one, other, isDecided && !areTargets];
    }
}

/** Where what decides stands: the earlier one decides for both. */
function placeOf({ by }: Outcome): number {
  if (by.code === 'rule') return by.index;
  return by.code === 'target' || by.code === 'severalTargets' ? -1 : Infinity;
}
