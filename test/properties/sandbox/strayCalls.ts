/** Calls that no state of the service has an answer for. */
import * as fc from 'fast-check';
import { keyNames, names } from './segmentCalls.ts';
import type { Ruled } from './ruled.ts';
import type { Model } from './model.ts';
import type { KeyName } from '../../sandbox/raw.ts';

const kinds = ['otherWord', 'otherWorkspace', 'unknownId', 'otherMethod', 'wrongEncoding'] as const;

export interface StrayStep {
  readonly about: 'stray';
  readonly do: (typeof kinds)[number];
  readonly as: KeyName;
}

export const straySteps: fc.Arbitrary<StrayStep> = fc.record({
  about: fc.constant('stray'),
  do: fc.constantFrom(...kinds),
  as: keyNames,
});

export function ruleStrayStep(model: Model, step: StrayStep): Ruled {
  const { word, workspace, places, otherPlace } = model;
  const [path, status] = pathOf();
  const method = step.do === 'otherMethod' ? 'PATCH' : 'GET';
  return { method, path, as: step.as, refusals: [[{ status, form: 'whole' }]], done: () => undefined };

  function pathOf(): readonly [path: string, status: number] {
    switch (step.do) {
      case 'otherWord':
        return [`/${word === 'flag' ? 'split' : 'flag'}s/ws/${workspace.id}/${names[0]}/environments/${places[0]?.id}`, 404];
      case 'otherWorkspace':
        return [`/${word}s/ws/${workspace.id}/${names[0]}/environments/${otherPlace}`, 404];
      case 'unknownId':
        return [`/segments/none/${names[0]}/keys`, 404];
      case 'otherMethod':
        return ['/changeRequests', 405];
      case 'wrongEncoding':
        return ['/segments/%/keys', 400];
      default:
        return step.do satisfies never;
    }
  }
}
