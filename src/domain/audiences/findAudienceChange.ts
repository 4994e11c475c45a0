/** Determines who gets something else after a change of a definition. `docs/design.md` gives the reasons for this method. */
import type { FlagDefinition } from '../../api/model.ts';
import { fallbackOf } from '../definitions/definitionDiff.ts';
import type { AudienceChange, Decider, EnvironmentFacts, GroupLine, Literal, Unknown, Unreachable } from './audienceChange.ts';
import { Groups } from './groups.ts';
import { LineFinder } from './lines.ts';
import { makeProblem } from './audienceProblem.ts';
import { Search } from './search.ts';
import { joinedLines } from './joinLines.ts';
import {
  changedFields,
  changedMatchers,
  decidingFields,
  unknownFields,
  reconfiguredTreatments,
  servedTreatments,
} from './unknowns.ts';
import { unreachableRules } from './unreachable.ts';
import { visitPairs } from './stepPairs.ts';
import type { ChangedPair } from './wholeSteps.ts';

/** The units of work that one search may use. They take about 40 ms. */
const BUDGET = 1_000_000;
/**
 * The share of the budget for each step. `pairs`: finding the pairs of steps with different results. `lines`: describing the
 * keys of these pairs. `sdk`: comparing SDKs. `unreachable`: each of the two searches for unreachable rules.
 */
const BUDGET_SHARES = { pairs: 0.5, lines: 0.3, sdk: 0.1, unreachable: 0.05 };
/** The search ends after it has found more changed pairs than this, because a longer description would not help a reader. */
const MAX_PAIRS = 2_000;

type Definition = FlagDefinition | undefined;

/**
 * `before` is undefined if the definition is added. `after` is undefined if it is removed. The search ends after `budget` units
 * of work.
 */
export function audienceChange(before: Definition, after: Definition, facts: EnvironmentFacts, budget?: number): AudienceChange {
  return runToEnd(audienceSteps(before, after, facts, budget));
}

/** Runs all steps without a pause, and returns the result. */
export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Like `audienceChange`, but yields every few milliseconds, for definitions with long lists. */
export function* audienceSteps(
  before: Definition,
  after: Definition,
  facts: EnvironmentFacts,
  budget = BUDGET,
): Generator<void, AudienceChange> {
  const problem = yield* makeProblem(before, after, { facts, needsAttribute: false });
  const search = new Search(problem, budget);
  const { lines, several, hasUnknownShares, isLimited } = searchLines(search);
  const { negatedAttributes, emptySegments } = problem.questions;
  const other = negatedAttributes.size > 0 ? yield* makeProblem(before, after, { facts, needsAttribute: true }) : undefined;
  const isDifferent = other !== undefined && !holdsIn(new Search(other, budget), lines);
  const sdk = isDifferent ? [...negatedAttributes] : negatedAttributesIn(lines, negatedAttributes);
  const fields = changedFields(before, after);
  const isFallbackSame = fallbackOf(before) === fallbackOf(after);
  // An unknown field or matcher has no effect while the flag is killed.
  const unkilled = [before, after].filter((one) => one?.killed !== true);
  const isSwitched = unkilled.length === 1;
  const deciding = lines.length > 0 || !isFallbackSame || isSwitched ? decidingFields(unkilled) : [];
  const matchers = changedMatchers(before, after);
  const unknowns: readonly Unknown[] = [
    ...(isLimited ? [{ code: 'limit' } as const] : []),
    ...unknownFields(fields, true),
    ...unknownFields(deciding.filter((field) => !fields.includes(field)), false), // prettier-ignore
    ...(hasUnknownShares ? [{ code: 'shares' } as const] : []),
    ...several.map((treatments): Unknown => ({ code: 'severalTargets', treatments })),
    ...(matchers.length > 0 ? [{ code: 'matchers', types: matchers, isSwitched } as const] : []),
    ...(sdk.length > 0 ? [{ code: 'sdk', attributes: sdk } as const] : []),
  ];
  const changed = reconfiguredTreatments(before, after, servedTreatments(problem, after));
  return {
    lines: joinedLines(lines),
    unknowns,
    reconfigured: changed,
    affectsNobody: lines.length === 0 && unknowns.length === 0 && changed.length === 0,
    emptySegments: [...emptySegments],
    unreachable: { before: newlyUnreachable(search, 'before'), after: newlyUnreachable(search, 'after') },
  };
}

interface SearchResult {
  readonly lines: readonly GroupLine[];
  /**
   * Sets of treatments. A key may be a target of all treatments in a set, and it is not known what such a key gets. No set
   * contains all treatments of another set.
   */
  readonly several: readonly (readonly string[])[];
  /** True if the change may affect keys that get a share with unknown fields before or after it. */
  readonly hasUnknownShares: boolean;
  readonly isLimited: boolean;
}

function searchLines(search: Search): SearchResult {
  const { problem, pairSolver, groupSolver } = search;
  const { before, after, changeBetween, movesOf } = problem;
  const changed: ChangedPair[] = [];
  const lines: GroupLine[] = [];
  const isWanted = (one: number, other: number): boolean => changeBetween(one, other) !== 0;
  const isWhole = search.within(BUDGET_SHARES.pairs, () =>
    visitPairs({ solver: pairSolver, before, after, isWanted }, (mine, its) => {
      if (pairSolver.solve()) changed.push({ before: mine, after: its });
      return changed.length > MAX_PAIRS ? 'stop' : undefined;
    }),
  );
  const finder = new LineFinder(problem, pairSolver, groupSolver);
  const isDescribed = search.within(BUDGET_SHARES.lines, () => finder.find(changed, (line) => lines.push(line)));
  const open = changed.filter((pair) => !movesOf(changeBetween(before[pair.before]!.result, after[pair.after]!.result)));
  const several = smallestSets(open.flatMap((pair) => [before[pair.before]!.by, after[pair.after]!.by]));
  const hasUnknownShares = open.some((pair) =>
    [before[pair.before]!, after[pair.after]!].some(({ result }) => problem.results[result]!.code === 'fields'),
  );
  return { lines, several, hasUnknownShares, isLimited: !isWhole || !isDescribed || changed.length > MAX_PAIRS };
}

function smallestSets(deciders: readonly Decider[]): readonly (readonly string[])[] {
  const all = deciders.flatMap((by) => (by.code === 'severalTargets' ? [new Set(by.treatments)] : []));
  const smallest = all.filter((set) => !all.some((other) => other.size < set.size && other.isSubsetOf(set)));
  return [...new Map(smallest.map((set) => [[...set].toSorted().join('\n'), [...set]])).values()];
}

/** True if the lines are also correct and complete for an SDK that treats a missing attribute differently. */
function holdsIn(search: Search, lines: readonly GroupLine[]): boolean {
  const { problem, pairSolver, groupSolver } = search;
  const all = lines.flatMap(({ groups, moves }) => groups.map((group) => ({ group, moves: JSON.stringify(moves) })));
  if (all.some(({ group }) => group.decided)) return false;
  const { questions } = problem;
  const litOf = ({ asked, isNegated }: Literal): number =>
    asked.code === 'condition'
      ? questions.ofCondition(asked.condition) ^ Number(isNegated)
      : questions.ofMatcher({ ...asked.matcher, negate: isNegated });
  const groups = new Groups(problem, groupSolver);
  let holds = true;
  const isDone = search.within(BUDGET_SHARES.sdk, () => {
    const found = all.map(({ group: { all: met, unless }, moves }) => ({
      group: { all: met.map(litOf), unless: unless.map((literals) => literals.map(litOf)) },
      moves,
    }));
    const movesText = (one: number, other: number): string =>
      JSON.stringify(problem.movesOf(problem.changeBetween(one, other)) ?? []);
    holds = found.every(({ group, moves }) => groups.isTrueOf(group, (one, other) => movesText(one, other) === moves));
    holds &&= !new LineFinder(problem, pairSolver, groupSolver).hasUndescribedChange(found.map(({ group }) => group));
  });
  return isDone && holds;
}

/** Returns the attributes whose negated matchers occur in a line. */
function negatedAttributesIn(lines: readonly GroupLine[], negatedAttributes: ReadonlySet<string>): readonly string[] {
  const literals = lines.flatMap(({ groups }) => groups).flatMap(({ all, unless }) => [...all, ...unless.flat()]);
  const attributes = literals.flatMap(({ asked, isNegated }) =>
    isNegated && asked.code === 'matcher' ? (asked.matcher.attribute ?? []) : [],
  );
  return [...new Set(attributes)].filter((attribute) => negatedAttributes.has(attribute));
}

/**
 * Returns the rules that no key can reach in one version, unless that is also true in the other version. Includes rules that
 * the change adds, but not rules that it removes.
 */
function newlyUnreachable(search: Search, side: 'before' | 'after'): readonly Unreachable[] {
  const { problem, pairSolver } = search;
  const other = side === 'before' ? 'after' : 'before';
  let found: readonly Unreachable[] = [];
  search.within(BUDGET_SHARES.unreachable, () => {
    found = unreachableRules(problem[side], problem[other], pairSolver, side === 'before');
  });
  return found;
}
