/** The calls of change requests, with the rules of admin-api.md (States and transitions, Approver rules) for each. */
import * as fc from 'fast-check';
import type { KeyName } from '../../sandbox/raw.ts';
import { definitions } from './drawnDefinition.ts';
import { isUnexplained, mayWrite, refused, sees, type Refusal, type Ruled } from './ruled.ts';
import {
  isRight,
  kept,
  keyOf,
  openOn,
  speaksLive,
  type ChangeRequest,
  type Definition,
  type Fields,
  type Model,
} from './model.ts';
import { addsTooMany, areWrong, keyNames, keysOf, someKeys, someName, why, type SomeKeys } from './segmentCalls.ts';

/** Of the sample: who may approve where approvers are restricted. */
const APPROVERS: readonly string[] = ['release-key', 'dana.whitfield@example.com'];
const people = ['maria.lopez@example.com'];

export interface SubmitStep {
  readonly about: 'submission';
  readonly do: 'submit';
  readonly at: string;
  readonly kind: 'segment' | 'flag';
  readonly name: string;
  readonly operation: string;
  readonly keys: SomeKeys;
  readonly definition: Fields;
  readonly title: string;
  readonly comment: string;
  /** `right`: what the environment's setting wants. */
  readonly approvers: 'right' | 'none' | 'people' | 'apiKey';
  readonly rolloutStatus: 'one' | 'none' | 'unknown';
  readonly as: KeyName;
}

export interface DecideStep {
  readonly about: 'decision';
  readonly do: 'decide';
  /** Which of the run's own requests: the open ones, then the others, newest first; beyond the last, one that there is not. */
  readonly which: number;
  readonly status: string;
  readonly comment: string;
  readonly as: KeyName;
}

const gatedPlaces = fc.oneof(
  { arbitrary: fc.constant('production'), weight: 5 },
  { arbitrary: fc.constantFrom('staging', 'development'), weight: 1 },
);

const rest = {
  about: fc.constant<'submission'>('submission'),
  do: fc.constant<'submit'>('submit'),
  at: gatedPlaces,
  name: someName,
  keys: someKeys,
  definition: definitions,
  title: why,
  comment: why,
  approvers: fc.oneof(
    { arbitrary: fc.constant<'right'>('right'), weight: 12 },
    { arbitrary: fc.constantFrom<('none' | 'people' | 'apiKey')[]>('none', 'people', 'apiKey'), weight: 1 },
  ),
  rolloutStatus: fc.oneof(
    { arbitrary: fc.constant<'one'>('one'), weight: 12 },
    { arbitrary: fc.constantFrom<('none' | 'unknown')[]>('none', 'unknown'), weight: 1 },
  ),
  as: fc.oneof({ arbitrary: fc.constant<KeyName>('submitter-key'), weight: 2 }, keyNames),
};
const operations = (...known: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 12 }, { arbitrary: fc.constantFrom('KILL', 'MERGE', ''), weight: 1 });

export const submitSteps: fc.Arbitrary<SubmitStep> = fc.oneof(
  fc.record({ ...rest, kind: fc.constant('segment'), operation: operations('CREATE', 'ARCHIVE') }),
  fc.record({
    ...rest,
    kind: fc.constant('flag'),
    operation: operations('CREATE', 'CREATE', 'UPDATE', 'UPDATE', 'KILL', 'RESTORE', 'ARCHIVE'),
  }),
);

/** Approvals mostly by the API key that may, the others by any. */
export const decideSteps: fc.Arbitrary<DecideStep> = fc.record({
  about: fc.constant('decision'),
  do: fc.constant('decide'),
  which: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.nat(5)),
  status: fc.oneof(
    { arbitrary: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'WITHDRAWN', 'REJECTED'), weight: 15 },
    { arbitrary: fc.constantFrom('PUBLISHED', 'REQUESTED', ''), weight: 1 },
  ),
  comment: why,
  as: fc.oneof({ arbitrary: fc.constant<KeyName>('release-key'), weight: 4 }, keyNames),
});

export function ruleSubmitStep(model: Model, step: SubmitStep): Ruled {
  const { kind, name, operation, title, comment, as } = step;
  const at = model.places.find((place) => place.name === step.at)!;
  const isRestricted = at.control === 'restricted';
  const approvers: readonly string[] = { right: isRestricted ? [] : people, none: [], people, apiKey: ['release-key'] }[
    step.approvers
  ];
  const areApproversWrong = isRestricted ? approvers.length > 0 : approvers.includes('release-key');
  const keys = keysOf(step.keys);
  const live = model.definitions.get(keyOf(at, name));
  const isWhole = operation === 'UPDATE' || operation === 'CREATE';
  const wanted = kind === 'flag' && isWhole ? kept(step.definition, name) : undefined;
  const rolloutStatus = { one: model.rolloutStatus, none: undefined, unknown: 'no-such-id' }[step.rolloutStatus];
  const about = kind === 'segment' ? { name, keys } : { ...(isWhole ? step.definition : {}), name };

  const body = {
    [kind === 'flag' ? model.word : 'segment']: about,
    // Present and null, as the live service has it, or not there.
    ...(kind === 'flag' ? { segment: null } : {}),
    operationType: operation,
    title,
    comment,
    approvers,
    ...(kind === 'flag' && rolloutStatus !== undefined ? { rolloutStatus: { id: rolloutStatus } } : {}),
  };
  const ofObject = kind === 'segment' ? segmentRefusals() : flagRefusals();
  return {
    method: 'POST',
    path: `/changeRequests/ws/${model.workspace.id}/environments/${at.id}`,
    body,
    as,
    refusals: [
      mayWrite(as),
      sees(model, as, at),
      [
        ...ofObject.wrong,
        ...refused(at.control === 'off' || areApproversWrong, 400),
        ...isUnexplained(model, title, comment),
        ...refused(title.trim() === '' && !model.workspace.requiresTitleAndComments, 400),
      ],
      ofObject.limits,
      [...ofObject.state, ...refused(openOn(model, at, kind, name) !== undefined, 409)],
    ],
    done({ body: answer }) {
      model.requests.push({
        id: String(answer['id']),
        at,
        kind,
        name,
        operation,
        title,
        wanted,
        keys: [...new Set(keys)],
        shown: kind === 'segment' ? undefined : shown(),
        rolloutStatus: kind === 'segment' ? undefined : rolloutStatus,
        submitter: as,
        approvers: isRestricted ? APPROVERS : approvers,
        status: 'REQUESTED',
        comments: comment === '' ? [] : [{ comment, user: as, role: 'SUBMITTER' }],
      });
    },
  };

  interface OfObject {
    readonly wrong: readonly Refusal[];
    readonly limits: readonly Refusal[];
    readonly state: readonly Refusal[];
  }
  function segmentRefusals(): OfObject {
    const held = model.keys.get(keyOf(at, name));
    const isMissing = !model.segments.has(name) || held === undefined;
    const isUnknown = operation !== 'CREATE' && operation !== 'ARCHIVE';
    return {
      wrong: [...areWrong(keys), ...refused(isUnknown || keys.length === 0, 400), ...refused(isMissing, 404)],
      limits: operation === 'CREATE' ? addsTooMany(keys, held ?? new Set()) : [],
      state: [],
    };
  }
  function flagRefusals(): OfObject {
    const isUnknown = !['CREATE', 'ARCHIVE', 'KILL', 'RESTORE', 'UPDATE'].includes(operation);
    const isMissing = !model.flags.has(name) || (live === undefined && operation !== 'CREATE');
    const isWrong = wanted !== undefined && !isRight(model, wanted);
    const lacksStatus = rolloutStatus === undefined && operation !== 'KILL' && !speaksLive(model);
    return {
      wrong: [...refused(isUnknown || isWrong, 400), ...refused(isMissing, 404)],
      limits: [],
      state: [
        ...refused(operation === 'CREATE' && live !== undefined, 409),
        ...refused((operation === 'KILL' && live?.killed === true) || (operation === 'RESTORE' && live?.killed === false), 400),
        ...refused(lacksStatus || step.rolloutStatus === 'unknown', 400),
      ],
    };
  }
  function shown(): Definition {
    const killed = operation === 'KILL' || (operation !== 'RESTORE' && (live?.killed ?? false));
    return { fields: wanted ?? live?.fields ?? {}, killed };
  }
}

export function ruleDecideStep(model: Model, { which, status, comment, as }: DecideStep): Ruled {
  const newestFirst = model.requests.toReversed();
  const isOpen = ({ status }: ChangeRequest): boolean => status === 'REQUESTED';
  const request = [...newestFirst.filter(isOpen), ...newestFirst.filter((one) => !isOpen(one))][which];
  const call = { method: 'PUT', path: `/changeRequests/${request?.id ?? 'none'}`, body: { status, comment }, as };
  if (!request) return { ...call, refusals: [mayWrite(as), refused(true, 404)], done: () => undefined };
  const { at, submitter } = request;
  const isApprover = at.control === 'restricted' && APPROVERS.includes(as);
  const known = ['APPROVED', 'WITHDRAWN', ...(model.isDocumentedOnly ? [] : ['REJECTED'])];
  const isAllowed = status === 'WITHDRAWN' ? as === submitter || !isApprover : isApprover && as !== submitter;
  return {
    ...call,
    refusals: [
      mayWrite(as),
      sees(model, as, at),
      refused(!known.includes(status), 400),
      [...refused(request.status !== 'REQUESTED', 409), ...refused(!isAllowed, 403), ...isUnexplained(model, comment)],
      // What it names may be gone by now; the request then stays open.
      refused(status === 'APPROVED' && request.wanted !== undefined && !isRight(model, request.wanted), 400),
    ],
    done() {
      if (status === 'APPROVED') publish(model, request);
      request.status = status === 'APPROVED' ? 'PUBLISHED' : status;
      const role = as === submitter ? 'SUBMITTER' : status === 'WITHDRAWN' ? 'EDITOR' : 'APPROVER';
      if (comment !== '') request.comments = [...request.comments, { comment, user: as, role }];
    },
  };
}

function publish(model: Model, { at, kind, name, operation, keys, wanted, rolloutStatus }: ChangeRequest): void {
  const place = keyOf(at, name);
  if (kind === 'segment') {
    const held = model.keys.get(place)!;
    model.keys.set(place, operation === 'CREATE' ? held.union(new Set(keys)) : held.difference(new Set(keys)));
    return;
  }
  const live = model.definitions.get(place);
  if (operation === 'ARCHIVE') model.definitions.delete(place);
  else if (wanted) model.definitions.set(place, { fields: wanted, killed: live?.killed ?? false });
  else if (live) model.definitions.set(place, { ...live, killed: operation === 'KILL' });
  if (rolloutStatus !== undefined) model.flags.set(name, rolloutStatus);
}
