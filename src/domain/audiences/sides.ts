/** One version of a definition, asked for those who meet some atoms and no others. */
import type { FlagDefinition } from '../../api/model.ts';
import type { Atoms, Condition } from './atoms.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

export interface Side {
  readonly rules: readonly Condition[];
  /** The atoms of individual targets. */
  readonly targets: readonly number[];
  outcomeFor(atoms: ReadonlySet<number>): Outcome;
}

export function createSide(definition: FlagDefinition | undefined, atoms: Atoms): Side {
  const rules = (definition?.rules ?? []).map((rule) => atoms.ofRule(rule));
  const targets = new Map(
    (definition?.treatments ?? []).map((treatment) => {
      const { keys, segments } = treatment;
      const lists = keys && keys.length > 0 ? [atoms.ofKeys(keys)] : [];
      return [treatment, [...lists, ...(segments ?? []).map((name) => atoms.ofSegment(name))]] as const;
    }),
  );
  const { byAtom, always } = indexOf(rules, atoms);
  const known = new Map<string, Outcome>();

  return {
    rules,
    targets: [...targets.values()].flat(),
    outcomeFor(met) {
      const isMet = (atom: number): boolean | undefined =>
        met.has(atom) || atoms.all[atom]!.isAlways || (atoms.all[atom]!.isOpaque ? undefined : false);
      return outcomeOf(definition, {
        known,
        meetsTarget: (treatment) => targets.get(treatment)!.some((atom) => met.has(atom)),
        meetsRule: (index) => allOf(rules[index]!, isMet),
        rules: Uint32Array.from([...always, ...[...met].flatMap((atom) => byAtom.get(atom) ?? [])]).toSorted(),
      });
    },
  };
}

function allOf({ positive, negative }: Condition, isMet: (atom: number) => boolean | undefined): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const atom of positive) {
    const met = isMet(atom);
    if (met === false) return false;
    if (met === undefined) answer = undefined;
  }
  for (const atom of negative) {
    const met = isMet(atom);
    if (met === true) return false;
    if (met === undefined) answer = undefined;
  }
  return answer;
}

/** Rules by the one of their atoms that fewest others ask; `always` = those that may be met by who meets none. */
function indexOf(
  rules: readonly Condition[],
  { all }: Atoms,
): { readonly byAtom: ReadonlyMap<number, readonly number[]>; readonly always: readonly number[] } {
  const counts = new Map<number, number>();
  for (const { positive } of rules) for (const atom of positive) counts.set(atom, (counts.get(atom) ?? 0) + 1);
  const byAtom = new Map<number, number[]>();
  const always: number[] = [];
  for (const [index, { positive }] of rules.entries()) {
    const needed = positive.filter((atom) => !all[atom]!.isOpaque && !all[atom]!.isAlways);
    const [rarest] = needed.toSorted((one, other) => counts.get(one)! - counts.get(other)!);
    if (rarest === undefined) always.push(index);
    else byAtom.set(rarest, [...(byAtom.get(rarest) ?? []), index]);
  }
  return { byAtom, always };
}
