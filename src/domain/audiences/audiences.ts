/**
 * Whom a change reaches: everybody whom a rule or an individual target of either version names, and everybody else, each with what it
 * gets before and after. An audience is taken by itself: it meets what names it, and nothing else that is asked.
 */
import type { FlagDefinition } from '../../api/model.ts';
import { Atoms } from './atoms.ts';
import { audienceFor, createVersion, joined, type Audience, type Group, type Version } from './audience.ts';
import { changedPairs, type Pairs } from './pairs.ts';
import { traitsOf } from './traits.ts';

export interface Audiences extends Pairs {
  readonly everybodyElse: Audience;
  /** In the order of the targets and rules after, then of those before. */
  readonly named: readonly Audience[];
  /** Of who lacks one of these attributes, what they get is not known: some rule asks for the opposite of a value. */
  readonly lacking: readonly string[];
}

/** Undefined = there is no definition. `npm run bench` has what 500 rules on both sides take. */
export function audiencesOf(
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
  { maxPairs = 20 } = {},
): Audiences {
  const atoms = new Atoms();
  const versions = [createVersion(before, atoms), createVersion(after, atoms)];
  const named = groupsOf(versions, atoms).map((group) => audienceFor(group, versions));
  return {
    everybodyElse: audienceFor(NOBODY_NAMED, versions),
    named,
    lacking: [...atoms.negatedAttributes],
    ...changedPairs(named, versions, atoms, maxPairs),
  };
}

const NOBODY_NAMED: Group = { atoms: new Set(), traits: [] };
/** More ways than that to meet one rule are not followed: its lists are then too many to be told apart. */
const MAX_WAYS = 64;

function groupsOf(versions: readonly Version[], { all }: Atoms): readonly Group[] {
  const traits = traitsOf(all);
  const groupsOfAtom = (atom: number): readonly Group[] =>
    all[atom]!.otherwise ? [NOBODY_NAMED] : traits[atom]!.map((trait) => ({ atoms: new Set(trait.atoms), traits: [trait] }));
  const found = new Map<string, Group>();
  for (const { positive, negative } of versions.toReversed().flatMap(({ asked }) => asked)) {
    let ways: readonly Group[] = [NOBODY_NAMED];
    for (const groups of positive.map(groupsOfAtom))
      ways = ways.flatMap((way) => groups.flatMap((group) => joined(way, group) ?? [])).slice(0, MAX_WAYS);
    // And who does not meet it for what it asks the opposite of.
    for (const group of [...ways, ...negative.flatMap(groupsOfAtom)]) {
      const text = Uint32Array.from(group.atoms).toSorted().join();
      if (group.atoms.size > 0 && !found.has(text)) found.set(text, group);
    }
  }
  return [...found.values()];
}
