/**
 * The world: one object with everything that a call may change (without the API keys). Its schema reads the state file, and its
 * types are derived from the schema. `textOf` and `worldOf` convert it into JSON and back: a map becomes the list of its
 * entries, a set the list of its items.
 */
import * as z from 'zod/mini';
import { isJsonObject, mustBeSmall } from '../bodyFields.ts';
import { MAX_DEFINITION } from '../limits.ts';
import { stableId } from './stableId.ts';

const text = z.string();
const named = { id: text, name: text };

/** A map with texts as keys, read from its entries. Refuses entries with the same key. */
function mapOf<T extends z.core.$ZodType>(item: T) {
  const entries = z.array(z.tuple([text, item])) as unknown as z.ZodMiniType<[string, z.output<T>][]>;
  const isWithoutTwins = z.refine<[string, unknown][]>((all) => new Set(all.map(([name]) => name)).size === all.length);
  return z.pipe(
    entries.check(isWithoutTwins),
    z.transform((all) => new Map(all)),
  );
}

const keySet = z.pipe(
  z.array(text).check(z.refine((keys) => new Set(keys).size === keys.length)),
  z.transform((keys): ReadonlySet<string> => new Set(keys)),
);

function isModest(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) return false;
  // Twice the limit of a definition, because a definition in a change request has additional fields.
  mustBeSmall(value, 'A definition', 2 * MAX_DEFINITION);
  return true;
}

const anyFields = z.custom<Readonly<Record<string, unknown>>>(isModest);

/** The fields of a definition that a client may send: the documented fields, and any others, unchanged. */
export interface DefinitionFields {
  readonly name: string;
  readonly [field: string]: unknown;
}
const definitionFields = z.custom<DefinitionFields>((value) => isModest(value) && typeof value['name'] === 'string');

const trafficType = z.object({ ...named, displayAttributeId: z.nullable(text) });
const rolloutStatus = z.object({ ...named, description: text });

/** Times are in epoch milliseconds. */
const segment = z.object({ ...named, description: text, trafficTypeId: text, creationTime: z.number() });

const flag = z.object({
  ...segment.shape,
  rolloutStatusId: z.nullable(text),
  rolloutStatusTimestamp: z.nullable(z.number()),
  tags: z.array(text),
  state: z.enum(['ACTIVE', 'ARCHIVED']),
});

/** A segment that is active in an environment. `audit` is its log, which contains the comments of changes of its keys. */
const segmentDefinition = z.object({
  id: text,
  creationTime: z.number(),
  creator: text,
  lastUpdateTime: z.number(),
  keys: keySet,
  openChangeRequestId: z.nullable(text),
  audit: z.array(z.object({ timestamp: z.number(), user: text, comment: text })),
});

const flagDefinition = z.object({
  id: text,
  creationTime: z.number(),
  lastUpdateTime: z.number(),
  lastTrafficReceivedAt: z.nullable(z.number()),
  killed: z.boolean(),
  fields: definitionFields,
  openChangeRequestId: z.nullable(text),
});

const environment = z.object({
  ...named,
  production: z.boolean(),
  /**
   * How changes reach the environment: directly (`off`), or by change requests. Either the submitter chooses the approvers of a
   * request, or only certain approvers may approve it (admin-api.md, Approver rules by environment setting).
   */
  changeControl: z.enum(['off', 'submitters-choose', 'restricted']),
  /** Who may approve if `changeControl` is `restricted`: e-mail addresses and names of API keys. */
  approvers: z.array(text),
  /** The segments that are active in the environment, by name. */
  segments: mapOf(segmentDefinition),
  /** The definitions in the environment, by flag name. */
  definitions: mapOf(flagDefinition),
  /** The values of the attributes of each key, by traffic type id and then by key. */
  identities: mapOf(mapOf(mapOf(text))),
});

const workspace = z.object({
  ...named,
  requiresTitleAndComments: z.boolean(),
  trafficTypes: z.array(trafficType),
  rolloutStatuses: z.array(rolloutStatus),
  segments: mapOf(segment),
  /** The sandbox does not know the keys of large segments. */
  largeSegments: mapOf(segment),
  /** The sandbox does not know the rules of rule-based segments. */
  ruleBasedSegments: mapOf(segment),
  flags: mapOf(flag),
  environments: z.array(environment).check(z.minLength(1)),
});

const segmentTarget = z.object({
  kind: z.literal('segment'),
  name: text,
  operation: z.enum(['CREATE', 'ARCHIVE']),
  keys: z.array(text),
});

/** The target of a request for a flag. */
const flagTarget = z
  .object({
    kind: z.literal('flag'),
    name: text,
    operation: z.enum(['KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE']),
    /** The definition to store when the request is published. Only UPDATE and CREATE have one. */
    fields: z.nullable(definitionFields),
    /** The definition that answers show as the result of the request. */
    preview: anyFields,
  })
  .check(z.refine(({ operation, fields }) => ['UPDATE', 'CREATE'].includes(operation) === (fields !== null)));

/**
 * The target of a request for a segment of another kind, of which the sandbox knows only the name. `fields` contains the fields
 * as they were sent.
 */
const otherTarget = z.object({
  kind: z.enum(['ruleBasedSegment', 'largeSegment']),
  name: text,
  operation: text,
  fields: anyFields,
});

/** `user` is the name of an API key or the e-mail address of a person. */
const commentEntry = z.object({
  comment: text,
  user: text,
  role: z.enum(['SUBMITTER', 'APPROVER', 'EDITOR']),
  timestamp: z.number(),
});

const changeRequest = z.object({
  id: text,
  workspaceId: text,
  environmentId: text,
  title: text,
  submitter: text,
  approvers: z.array(text),
  target: z.discriminatedUnion('kind', [segmentTarget, flagTarget, otherTarget]),
  rolloutStatusId: z.nullable(text),
  rolloutStatusTimestamp: z.nullable(z.number()),
  status: z.enum(['REQUESTED', 'SCHEDULE_REQUESTED', 'SCHEDULED', 'REJECTED', 'WITHDRAWN', 'PUBLISHED']),
  /** When the request is to be published after its approval. `zone` is for display only. */
  schedule: z.optional(z.object({ at: z.number(), zone: text })),
  comments: z.array(commentEntry),
});

const world = z.object({
  format: z.literal('flag-admin-sandbox'),
  /** Increase the version with every change of the format that an older sandbox would misread. */
  version: z.literal(3),
  organizationId: text,
  startedAt: z.number(),
  /** The number of ids issued since the sample was created. The next id is derived from it. */
  idsGiven: z.int().check(z.minimum(0)),
  /** Bytes of all bodies that were accepted and stored, except uploads of keys. This limits the memory. */
  storedBytes: z.int().check(z.minimum(0)),
  workspaces: z.array(workspace).check(z.minLength(1)),
  /** Oldest first. Requests are never removed. */
  changeRequests: z.array(changeRequest),
});

export interface NamedItem {
  readonly id: string;
  readonly name: string;
}
export type StoredComment = z.output<typeof commentEntry>;
export type StoredSegment = z.output<typeof segment>;
export type StoredSegmentDefinition = z.output<typeof segmentDefinition>;
export type StoredFlag = z.output<typeof flag>;
export type StoredFlagDefinition = z.output<typeof flagDefinition>;
export type StoredTrafficType = z.output<typeof trafficType>;
export type StoredEnvironment = z.output<typeof environment>;
export type ChangeControl = StoredEnvironment['changeControl'];
export type StoredWorkspace = z.output<typeof workspace>;
export type StoredSegmentTarget = z.output<typeof segmentTarget>;
export type StoredFlagTarget = z.output<typeof flagTarget>;
export type StoredOtherTarget = z.output<typeof otherTarget>;
export type StoredRequest = z.output<typeof changeRequest>;
export type World = z.output<typeof world>;

/** Creates a world without change requests. `now` in epoch milliseconds. */
export const newWorld = (workspaces: StoredWorkspace[], now: number): World => ({
  format: 'flag-admin-sandbox',
  version: 3,
  organizationId: stableId('organization'),
  startedAt: now,
  idsGiven: 0,
  storedBytes: 0,
  workspaces,
  changeRequests: [],
});

/** Returns the world as the text of a state file. */
export function textOf(known: World): string {
  return JSON.stringify(known, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  );
}

/** Parses the text of a state file. If the text is not a valid world, the error message contains the reason. */
export function worldOf(source: string): World {
  const read = z.safeParse(world, JSON.parse(source));
  if (!read.success) throw new Error(`${read.error.issues[0]?.path.join('.') || 'it'} is not right`);
  for (const one of read.data.workspaces) mustBeConsistent(one);
  const environments = read.data.workspaces.flatMap((one) => one.environments.map(({ id }) => `${one.id} ${id}`));
  must(new Set(environments).size === environments.length, 'an environment is there twice');
  for (const { workspaceId, environmentId } of read.data.changeRequests) {
    must(environments.includes(`${workspaceId} ${environmentId}`), 'the environment of a change request is missing');
  }
  return read.data;
}

function must(isRight: boolean, sentence: string): void {
  if (!isRight) throw new Error(sentence);
}

/** Requires that every object in an environment belongs to an object of the workspace. */
function mustBeConsistent({ flags, segments, trafficTypes, environments }: StoredWorkspace): void {
  for (const each of environments) {
    for (const name of each.segments.keys()) must(segments.has(name), `segment ${name} is missing`);
    for (const name of each.definitions.keys()) must(flags.has(name), `flag ${name} is missing`);
    for (const id of each.identities.keys())
      must(
        trafficTypes.some((type) => type.id === id),
        `traffic type ${id} is missing`,
      );
  }
}
