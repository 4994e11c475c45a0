/** Any calls, in any order: the sandbox answers and holds what a model written from the document says it must. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { useSandbox, type Raw } from '../sandbox/raw.ts';
import { runs } from './runs.ts';
import type { Model } from './sandbox/model.ts';
import { assertPaged } from './sandbox/pages.ts';
import { expected, read, readRequests } from './sandbox/reading.ts';
import { assertAsRuled } from './sandbox/ruled.ts';
import { firstSteps, newModel, starts } from './sandbox/start.ts';
import { ruleStep, steps, type Step } from './sandbox/steps.ts';

/** Calls the sandbox, and does the same to the model. */
async function take(raw: Raw, model: Model, step: Step): Promise<void> {
  const ruled = ruleStep(model, step);
  const answer = await raw.call(ruled.method, ruled.path, ruled.body, ruled.as);
  assertAsRuled(ruled, answer);
  if (answer.status === 200) ruled.done(answer);
}

describe('any sequence of calls', () => {
  for (const vocabulary of ['flag', 'split']) {
    for (const endpoints of ['all', 'documented'] as const) {
      describe(`of ${endpoints === 'all' ? 'all' : 'the documented'} endpoints, that say ${vocabulary}`, () => {
        const raw = useSandbox({ vocabulary, endpoints });
        it('is answered as the document says, and leaves what it says', async () => {
          await fc.assert(
            fc.asyncProperty(
              fc.constantFrom('Storefront', 'Payments'),
              starts,
              steps,
              fc.constantFrom(2, 3, 7, 50),
              async (workspace, start, drawn, limit) => {
                await raw.sandbox.reset();
                const model = await newModel(raw, endpoints === 'documented', workspace);
                const sample = await readRequests(raw);
                for (const step of firstSteps(start, model)) await take(raw, model, step);
                for (const step of start === 'nearlyFull' ? drawn.slice(0, 8) : drawn) {
                  await take(raw, model, step);
                  assert.deepEqual(await read(raw, model), expected(model, sample), `after ${step.do} as ${step.as}`);
                }
                await assertPaged(raw, model, limit);
              },
            ),
            runs(6),
          );
        });
      });
    }
  }
});
