/**
 * Whom a change reaches: everybody whom a rule or an individual target of either version names, and everybody else, each with what it
 * gets before and after. An audience is taken by itself: it meets what names it, and nothing else that is asked.
 */
import type { FlagDefinition } from '../../api/model.ts';
import { Atoms } from './atoms.ts';
import { audienceFor, createVersion, joined, type Audience, type Group, type Version } from './audience.ts';
import { changedPairs, type Pairs } from './pairs.ts';
import { traitsOf } from './traits.ts';
import { OutOfWork, Work } from './work.ts';

export interface Audiences extends Pairs {
  readonly everybodyElse: Audience;
  /** In the order of the targets and rules after, then of those before. */
  readonly named: readonly Audience[];
  /** False if more may be named: to find them all takes too much work, or one rule has too many lists. */
  readonly areAllNamed: boolean;
  /** Of who lacks one of these attributes, what they get is not known: some rule asks for the opposite of a value. */
  readonly lacking: readonly string[];
}

/** `before` or `after` undefined = there is no definition. `npm run bench` has what 500 rules on both sides take. */
export function audiencesOf(
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
  { maxPairs = 20, work = new Work(), workForPairs = new Work(PAIR_UNITS) } = {},
): Audiences {
  const atoms = new Atoms();
  const versions = [createVersion(before, atoms), createVersion(after, atoms)];
  const named: Audience[] = [];
  // Nobody needs a limit for this one: it reads each definition once.
  const everybodyElse = audienceFor(NOBODY_NAMED, versions, new Work(Infinity));
  let areAllNamed: boolean;
  try {
    const { groups, areAll } = groupsOf(versions, atoms, work);
    areAllNamed = areAll;
    for (const group of groups) named.push(audienceFor(group, versions, work));
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    areAllNamed = false;
  }
  const pairs = changedPairs(named, versions, atoms, { most: maxPairs, work: workForPairs });
  return { everybodyElse, named, areAllNamed, lacking: [...atoms.negatedAttributes], ...pairs };
}

const NOBODY_NAMED: Group = { atoms: new Set(), traits: [] };
/** More ways than that to meet one rule are not followed: its lists are then too many to be told apart. */
const MAX_WAYS = 64;

/** `areAll` is false if ways to meet a rule were left out. Throws OutOfWork. */
function groupsOf(
  versions: readonly Version[],
  { all }: Atoms,
  work: Work,
): { readonly groups: Iterable<Group>; readonly areAll: boolean } {
  const traits = traitsOf(all, work);
  const groupsOfAtom = (atom: number): readonly Group[] => {
    work.spend(traits[atom]!.reduce((sum, { atoms }) => sum + GROUP_COST + atoms.length, 0));
    return all[atom]!.otherwise
      ? [NOBODY_NAMED]
      : traits[atom]!.map((trait) => ({ atoms: new Set(trait.atoms), traits: [trait] }));
  };
  const found = new Map<string, Group>();
  let areAll = true;
  for (const { positive, negative } of versions.toReversed().flatMap(({ asked }) => asked)) {
    let ways: readonly Group[] = [NOBODY_NAMED];
    for (const groups of positive.map(groupsOfAtom)) {
      const joint = ways.flatMap((way) => groups.flatMap((group) => joined(way, group, work) ?? []));
      areAll &&= joint.length <= MAX_WAYS;
      ways = joint.slice(0, MAX_WAYS);
    }
    // And who does not meet it for what it asks the opposite of.
    for (const group of [...ways, ...negative.flatMap(groupsOfAtom)]) {
      const text = Uint32Array.from(group.atoms).toSorted().join();
      if (group.atoms.size > 0 && !found.has(text)) found.set(text, group);
    }
  }
  return { groups: found.values(), areAll };
}

/** Units to make a group of a trait. */
const GROUP_COST = 50;
/** Pairs explain little where there are thousands of them, so they hold the editor for a shorter time. */
const PAIR_UNITS = 6_000_000;
