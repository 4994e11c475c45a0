/** Keys that meet the same of what is asked, and what they get before and after. */
import type { Asked } from './atoms.ts';
import type { Outcome, Share } from './outcome.ts';
import type { Side } from './sides.ts';
import { canMeet, type Trait } from './traits.ts';

/**
 * `otherKeys` = the same shares, and other keys get them. `unclear` = what comes before it, and can't be decided, is not the same.
 */
export type AudienceChange = 'same' | 'changed' | 'otherKeys' | 'unclear';

export interface Audience {
  /** What it meets, all of it; nothing = everybody else. */
  readonly asked: readonly Asked[];
  readonly before: Outcome;
  readonly after: Outcome;
  readonly change: AudienceChange;
}

/** The atoms that its keys meet, and how they came to be named. */
export interface Group {
  readonly atoms: ReadonlySet<number>;
  readonly traits: readonly Trait[];
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** Both at once; undefined if no key can be in both. */
export function joined(one: Group, other: Group): Group | undefined {
  for (const mine of one.traits) for (const its of other.traits) if (!canMeet(mine, its)) return undefined;
  return { atoms: one.atoms.union(other.atoms), traits: [...new Set([...one.traits, ...other.traits])] };
}

export function audienceOf({ atoms, traits }: Group, { before, after }: Sides): Audience {
  const [old, now] = [before.outcomeFor(atoms), after.outcomeFor(atoms)];
  return { asked: traits.map(({ asked }) => asked), before: old, after: now, change: changeBetween(old, now) };
}

export const isSameOutcome = (one: Outcome, other: Outcome): boolean =>
  one.division === other.division && one.doubts === other.doubts;

function changeBetween(before: Outcome, after: Outcome): AudienceChange {
  if (isSameOutcome(before, after)) return 'same';
  const isUnclear = [before, after].some(({ by }) => by.code === 'severalTargets');
  if (isUnclear || before.division === after.division) return 'unclear';
  const isGiven = (share: Share): boolean =>
    before.shares.some(({ treatment, percent }) => treatment === share.treatment && percent === share.percent);
  const isShared = before.shares.length > 0 && before.shares.length === after.shares.length && after.shares.every(isGiven);
  return isShared ? 'otherKeys' : 'changed';
}
