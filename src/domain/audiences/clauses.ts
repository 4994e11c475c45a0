/**
 * Converts a version of a definition into an ordered list of clauses: the first clause whose condition a key meets decides what
 * the key gets.
 */
import type { FlagDefinition, Matcher, Treatment } from '../../api/model.ts';
import type { Decider } from './audienceChange.ts';
import type { Questions } from './questions.ts';
import { allocationOf } from './results.ts';
import { TRUE, type Lit } from './literals.ts';

export interface Clause {
  readonly by: Decider;
  /** A conjunction of disjunctions: each list needs at least one true literal. For a rule, each list has one literal. */
  readonly needs: readonly (readonly Lit[])[];
}

/**
 * Returns the clauses in the service's order: killed, individual targets, traffic allocation, rules from the top, default rule.
 * The last clause always decides.
 */
export function clausesOf(definition: FlagDefinition | undefined, questions: Questions): readonly Clause[] {
  const always = (code: 'noDefinition' | 'killed' | 'noTraffic' | 'defaultRule'): Clause => ({ by: { code }, needs: [[TRUE]] });
  if (!definition) return [always('noDefinition')];
  if (definition.killed === true) return [always('killed')];
  const targets = targetClauses(definition.treatments, questions);
  if (allocationOf(definition) < 1) return [...targets, always('noTraffic')];
  const rules = definition.rules.map((rule, index): Clause => ({
    by: { code: 'rule', index },
    needs: questions.ofRule(rule).map((lit) => [lit]),
  }));
  return [...targets, ...rules, always('defaultRule')];
}

/** If more treatments than this have individual targets, only pairs of them get a clause, but not larger combinations. */
const MAX_TARGETED = 5;

interface Targeted {
  readonly treatment: string;
  readonly lits: readonly Lit[];
}

/**
 * Puts the clauses for keys that are targets of several treatments first, so that each later clause is about one treatment
 * only.
 */
function targetClauses(treatments: readonly Treatment[], questions: Questions): readonly Clause[] {
  const targeted = treatments
    .map((one): Targeted => ({ treatment: one.name, lits: targetsOf(one).map((matcher) => questions.ofMatcher(matcher)) }))
    .filter(({ lits }) => lits.length > 0);
  const single = targeted.flatMap(({ treatment, lits }) =>
    lits.map((lit): Clause => ({ by: { code: 'target', treatment }, needs: [[lit]] })),
  );
  const isAtLeast = targeted.length > MAX_TARGETED;
  const several = (some: readonly Targeted[]): Clause => ({
    by: { code: 'severalTargets', treatments: some.map(({ treatment }) => treatment), ...(isAtLeast && { isAtLeast }) },
    needs: some.map(({ lits }) => lits),
  });
  const pairs = targeted.flatMap((one, index) => targeted.slice(index + 1).map((other) => [one, other]));
  return [...(isAtLeast ? pairs : combinationsOf(targeted)).map(several), ...single];
}

/**
 * Returns matchers for the individual targets of the treatment. A key is a target if it meets at least one of them
 * (service-beyond.md, What changed in 2026).
 */
export function targetsOf(treatment: Treatment): readonly Matcher[] {
  const { keys, segments } = treatment;
  const names = (field: string): readonly string[] => {
    const value = treatment[field];
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  };
  return [
    ...(keys && keys.length > 0 ? [{ type: 'IN_LIST_STRING', strings: keys }] : []),
    ...(segments ?? []).map((string) => ({ type: 'IN_SEGMENT', string })),
    ...names('largeSegments').map((string) => ({ type: 'IN_LARGE_SEGMENT', string })),
    ...names('ruleBasedSegments').map((string) => ({ type: 'IN_RULE_BASED_SEGMENT', string })),
  ];
}

/** Returns all combinations of two or more items, the largest first. */
function combinationsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const choices: (readonly T[])[] = [[]];
  for (const item of items) choices.push(...choices.map((some) => [...some, item]));
  return choices.filter(({ length }) => length > 1).toSorted((one, other) => other.length - one.length);
}
