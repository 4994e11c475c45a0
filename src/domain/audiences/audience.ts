/** Keys that meet the same of what is asked, and what they get before and after. */
import type { Asked, Atoms } from './atoms.ts';
import type { Outcome } from './outcome.ts';
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
export function joined(one: Group, other: Group, { all }: Atoms): Group | undefined {
  const isPossible = one.traits.every((mine) => other.traits.every((its) => canMeet(mine, its, all)));
  if (!isPossible) return undefined;
  return { atoms: one.atoms.union(other.atoms), traits: [...new Set([...one.traits, ...other.traits])] };
}

export function audienceOf({ atoms, traits }: Group, { before, after }: Sides): Audience {
  const [old, now] = [before.outcomeFor(atoms), after.outcomeFor(atoms)];
  return { asked: traits.map(({ asked }) => asked), before: old, after: now, change: changeBetween(old, now) };
}

function changeBetween(before: Outcome, after: Outcome): AudienceChange {
  if (before.division === after.division) return before.doubts === after.doubts ? 'same' : 'unclear';
  if ([before.by.code, after.by.code].includes('severalTargets')) return 'unclear';
  const sharesOf = ({ shares, by }: Outcome): string =>
    by.code === 'noDefinition'
      ? ''
      : JSON.stringify(shares.map(({ treatment, percent }) => `${treatment} ${percent}`).toSorted());
  return sharesOf(before) === sharesOf(after) ? 'otherKeys' : 'changed';
}
