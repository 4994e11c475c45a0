/** One call of any kind: drawn, and with what the document says of it. */
import * as fc from 'fast-check';
import { flagSteps, ruleFlagStep, type FlagStep } from './flagCalls.ts';
import type { Model } from './model.ts';
import { decideSteps, ruleDecideStep, type DecideStep } from './decideCalls.ts';
import type { Ruled } from './ruled.ts';
import { ruleSegmentStep, segmentSteps, type SegmentStep } from './segmentCalls.ts';
import { ruleSubmitStep, submitSteps, type SubmitStep } from './submitCalls.ts';
import { ruleStrayStep, straySteps, type StrayStep } from './strayCalls.ts';

export type Step = SegmentStep | FlagStep | SubmitStep | DecideStep | StrayStep;

const single = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { arbitrary: segmentSteps, weight: 4 },
  { arbitrary: flagSteps, weight: 4 },
  { arbitrary: submitSteps, weight: 2 },
  { arbitrary: decideSteps, weight: 2 },
  { arbitrary: straySteps, weight: 1 },
);
/** What is submitted is decided at once as often as not; otherwise little would ever be published. */
const decided = fc.tuple(submitSteps, decideSteps);

export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof({ arbitrary: single.map((step) => [step]), weight: 13 }, { arbitrary: decided, weight: 4 }), {
    minLength: 1,
    maxLength: 25,
    size: 'max',
  })
  .map((all) => all.flat());

export function ruleStep(model: Model, step: Step): Ruled {
  switch (step.about) {
    case 'segment':
      return ruleSegmentStep(model, step);
    case 'flag':
      return ruleFlagStep(model, step);
    case 'submission':
      return ruleSubmitStep(model, step);
    case 'decision':
      return ruleDecideStep(model, step);
    case 'stray':
      return ruleStrayStep(model, step);
    default:
      return step satisfies never;
  }
}
