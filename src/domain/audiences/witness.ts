/** Turns what the solver found into a key that a test can evaluate. */
import type { Asked, AttributeValue, Witness } from './audienceChange.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import type { AudienceProblem } from './audienceProblem.ts';
import { ABOUT_KEY } from './questions.ts';
import { Reading } from './reading.ts';
import { FOREIGN } from './samples.ts';
import type { Solver } from './solver.ts';

/** Only while `solve` calls `found`. */
export function witnessOf({ questions, subjects }: AudienceProblem, solver: Solver): Witness {
  const values = new Map<string, AttributeValue | undefined>();
  let isImagined = false;
  for (const { about, atoms, samples } of subjects) {
    const met = atoms.filter((atom) => solver.isTrue(atom));
    const cell = samples.find((one) => one.met.length === met.length && met.every((atom) => one.met.includes(atom)));
    isImagined ||= cell?.isImagined ?? true;
    if (met.length > 0 || !values.has(about)) values.set(about, cell?.value);
  }
  const segments: string[] = [];
  const others: Asked[] = [];
  for (const [variable, question] of questions.all.entries()) {
    if (!question) continue;
    const isMet = solver.isTrue(variable);
    const { asked, about, test } = question;
    const meaning = asked.code === 'matcher' ? meaningOf(asked.matcher) : undefined;
    if (test && about && values.has(about)) isImagined ||= (test.meets(new Reading(values.get(about))) === true) !== isMet;
    else if (isMet && meaning?.code === 'inSegment' && meaning.more === undefined) segments.push(meaning.segment);
    else if (isMet) others.push(asked);
    if (isMet && about?.startsWith('flag ')) others.push(asked);
  }
  const key = values.get(ABOUT_KEY);
  const attributes = [...values].flatMap(([about, value]): readonly [string, AttributeValue][] =>
    about.startsWith('attribute ') && value !== undefined ? [[about.slice('attribute '.length), value]] : [],
  );
  return { key: typeof key === 'string' ? key : FOREIGN, segments, attributes: new Map(attributes), meets: others, isImagined };
}
