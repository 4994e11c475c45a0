/** Finds all pairs of deciders that, according to the solver, give some key something else, each with such a key. */
import type { FlagDefinition } from '../../../../src/api/model.ts';
import type { KeyQuestion, AttributeValue, Decider, EnvironmentFacts } from '../../../../src/domain/audiences/audienceChange.ts';
import { makeProblem, type AudienceProblem } from '../../../../src/domain/audiences/audienceProblem.ts';
import { Budget } from '../../../../src/domain/audiences/budget.ts';
import { runToEnd } from '../../../../src/domain/audiences/findAudienceChange.ts';
import { ABOUT_KEY } from '../../../../src/domain/audiences/questions.ts';
import { ValueReading } from '../../../../src/domain/audiences/reading.ts';
import { UNUSED_CHARACTER } from '../../../../src/domain/audiences/samples.ts';
import type { Solver } from '../../../../src/domain/audiences/solver.ts';
import { visitPairs } from '../../../../src/domain/audiences/stepPairs.ts';
import { meaningOf } from '../../../../src/domain/definitions/matcherMeaning.ts';

/** A key that proves that a pair of deciders is possible. */
export interface Witness {
  readonly key: string;
  readonly segments: readonly string[];
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  /** The other conditions that the key is assumed to match: treatments of other flags, unknown matchers and conditions. */
  readonly meets: readonly KeyQuestion[];
  /** True if a value is only assumed to exist, for example one that matches a pattern. The pair may then be impossible. */
  readonly isUnproven: boolean;
}

export interface DeciderPair {
  readonly before: Decider;
  readonly after: Decider;
  readonly witness: Witness;
}

type Definition = FlagDefinition | undefined;

export function pairsOf(before: Definition, after: Definition, facts: EnvironmentFacts): readonly DeciderPair[] {
  const problem = runToEnd(makeProblem(before, after, { facts, needsAttribute: false }));
  const solver = problem.solver(new Budget());
  const pairs: DeciderPair[] = [];
  const isWanted = (one: number, other: number): boolean => problem.changeBetween(one, other) !== 0;
  visitPairs({ solver, before: problem.before, after: problem.after, isWanted }, (mine, its) => {
    const by = { before: problem.before[mine]!.by, after: problem.after[its]!.by };
    solver.solve(() => pairs.push({ ...by, witness: witnessOf(problem, solver) }));
    return undefined;
  });
  return pairs;
}

/** May only be called while `solve` calls `found`. */
function witnessOf({ questions, subjects }: AudienceProblem, solver: Solver): Witness {
  const values = new Map<string, AttributeValue | undefined>();
  let isUnproven = false;
  for (const { about, atoms, samples } of subjects) {
    const met = atoms.filter((atom) => solver.isTrue(atom));
    const cell = samples.find((one) => one.met.length === met.length && met.every((atom) => one.met.includes(atom)));
    isUnproven ||= cell?.isUnproven ?? true;
    if (met.length > 0 || !values.has(about)) values.set(about, cell?.value);
  }
  const segments: string[] = [];
  const others: KeyQuestion[] = [];
  for (const [variable, question] of questions.all.entries()) {
    if (!question) continue;
    const isMet = solver.isTrue(variable);
    const { asked, about, test } = question;
    const meaning = asked.code === 'matcher' ? meaningOf(asked.matcher) : undefined;
    if (test && about && values.has(about)) isUnproven ||= (test.meets(new ValueReading(values.get(about))) === true) !== isMet;
    else if (isMet && meaning?.code === 'inSegment' && meaning.more === undefined) segments.push(meaning.segment);
    else if (isMet) others.push(asked);
    if (isMet && about?.startsWith('flag ')) others.push(asked);
  }
  const key = values.get(ABOUT_KEY);
  const attributes = [...values].flatMap(([about, value]): readonly [string, AttributeValue][] =>
    about.startsWith('attribute ') && value !== undefined ? [[about.slice('attribute '.length), value]] : [],
  );
  return {
    key: typeof key === 'string' ? key : UNUSED_CHARACTER,
    segments,
    attributes: new Map(attributes),
    meets: others,
    isUnproven,
  };
}
