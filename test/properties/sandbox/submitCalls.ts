/** The submission of change requests (admin-api.md, Change requests and Approver rules by environment setting). */
import * as fc from 'fast-check';
import type { KeyName } from '../../sandbox/raw.ts';
import { definitions } from './drawnDefinition.ts';
import { isRight, kept, keyOf, openOn, speaksLive, type Definition, type Fields, type Model, type Place } from './model.ts';
import { isLocked, isUnexplained, mayWrite, refused, sees, type Refusal, type Ruled } from './ruled.ts';
import { addsTooMany, areWrong, keyNames, keysOf, someKeys, someName, why, type SomeKeys } from './segmentCalls.ts';

/** Of the sample: who may approve where approvers are restricted. */
export const APPROVERS: readonly string[] = ['release-key', 'dana.whitfield@example.com'];
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

/** What a submission is about, as it is sent; and what speaks against it, in the order of the checks. */
interface Subject {
  readonly fields: Fields;
  readonly wrong: readonly Refusal[];
  readonly limits: readonly Refusal[];
  readonly state: readonly Refusal[];
}

function ofSegment(model: Model, at: Place, { name, operation, keys: drawn }: SubmitStep): Subject {
  const keys = keysOf(drawn);
  const held = model.keys.get(keyOf(at, name));
  const isUnknown = operation !== 'CREATE' && operation !== 'ARCHIVE';
  return {
    fields: { segment: { name, keys } },
    wrong: [...areWrong(keys), ...refused(isUnknown || keys.length === 0, 400), ...refused(held === undefined, 404)],
    limits: operation === 'CREATE' ? addsTooMany(keys, held ?? new Set()) : [],
    state: [],
  };
}

function ofFlag(model: Model, at: Place, step: SubmitStep): Subject {
  const { name, operation, definition } = step;
  const live = model.definitions.get(keyOf(at, name));
  const wanted = wantedBy(step);
  const rolloutStatus = rolloutStatusOf(model, step);
  const isUnknown = !['CREATE', 'ARCHIVE', 'KILL', 'RESTORE', 'UPDATE'].includes(operation);
  const isMissing = !model.flags.has(name) || (live === undefined && operation !== 'CREATE');
  const isSoAlready = (operation === 'KILL' && live?.killed === true) || (operation === 'RESTORE' && live?.killed === false);
  const lacksStatus = rolloutStatus === undefined && operation !== 'KILL' && !speaksLive(model);
  return {
    fields: {
      [model.word]: { ...(wanted === undefined ? {} : definition), name },
      // Present and null, as the live service has it; a request about a segment leaves the flag out.
      segment: null,
      ...(rolloutStatus === undefined ? {} : { rolloutStatus: { id: rolloutStatus } }),
    },
    wrong: [...refused(isUnknown || (wanted !== undefined && !isRight(model, wanted)), 400), ...refused(isMissing, 404)],
    limits: [],
    state: [
      ...refused(operation === 'CREATE' && live !== undefined, 409),
      ...refused(isSoAlready || lacksStatus || step.rolloutStatus === 'unknown', 400),
    ],
  };
}

/** The definition that is asked for, of an UPDATE or a CREATE. */
function wantedBy({ kind, operation, definition, name }: SubmitStep): Fields | undefined {
  return kind === 'flag' && (operation === 'UPDATE' || operation === 'CREATE') ? kept(definition, name) : undefined;
}

function rolloutStatusOf({ rolloutStatus }: Model, step: SubmitStep): string | undefined {
  return { one: rolloutStatus, none: undefined, unknown: 'no-such-id' }[step.rolloutStatus];
}

/** The definition as it would be. */
function shownOf(model: Model, at: Place, step: SubmitStep): Definition | undefined {
  const { kind, name, operation } = step;
  if (kind === 'segment') return undefined;
  const live = model.definitions.get(keyOf(at, name));
  const killed = operation === 'KILL' || (operation !== 'RESTORE' && (live?.killed ?? false));
  return { fields: wantedBy(step) ?? live?.fields ?? {}, killed };
}

export function ruleSubmitStep(model: Model, step: SubmitStep): Ruled {
  const { kind, name, operation, title, comment, as } = step;
  const at = model.places.find((place) => place.name === step.at)!;
  const { fields, wrong, limits, state } = kind === 'segment' ? ofSegment(model, at, step) : ofFlag(model, at, step);
  const isRestricted = at.control === 'restricted';
  const right = isRestricted ? [] : people;
  const approvers: readonly string[] = { right, none: [], people, apiKey: ['release-key'] }[step.approvers];
  const areApproversWrong = isRestricted ? approvers.length > 0 : approvers.includes('release-key');
  return {
    method: 'POST',
    path: `/changeRequests/ws/${model.workspace.id}/environments/${at.id}`,
    body: { ...fields, operationType: operation, title, comment, approvers },
    as,
    refusals: [
      mayWrite(as),
      sees(model, as, at),
      [
        ...wrong,
        ...refused(at.control === 'off' || areApproversWrong, 400),
        ...isUnexplained(model, title, comment),
        ...refused(title.trim() === '' && !model.workspace.requiresTitleAndComments, 400),
      ],
      limits,
      [...state, ...isLocked(model, openOn(model, at, kind, name) !== undefined)],
    ],
    done({ body: answer }) {
      model.requests.push({
        id: String(answer['id']),
        at,
        kind,
        name,
        operation,
        title,
        keys: [...new Set(keysOf(step.keys))],
        wanted: wantedBy(step),
        shown: shownOf(model, at, step),
        rolloutStatus: kind === 'segment' ? undefined : rolloutStatusOf(model, step),
        submitter: as,
        approvers: isRestricted ? APPROVERS : approvers,
        status: 'REQUESTED',
        comments: comment === '' ? [] : [{ comment, user: as, role: 'SUBMITTER' }],
      });
    },
  };
}
