/** Keys that are in two audiences at once, where they get something else than each audience by itself. */
import type { Atoms } from './atoms.ts';
import { audienceOf, joined, type Audience, type Group, type Sides } from './audience.ts';
import type { Outcome } from './outcome.ts';

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
  const { groups, named, sides, atoms, most } = all;
  const pairs: Audience[] = [];
  let [more, looks, tries] = [0, 0, 0];
  for (const [one, other] of candidates(all)) {
    tries += 1;
    const both = joined(groups[one]!, groups[other]!, atoms);
    if (both) looks += 1;
    if (looks > MAX_LOOKS || tries > MAX_TRIES) return { pairs, morePairs: more, arePairsCounted: false };
    if (!both) continue;
    const audience = audienceOf(both, sides);
    const isChanged = [audience, named[one]!, named[other]!].some(({ change }) => change !== 'same');
    if (!isChanged || isSame(audience, named[one]!) || isSame(audience, named[other]!)) continue;
    if (pairs.length < most) pairs.push(audience);
    else more += 1;
  }
  return { pairs, morePairs: more, arePairsCounted: true };
}

const isSame = (one: Audience, other: Audience): boolean =>
  isSameOutcome(one.before, other.before) && isSameOutcome(one.after, other.after);
const isSameOutcome = (one: Outcome, other: Outcome): boolean => one.division === other.division && one.doubts === other.doubts;

/** Where what decides stands: the earlier one decides for both. */
function placeOf({ by }: Outcome): number {
  if (by.code === 'rule') return by.index;
  return by.code === 'target' || by.code === 'severalTargets' ? -1 : Infinity;
}

/**
 * All pairs that can differ from both of their parts: the one decides before the change and the other after it; or some rule asks for
 * something of both, or for the opposite of what the other meets; or they are targets of two treatments; or something that can't be
 * decided stands in between.
 */
function* candidates(named: Named): Iterable<readonly [one: number, other: number]> {
  const given = new Set<number>();
  for (const [one, other] of entangled(named)) {
    const pair = Math.min(one, other) * named.groups.length + Math.max(one, other);
    if (one === other || given.has(pair)) continue;
    given.add(pair);
    yield [one, other];
  }
  for (const [one, other] of overtaking(named.named)) if (!given.has(one * named.groups.length + other)) yield [one, other];
}

/** Each may come several times, and either way round. */
function* entangled({ groups, named, sides, atoms }: Named): Iterable<readonly [one: number, other: number]> {
  const meeting = new Map<number, number[]>();
  for (const [index, group] of groups.entries())
    for (const atom of group.atoms) {
      const known = meeting.get(atom);
      if (known) known.push(index);
      else meeting.set(atom, [index]);
    }
  const meetingAll = (wanted: readonly number[]): readonly number[] => {
    const some = meeting.get(rarestOf(wanted, meeting)) ?? [];
    return some.filter((index) => wanted.every((atom) => groups[index]!.atoms.has(atom)));
  };
  for (const side of ['before', 'after'] as const) {
    for (const { positive } of sides[side].rules) {
      const decided = positive.filter((atom) => !atoms.all[atom]!.isOpaque);
      for (const wanted of decided.length === positive.length ? [positive] : [positive, decided]) {
        if (wanted.length < 2) continue;
        for (const one of meeting.get(rarestOf(wanted, meeting)) ?? []) {
          const missing = wanted.filter((atom) => !groups[one]!.atoms.has(atom));
          if (missing.length > 0) for (const other of meetingAll(missing)) yield [one, other];
        }
      }
    }
    for (const [one, audience] of named.entries()) {
      const { by, unless, doubts } = audience[side];
      const rules = [by, ...unless].flatMap((decider) => (decider.code === 'rule' ? [decider.index] : []));
      for (const atom of rules.flatMap((rule) => sides[side].rules[rule]!.negative))
        for (const other of meeting.get(atom) ?? []) yield [one, other];
      if (unless.length === 0) continue;
      for (const [other, another] of named.entries()) if (another[side].doubts !== doubts) yield [one, other];
    }
  }
}

function rarestOf(wanted: readonly number[], meeting: ReadonlyMap<number, readonly number[]>): number {
  const count = (atom: number): number => meeting.get(atom)?.length ?? 0;
  return wanted.reduce((one, other) => (count(other) < count(one) ? other : one));
}

/** The one decides before, and the other after; or both are targets. */
function* overtaking(named: readonly Audience[]): Iterable<readonly [one: number, other: number]> {
  const [old, now] = [named.map(({ before }) => placeOf(before)), named.map(({ after }) => placeOf(after))];
  const targets = [...named.keys()].filter((index) => old[index]! < 0 || now[index]! < 0);
  for (const one of targets)
    for (const other of targets) {
      const areBoth = (old[one]! < 0 && old[other]! < 0) || (now[one]! < 0 && now[other]! < 0);
      if (one < other && areBoth && !isSame(named[one]!, named[other]!)) yield [one, other];
    }
  const order = [...named.keys()].toSorted((one, other) => (old[one]! < old[other]! ? -1 : Number(old[one]! > old[other]!)));
  // Where nothing that stood later stands earlier now, there is no need to look at each.
  const least = order.map(() => Infinity);
  for (let place = order.length - 2; place >= 0; place -= 1) least[place] = Math.min(least[place + 1]!, now[order[place + 1]!]!);
  for (const [place, one] of order.entries()) {
    if (now[one]! <= least[place]!) continue;
    for (const other of order.slice(place + 1))
      if (old[one]! < old[other]! && now[one]! > now[other]! && !isSame(named[one]!, named[other]!))
        yield [Math.min(one, other), Math.max(one, other)];
  }
}
