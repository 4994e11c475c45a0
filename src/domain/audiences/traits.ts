/**
 * The smallest groups that what is asked makes of the values it looks at. A list falls into those of its values that stand in the same
 * lists; of anything else, who meets it meets also what follows from it.
 */
import type { Asked, Atom } from './atoms.ts';
import { excludes, implies, meetsTest } from './values.ts';
import type { Work } from './work.ts';

export interface Trait {
  /** What its keys meet, of all that looks at the same value; what it is named for comes first. */
  readonly atoms: readonly number[];
  readonly atom: Atom;
  readonly asked: Asked;
  /** Values that are listed: whatever is not among its atoms, they don't meet. */
  readonly isOfList: boolean;
}

/** By the number of an atom, its traits: whoever meets it has one of them. Throws OutOfWork. */
export function traitsOf(all: readonly Atom[], work: Work): readonly (readonly Trait[])[] {
  const traits = all.map((atom, number): Trait[] => [{ atoms: [number], atom, asked: atom.asked, isOfList: false }]);
  const tested = [...all.keys()].filter((number) => all[number]!.test);
  for (const numbers of Map.groupBy(tested, (number) => all[number]!.attribute).values()) {
    const lists = numbers.filter((number) => all[number]!.asked.code === 'inList');
    const others = numbers.filter((number) => all[number]!.asked.code !== 'inList');
    for (const number of lists) traits[number] = [];
    for (const trait of traitsOfLists(lists, others, all, work)) for (const number of trait.atoms) traits[number]!.push(trait);
    for (const number of others) {
      const implied = others.filter((other) => {
        work.spend(1);
        return other !== number && implies(all[number]!.test!, all[other]!.test!, work);
      });
      traits[number] = [{ ...traits[number]![0]!, atoms: [number, ...implied] }];
    }
  }
  return traits;
}

/** Units for each value of a list: a set is made of it. */
const VALUE_COST = 60;

function traitsOfLists(lists: readonly number[], others: readonly number[], all: readonly Atom[], work: Work): readonly Trait[] {
  const standsIn = new Map<string, Set<number>>();
  for (const number of lists)
    for (const value of all[number]!.test!.samples as readonly string[]) {
      work.spend(VALUE_COST);
      standsIn.set(value, (standsIn.get(value) ?? new Set()).add(number));
    }
  for (const [value, atoms] of standsIn)
    for (const other of others) {
      const test = all[other]!.test!;
      work.spend(1 + test.cost(value.length));
      if (meetsTest(value, test)) atoms.add(other);
    }
  return [...Map.groupBy(standsIn, ([, atoms]) => [...atoms].join()).values()].map((group) => {
    const atoms = [...group[0]![1]];
    const atom = all[atoms[0]!]!;
    return { atoms, atom, asked: { ...atom.asked, values: group.map(([value]) => value) } as Asked, isOfList: true };
  });
}

/** False if no key has both. Throws OutOfWork. */
export function canMeet(one: Trait, other: Trait, work: Work): boolean {
  work.spend(1 + one.atoms.length / 8);
  const [mine, its] = [one.atom, other.atom];
  if (one === other || !mine.test || !its.test || mine.attribute !== its.attribute) return true;
  if (one.isOfList) return !other.isOfList && one.atoms.includes(other.atoms[0]!);
  if (other.isOfList) return other.atoms.includes(one.atoms[0]!);
  return !excludes(mine.test, its.test, work);
}
