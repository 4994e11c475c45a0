/** One version of a definition, asked for those who meet some atoms and no others. */
import type { FlagDefinition, Treatment } from '../../api/model.ts';
import type { Atoms, Condition } from './atoms.ts';
import { allOf, decide, outcomeOf, type Answer, type Outcome } from './outcome.ts';

export interface Side {
  readonly rules: readonly Condition[];
  /** The atoms of individual targets. */
  readonly targets: readonly number[];
  outcomeFor(atoms: ReadonlySet<number>): Outcome;
}

export function createSide(definition: FlagDefinition | undefined, atoms: Atoms): Side {
  const rules = (definition?.rules ?? []).map((rule) => atoms.ofRule(rule));
  const atomsOf = ({ keys, segments }: Treatment): readonly number[] => [
    ...(keys && keys.length > 0 ? [atoms.ofMatcher({ type: 'IN_LIST_STRING', strings: keys })] : []),
    ...(segments ?? []).map((string) => atoms.ofMatcher({ type: 'IN_SEGMENT', string })),
  ];
  const targets = new Map((definition?.treatments ?? []).map((treatment) => [treatment, atomsOf(treatment)]));
  const uses = Map.groupBy(
    rules.flatMap(({ positive }) => positive),
    (atom) => atom,
  );
  /** Rules by the one of their atoms that fewest others ask; undefined = those that may be met by who meets none. */
  const byAtom = Map.groupBy(rules.keys(), (index) => rarest(atoms.decided(rules[index]!.positive), uses));
  const known = new Map<string, Outcome>();

  return {
    rules,
    targets: [...targets.values()].flat(),
    outcomeFor(met) {
      const answer = (atom: number): Answer => met.has(atom) || atoms.all[atom]!.otherwise;
      const opposite = (atom: number): Answer => {
        const isMet = answer(atom);
        return isMet === undefined ? undefined : !isMet;
      };
      const mayBeMet = [...(byAtom.get(undefined) ?? [])];
      for (const atom of met) mayBeMet.push(...(byAtom.get(atom) ?? []));
      const decision = decide(definition, {
        meetsTarget: (treatment) => targets.get(treatment)!.some((atom) => met.has(atom)),
        meetsRule: (index) => allOf([...rules[index]!.positive.map(answer), ...rules[index]!.negative.map(opposite)]),
        rules: mayBeMet.toSorted((one, other) => one - other),
      });
      const name = JSON.stringify(decision);
      const outcome = known.get(name) ?? outcomeOf(definition, decision);
      known.set(name, outcome);
      return outcome;
    },
  };
}

/** Undefined = there is none. */
export const rarest = (atoms: readonly number[], uses: ReadonlyMap<number, readonly unknown[]>): number | undefined =>
  atoms.toSorted((one, other) => (uses.get(one)?.length ?? 0) - (uses.get(other)?.length ?? 0))[0];
