/** Keys that are in two audiences at once, where they get something else than each audience by itself. */
import type { Atoms } from './atoms.ts';
import { audienceOf, isSameOutcome, joined, type Audience, type Group, type Sides } from './audience.ts';
import type { Outcome } from './outcome.ts';
import { rarest } from './sides.ts';

export interface Pairs {
  /** Those where something changes, and what they get differs from what either of the two gets alone. */
  readonly pairs: readonly Audience[];
  readonly morePairs: number;
  /** False if there may be more than that: they are too many to look at. */
  readonly arePairsCounted: boolean;
}

interface Named {
  readonly groups: readonly Group[];
  /** One for each group. */
  readonly named: readonly Audience[];
  readonly sides: Sides;
  readonly atoms: Atoms;
  readonly most: number;
}

/** Pairs that are evaluated, after those that can't differ or can't exist are left out. */
const MAX_LOOKS = 5_000;
/** Pairs that are tried for whether they can exist. */
const MAX_TRIES = 150_000;

export function changedPairs(all: Named): Pairs {
  const { groups, named, sides, most } = all;
  const pairs: Audience[] = [];
  let [morePairs, looks, tries] = [0, 0, 0];
  for (const [one, other] of candidates(all)) {
    tries += 1;
    const both = joined(groups[one]!, groups[other]!);
    if (both) looks += 1;
    if (looks > MAX_LOOKS || tries > MAX_TRIES) return { pairs, morePairs, arePairsCounted: false };
    if (!both) continue;
    const audience = audienceOf(both, sides);
    const alone = [named[one]!, named[other]!];
    const isChanged = [audience, ...alone].some(({ change }) => change !== 'same');
    if (!isChanged || alone.some((part) => isSame(audience, part))) continue;
    if (pairs.length < most) pairs.push(audience);
    else morePairs += 1;
  }
  return { pairs, morePairs, arePairsCounted: true };
}

const isSame = (one: Audience, other: Audience): boolean =>
  isSameOutcome(one.before, other.before) && isSameOutcome(one.after, other.after);

/** Where what decides stands: the earlier one decides for both. */
function placeOf({ by }: Outcome): number {
  if (by.code === 'rule') return by.index;
  return by.code === 'target' || by.code === 'severalTargets' ? -1 : Infinity;
}

type Pair = readonly [one: number, other: number];

/** All pairs that can differ from both of their parts, each once. */
function* candidates(all: Named): Iterable<Pair> {
  const given = new Set<number>();
  const isNew = ([one, other]: Pair): boolean => !given.has(one * all.groups.length + other);
  for (const [one, other] of entangled(all)) {
    const pair: Pair = one < other ? [one, other] : [other, one];
    if (one === other || !isNew(pair)) continue;
    given.add(pair[0] * all.groups.length + pair[1]);
    yield pair;
  }
  for (const pair of overtaking(all.named)) if (isNew(pair)) yield pair;
}

/** Some rule asks for something of both, or for the opposite of what one of them meets. Each may come several times. */
function* entangled({ groups, sides, atoms }: Named): Iterable<Pair> {
  const meeting = new Map<number, number[]>();
  for (const [index, group] of groups.entries())
    for (const atom of group.atoms) {
      if (!meeting.has(atom)) meeting.set(atom, []);
      meeting.get(atom)!.push(index);
    }
  for (const { positive, negative } of [...sides.before.rules, ...sides.after.rules]) {
    const needed = rarest(atoms.decided(positive), meeting);
    for (const one of needed === undefined ? groups.keys() : (meeting.get(needed) ?? []))
      for (const atom of [...positive, ...negative])
        if (!groups[one]!.atoms.has(atom)) for (const other of meeting.get(atom) ?? []) yield [one, other];
  }
}

/** The one decides before, and the other after; or both are targets; or something that can't be decided comes in between. */
function* overtaking(named: readonly Audience[]): Iterable<Pair> {
  const [old, now] = [
    Float64Array.from(named, ({ before }) => placeOf(before)),
    Float64Array.from(named, ({ after }) => placeOf(after)),
  ];
  for (const [one, { before, after }] of named.entries())
    for (let other = one + 1; other < named.length; other += 1) {
      const isOvertaken = (old[one]! - old[other]!) * (now[one]! - now[other]!) < 0;
      const areTargets = (old[one]! < 0 && old[other]! < 0) || (now[one]! < 0 && now[other]! < 0);
      const another = named[other]!;
      if (isOvertaken || areTargets || another.before.doubts !== before.doubts || another.after.doubts !== after.doubts)
        yield [one, other];
    }
}
