/**
 * Whom a change reaches: everybody whom a rule or an individual target of either version names, and everybody else, each with what it
 * gets before and after. An audience is taken by itself: it meets what names it, and nothing else that is asked.
 */
import type { FlagDefinition } from '../../api/model.ts';
import { Atoms } from './atoms.ts';
import { audienceOf, joined, type Audience, type Group, type Sides } from './audience.ts';
import { changedPairs, type Pairs } from './pairs.ts';
import { createSide } from './sides.ts';
import { traitsOf } from './traits.ts';

export interface Audiences extends Pairs {
  readonly everybodyElse: Audience;
  /** In the order of the targets and rules after, then of those before. */
  readonly named: readonly Audience[];
  /** Of who lacks one of these attributes, what they get is not known: some rule asks for the opposite of a value. */
  readonly lacking: readonly string[];
}

const MAX_PAIRS = 20;

/** Undefined = there is no definition. 500 rules on both sides take less than 50 ms. */
export function audiencesOf(
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
  { maxPairs = MAX_PAIRS } = {},
): Audiences {
  const atoms = new Atoms();
  const sides: Sides = { before: createSide(before, atoms), after: createSide(after, atoms) };
  const groups = groupsOf(sides, atoms);
  const named = groups.map((group) => audienceOf(group, sides));
  return {
    everybodyElse: audienceOf(NOBODY_NAMED, sides),
    named,
    lacking: [...atoms.negatedAttributes],
    ...changedPairs({ groups, named, sides, atoms, most: maxPairs }),
  };
}

const NOBODY_NAMED: Group = { atoms: new Set(), traits: [] };
/** More ways than that to meet one rule are not followed: its lists are then too many to be told apart. */
const MAX_WAYS = 64;

function groupsOf({ before, after }: Sides, atoms: Atoms): readonly Group[] {
  const traits = traitsOf(atoms.all);
  const groupsOfAtom = (atom: number): readonly Group[] =>
    atoms.all[atom]!.otherwise === true
      ? [NOBODY_NAMED]
      : traits[atom]!.map((trait) => ({ atoms: new Set(trait.atoms), traits: [trait] }));
  const found = new Map<string, Group>();
  const add = (group: Group): void => {
    const text = Uint32Array.from(group.atoms).toSorted().join();
    if (!found.has(text) && group.atoms.size > 0) found.set(text, group);
  };
  for (const { targets, rules } of [after, before]) {
    targets.flatMap(groupsOfAtom).forEach(add);
    for (const { positive, negative } of rules) {
      let ways: readonly Group[] = [NOBODY_NAMED];
      for (const groups of positive.map(groupsOfAtom))
        ways = ways.flatMap((way) => groups.flatMap((group) => joined(way, group) ?? [])).slice(0, MAX_WAYS);
      // And who does not meet the rule for what it asks the opposite of.
      [...ways, ...negative.flatMap(groupsOfAtom)].forEach(add);
    }
  }
  return [...found.values()];
}
