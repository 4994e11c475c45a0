/**
 * The smallest groups that what is asked makes of the values it looks at. A list falls into those of its values that stand in the same
 * lists; of anything else, who meets it meets also what follows from it.
 */
import { excludes, implies, type Asked, type Atom, type Atoms } from './atoms.ts';

export interface Trait {
  /** What its keys meet, of all that looks at the same value. */
  readonly atoms: readonly number[];
  readonly asked: Asked;
  readonly subject: string | undefined;
  /** Values that are listed: whatever is not among its atoms, they don't meet. */
  readonly isOfList: boolean;
}

/** The traits of an atom: whoever meets it has one of them. */
export function createTraits({ all }: Atoms): (atom: number) => readonly Trait[] {
  const ofSubject = Map.groupBy(all.keys(), (number) => all[number]!.subject);
  const traits = new Map<number, readonly Trait[]>();
  for (const [subject, numbers] of ofSubject) {
    if (subject === undefined) for (const number of numbers) traits.set(number, [plainTrait(number, all[number]!, [])]);
    else for (const [number, found] of traitsOf(numbers, all)) traits.set(number, found);
  }
  return (atom) => traits.get(atom) ?? [];
}

const plainTrait = (number: number, { asked, subject }: Atom, implied: readonly number[]): Trait => ({
  atoms: [number, ...implied],
  asked,
  subject,
  isOfList: false,
});

function traitsOf(numbers: readonly number[], all: readonly Atom[]): ReadonlyMap<number, readonly Trait[]> {
  const lists = numbers.filter((number) => all[number]!.asked.code === 'inList');
  const others = numbers.filter((number) => all[number]!.asked.code !== 'inList');
  const found = new Map<number, Trait[]>(lists.map((number) => [number, []]));
  for (const trait of traitsOfLists(lists, others, all)) for (const number of trait.atoms) found.get(number)?.push(trait);
  for (const number of others) {
    const implied = others.filter((other) => other !== number && implies(all[number]!, all[other]!));
    found.set(number, [plainTrait(number, all[number]!, implied)]);
  }
  return found;
}

function traitsOfLists(lists: readonly number[], others: readonly number[], all: readonly Atom[]): readonly Trait[] {
  const standsIn = new Map<string, number[]>();
  for (const number of lists) {
    for (const value of all[number]!.values) {
      const known = standsIn.get(value);
      if (known) known.push(number);
      else standsIn.set(value, [number]);
    }
  }
  const groups = new Map<string, { readonly atoms: readonly number[]; readonly values: string[] }>();
  for (const [value, stands] of standsIn) {
    const atoms = [...stands, ...others.filter((other) => all[other]!.test(value) === true)];
    const text = atoms.join();
    const group = groups.get(text);
    if (group) group.values.push(value);
    else groups.set(text, { atoms, values: [value] });
  }
  return [...groups.values()].map(({ atoms, values }) => {
    const { asked, subject } = all[atoms[0]!]!;
    return { atoms, asked: { ...asked, values } as Asked, subject, isOfList: true };
  });
}

/** False if no key has both. */
export function canMeet(one: Trait, other: Trait, all: readonly Atom[]): boolean {
  if (one === other || one.subject === undefined || one.subject !== other.subject) return true;
  if (one.isOfList && other.isOfList) return false;
  if (one.isOfList) return one.atoms.includes(other.atoms[0]!);
  if (other.isOfList) return other.atoms.includes(one.atoms[0]!);
  return !excludes(all[one.atoms[0]!]!, all[other.atoms[0]!]!);
}
