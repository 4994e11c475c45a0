/**
 * What the sandbox knows: one object with everything that a call may change (API keys are not in it). Its schema reads the
 * state file, and its types come from the schema. `textOf` and `worldOf` turn it into JSON and back: a map becomes the list
 * of its entries, a set the list of its items.
 */
import * as z from 'zod/mini';
import { isJsonObject, mustBeModest } from '../bodyFields.ts';
import { MAX_DEFINITION } from '../limits.ts';

const text = z.string();
const named = { id: text, name: text };

/** A map by text, read from its entries. A name that is there twice is refused. */
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
  // Twice the bound of a definition: one in a change request has some fields besides.
  mustBeModest(value, 'A definition', 2 * MAX_DEFINITION);
  return true;
}

const anyFields = z.custom<Readonly<Record<string, unknown>>>(isModest);

/** What a client may send of a definition: the documented fields, and any others, as they came. */
export interface DefinitionFields {
  readonly name: string;
  readonly [field: string]: unknown;
}
const definitionFields = z.custom<DefinitionFields>((value) => isModest(value) && typeof value['name'] === 'string');

const trafficType = z.object({ ...named, displayAttributeId: z.nullable(text) });
const rolloutStatus = z.object({ ...named, description: text });

/** Times are epoch milliseconds. */
const segment = z.object({ ...named, description: text, trafficTypeId: text, creationTime: z.number() });

const flag = z.object({
  ...segment.shape,
  rolloutStatusId: z.nullable(text),
  rolloutStatusTimestamp: z.nullable(z.number()),
  tags: z.array(text),
  state: z.enum(['ACTIVE', 'ARCHIVED']),
});

/** A segment that is active in an environment. `audit` is its log, where removals of keys leave their comment. */
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
   * How changes reach the environment: directly, or by change requests whose approvers are chosen by the submitter or are
   * those that the environment is restricted to (admin-api.md, Approver rules by environment setting).
   */
  changeControl: z.enum(['off', 'submitters-choose', 'restricted']),
  /** Who may approve where that is `restricted`: e-mail addresses and names of API keys. */
  approvers: z.array(text),
  /** By segment name: the segments that are active here. */
  segments: mapOf(segmentDefinition),
  /** By flag name. */
  definitions: mapOf(flagDefinition),
  /** By traffic type id, then by key: the values of its attributes. */
  identities: mapOf(mapOf(mapOf(text))),
});

const workspace = z.object({
  ...named,
  requiresTitleAndComments: z.boolean(),
  trafficTypes: z.array(trafficType),
  rolloutStatuses: z.array(rolloutStatus),
  segments: mapOf(segment),
  /** Segments of two other kinds, which the sandbox knows by name only. */
  largeSegments: mapOf(segment),
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

/** `preview` is the definition as it would be, for answers; publishing applies `fields`, which UPDATE and CREATE have. */
const flagTarget = z
  .object({
    kind: z.literal('flag'),
    name: text,
    operation: z.enum(['KILL', 'RESTORE', 'UPDATE', 'CREATE', 'ARCHIVE']),
    fields: z.nullable(definitionFields),
    preview: anyFields,
  })
  .check(z.refine(({ operation, fields }) => ['UPDATE', 'CREATE'].includes(operation) === (fields !== null)));

/** Of a kind that the sandbox knows by name only; `fields` as they were sent. */
const otherTarget = z.object({
  kind: z.enum(['ruleBasedSegment', 'largeSegment']),
  name: text,
  operation: text,
  fields: anyFields,
});

/** `user` is an API key (by its name) or a person (by e-mail address). */
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
  /** When it is to be published once it is approved; `zone` is for display only. */
  schedule: z.optional(z.object({ at: z.number(), zone: text })),
  comments: z.array(commentEntry),
});

const world = z.object({
  format: z.literal('flag-admin-sandbox'),
  /** To be raised with every change that an older sandbox would misread. */
  version: z.literal(3),
  organizationId: text,
  startedAt: z.number(),
  /** How many ids were given out since the sample was made: the next one is made from it. */
  idsGiven: z.int().check(z.minimum(0)),
  /** Bytes of all bodies that were accepted and stored, but for uploads of keys: what bounds the memory. */
  storedBytes: z.int().check(z.minimum(0)),
  workspaces: z.array(workspace).check(z.minLength(1)),
  /** Oldest first; none is ever taken out. */
  changeRequests: z.array(changeRequest),
});

export interface Named {
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

/** The world as the text of a state file. */
export function textOf(known: World): string {
  return JSON.stringify(known, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  );
}

/** The world of such a text. The message of the error says why it is none. */
export function worldOf(source: string): World {
  const read = z.safeParse(world, JSON.parse(source));
  if (!read.success) throw new Error(`${read.error.issues[0]?.path.join('.') || 'it'} is not right`);
  for (const one of read.data.workspaces) mustBeWhole(one);
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

/** Nothing in an environment is without what it is of. */
function mustBeWhole({ flags, segments, trafficTypes, environments }: StoredWorkspace): void {
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
