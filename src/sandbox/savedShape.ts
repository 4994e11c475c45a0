/** What each thing in a saved world must be. The types hold this list against world.ts: no field can be forgotten. */
import {
  anyFields,
  count,
  fields,
  listOf,
  number,
  oneOf,
  orNone,
  orNull,
  text,
  texts,
  truth,
  UnreadableState,
  type Reading,
} from './savedFields.ts';
import type {
  AuditEntry,
  ChangeRequest,
  ChangeTarget,
  CommentEntry,
  DefinitionFields,
  Environment,
  Flag,
  FlagDefinition,
  RolloutStatus,
  Segment,
  SegmentDefinition,
  TrafficType,
  Workspace,
  World,
} from './world.ts';

export const world = fields<Omit<World, 'workspaces' | 'changeRequests'>>({
  organizationId: text,
  startedAt: number,
  idsGiven: count,
  bytesKept: count,
});

export const workspace = fields<Omit<Workspace, 'environments' | 'segments' | 'flags'>>({
  id: text,
  name: text,
  requiresTitleAndComments: truth,
  trafficTypes: listOf(fields<TrafficType>({ id: text, name: text, displayAttributeId: orNull(text) })),
  rolloutStatuses: listOf(fields<RolloutStatus>({ id: text, name: text, description: text })),
});

export const segment = fields<Segment>({
  id: text,
  name: text,
  description: text,
  trafficTypeId: text,
  creationTime: number,
});

export const flag = fields<Flag>({
  id: text,
  name: text,
  description: text,
  trafficTypeId: text,
  creationTime: number,
  rolloutStatusId: orNull(text),
  rolloutStatusTimestamp: orNull(number),
  tags: texts,
});

export const environment = fields<Omit<Environment, 'segments' | 'definitions' | 'identities'>>({
  id: text,
  name: text,
  production: truth,
  changeControl: oneOf('off', 'submitters-choose', 'restricted'),
  approvers: texts,
});

const keySet: Reading<ReadonlySet<string>> = (value, where) => {
  const list = texts(value, where);
  const keys = new Set(list);
  if (keys.size !== list.length) throw new UnreadableState(`${where} hold a key twice`);
  return keys;
};

export const activeSegment = fields<SegmentDefinition & { readonly name: string }>({
  name: text,
  id: text,
  creationTime: number,
  creator: text,
  lastUpdateTime: number,
  keys: keySet,
  openChangeRequestId: orNull(text),
  audit: listOf(fields<AuditEntry>({ timestamp: number, user: text, comment: text })),
});

const definitionFields: Reading<DefinitionFields> = (value, where) => {
  const all = anyFields(value, where);
  text(all['name'], `name of ${where}`);
  return all as DefinitionFields;
};

export const definition = fields<FlagDefinition>({
  id: text,
  creationTime: number,
  lastUpdateTime: number,
  lastTrafficReceivedAt: orNull(number),
  killed: truth,
  fields: definitionFields,
  openChangeRequestId: orNull(text),
});

const pair: Reading<readonly [string, string]> = (value, where) => {
  const [name, held, ...rest] = texts(value, where);
  if (name === undefined || held === undefined || rest.length > 0) throw new UnreadableState(`${where} is no pair of texts`);
  return [name, held];
};

interface SavedIdentity {
  readonly trafficTypeId: string;
  readonly key: string;
  readonly values: readonly (readonly [attribute: string, value: string])[];
}

export const identity = fields<SavedIdentity>({ trafficTypeId: text, key: text, values: listOf(pair) });

const segmentTarget = fields<Extract<ChangeTarget, { kind: 'segment' }>>({
  kind: oneOf('segment'),
  name: text,
  operation: oneOf('CREATE', 'ARCHIVE'),
  keys: texts,
});

const flagTarget = fields<Extract<ChangeTarget, { kind: 'flag' }>>({
  kind: oneOf('flag'),
  name: text,
  operation: oneOf('KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE'),
  fields: orNone(definitionFields),
  shown: anyFields,
});

const target: Reading<ChangeTarget> = (value, where) => {
  const { kind } = fields<Pick<ChangeTarget, 'kind'>>({ kind: oneOf('segment', 'flag') })(value, where);
  if (kind === 'segment') return segmentTarget(value, where);
  const read = flagTarget(value, where);
  if ((read.operation === 'UPDATE' || read.operation === 'CREATE') !== (read.fields !== undefined)) {
    throw new UnreadableState(`fields of ${where} do not go with ${read.operation}`);
  }
  return read;
};

export const changeRequest = fields<ChangeRequest>({
  id: text,
  workspaceId: text,
  environmentId: text,
  title: text,
  submitter: text,
  approvers: texts,
  target,
  rolloutStatusId: orNull(text),
  rolloutStatusTimestamp: orNull(number),
  status: oneOf('REQUESTED', 'REJECTED', 'WITHDRAWN', 'PUBLISHED'),
  comments: listOf(
    fields<CommentEntry>({ comment: text, user: text, role: oneOf('SUBMITTER', 'APPROVER', 'EDITOR'), timestamp: number }),
  ),
});
