/** What a run starts from: the model of a workspace, and the calls that put into it what most calls need. */
import * as fc from 'fast-check';
import type { Raw } from '../../sandbox/raw.ts';
import type { Fields, Model, Place } from './model.ts';
import { MOST_ADDED, MOST_KEYS, names } from './segmentCalls.ts';
import type { Step } from './steps.ts';

/**
 * `orphaned`: with an open change request that names a segment which is gone. `nearlyFull`: with a segment that takes only
 * a few keys more; that is seldom, for its keys take long to compare.
 */
export type Start = 'empty' | 'furnished' | 'killed' | 'orphaned' | 'nearlyFull';

export const starts: fc.Arbitrary<Start> = fc.oneof(
  { arbitrary: fc.constant('furnished'), weight: 6 },
  { arbitrary: fc.constant('killed'), weight: 3 },
  { arbitrary: fc.constantFrom('empty', 'orphaned'), weight: 2 },
  { arbitrary: fc.constant('nearlyFull'), weight: 1 },
);

/** A workspace of the sample, of which the model knows nothing but its environments. */
export async function newModel(raw: Raw, isDocumentedOnly: boolean, workspaceName: string): Promise<Model> {
  const id = raw.workspace(workspaceName);
  const places = ['development', 'staging', 'production'].map((name): Place => {
    const found = raw.sandbox.environments.find((one) => one.name === name && one.workspace.id === id)!;
    return { name, id: found.id, control: found.changeControl };
  });
  const { body } = await raw.get(`/rolloutStatuses?wsId=${id}`);
  return {
    workspace: { id, name: workspaceName, requiresTitleAndComments: workspaceName === 'Payments' },
    otherPlace: raw.sandbox.environments.find((one) => one.workspace.id !== id)!.id,
    places,
    word: raw.sandbox.vocabulary,
    isDocumentedOnly,
    firstStatus: String(body[0]?.['id']),
    rolloutStatus: String(body[1]?.['id']),
    segments: new Set(),
    keys: new Map(),
    flags: new Map(),
    definitions: new Map(),
    requests: [],
  };
}

const common = {
  as: 'submitter-key',
  title: 'why',
  comment: 'why',
  keys: { from: 0, count: 3, odd: 'none' },
  replace: false,
} as const;
const definition = {
  treatments: [
    { name: 'on', description: '' },
    { name: 'off', description: '' },
  ],
  defaultTreatment: 'off',
  trafficAllocation: 50,
  rules: [],
  note: 'kept',
  defaultRule: [{ treatment: 'off', size: 100 }],
};
const ofSegment = { ...common, about: 'segment' } as const;
const ofFlag = { ...common, about: 'flag', definition, patch: { operations: [], apply: () => undefined } } as const;
const ruleOf = (matcher: Fields): Fields => ({
  buckets: [{ treatment: 'on', size: 100 }],
  condition: { combiner: 'AND', matchers: [matcher] },
});
const [first, second, third] = names;
/** It names a flag, which then can't be deleted. */
const dependent = {
  ...definition,
  rules: [ruleOf({ type: 'IN_SPLIT', depends: { splitName: third, treatment: 'on' } })],
};
const submission = {
  ...common,
  about: 'submission',
  do: 'submit',
  name: first,
  operation: 'CREATE',
  definition,
  approvers: 'right',
  rolloutStatus: 'one',
} as const;
const published = (step: Step): readonly Step[] => [
  step,
  { about: 'decision', do: 'decide', which: 0, status: 'APPROVED', comment: 'why', as: 'release-key' },
];

export function firstSteps(start: Start, model: Model): readonly Step[] {
  switch (start) {
    case 'empty':
      return [];
    case 'furnished':
      return furniture(model);
    case 'killed':
      return [...furniture(model), ...published({ ...submission, at: 'production', kind: 'flag', operation: 'KILL' })];
    case 'orphaned':
      return [
        ...furniture(model),
        {
          ...submission,
          at: 'production',
          kind: 'flag',
          operation: 'UPDATE',
          definition: { ...definition, rules: [ruleOf({ type: 'IN_SEGMENT', string: third })] },
        },
        { ...ofSegment, do: 'deleteSegment', at: 'development', name: third },
      ];
    case 'nearlyFull':
      return [
        ...furniture(model),
        ...uploads(MOST_KEYS - 5),
        { ...ofSegment, do: 'upload', at: 'development', name: first, keys: { from: 0, count: 6, odd: 'none' } },
      ];
    default:
      return start satisfies never;
  }
}

/** Two segments that are active and one that is not, flags, and a definition wherever one can be made; one that waits. */
function furniture({ places, isDocumentedOnly }: Model): readonly Step[] {
  const [development, , production] = places as readonly [Place, Place, Place];
  return [
    ...names.flatMap((name): readonly Step[] => [
      { ...ofSegment, do: 'createSegment', at: development.name, name },
      { ...ofFlag, do: 'createFlag', at: development.name, name },
    ]),
    ...[first, second].flatMap((name) => places.map((at) => ({ ...ofSegment, do: 'activate' as const, at: at.name, name }))),
    { ...ofSegment, do: 'upload', at: development.name, name: first },
    ...(isDocumentedOnly ? [] : [{ ...ofFlag, do: 'define' as const, at: development.name, name: first, definition: dependent }]),
    ...published({ ...submission, at: production.name, kind: 'flag' }),
    ...published({ ...submission, at: production.name, kind: 'segment' }),
    { ...submission, at: production.name, kind: 'flag', name: second },
  ];
}

/** Keys that the calls of a run don't draw, into a segment that has three of theirs. */
function uploads(count: number): readonly Step[] {
  return Array.from({ length: Math.ceil(count / MOST_ADDED) }, (_, index) => ({
    ...ofSegment,
    do: 'upload' as const,
    at: 'development',
    name: first,
    keys: { from: 100 + index * MOST_ADDED, count: Math.min(MOST_ADDED, count - index * MOST_ADDED), odd: 'none' as const },
  }));
}
