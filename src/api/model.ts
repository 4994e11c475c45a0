/**
 * Schemas and types of what the service sends and accepts (admin-api.md, Resources). Objects are loose: fields that
 * admin-api.md does not name stay as they are. The service's own term for a flag is already replaced by `flag` (see
 * vocabulary.ts).
 */
import * as z from 'zod/mini';
import { list } from './resources/list.ts';

const text = z.string();
const maybeText = z.optional(z.nullable(text));
const count = z.number();
/** Returns the schema of a list that some versions of the service send as null. */
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.optional(z.nullable(list(item))),
    z.transform((items) => items ?? []),
  );

export const Named = z.looseObject({ id: text, name: text });
export type Named = z.infer<typeof Named>;

export const Workspace = z.looseObject({
  id: text,
  name: text,
  requiresTitleAndComments: z.optional(z.nullable(z.boolean())),
});
export type Workspace = z.infer<typeof Workspace>;

export const Environment = z.looseObject({ id: text, name: text, production: z.optional(z.nullable(z.boolean())) });
export type Environment = z.infer<typeof Environment>;

export const RolloutStatus = z.looseObject({ id: text, name: text, description: maybeText });
export type RolloutStatus = z.infer<typeof RolloutStatus>;

export const TrafficType = z.looseObject({ id: text, name: text });
export type TrafficType = z.infer<typeof TrafficType>;

export const Segment = z.looseObject({
  name: text,
  description: maybeText,
  trafficType: z.optional(z.nullable(Named)),
  creationTime: z.optional(z.nullable(count)),
});
export type Segment = z.infer<typeof Segment>;

/** A segment's definition in one environment: the answer to activation and upload. */
export const SegmentDefinition = z.looseObject({ name: text, status: maybeText });
export type SegmentDefinition = z.infer<typeof SegmentDefinition>;

/**
 * A service without paging sends up to 100,000 keys in one answer (admin-api.md, Limits). So each key is checked in place,
 * because an array of object schemas copies every key and takes ten times as long.
 */
const KeyList = z.custom<{ [field: string]: unknown; key: string }[]>().check(({ value, issues }) => {
  const list: unknown = value;
  if (!Array.isArray(list)) {
    issues.push({ code: 'invalid_type', expected: 'array', input: list });
    return;
  }
  const wrong = list.findIndex((item: { key?: unknown } | null) => typeof item?.key !== 'string');
  if (wrong >= 0) issues.push({ code: 'invalid_type', expected: 'string', input: list[wrong], path: [wrong, 'key'] });
});

export const SegmentKeys = z.looseObject({
  keys: KeyList,
  openChangeRequestId: maybeText,
  /** Number of keys in the whole segment, not on this page. */
  count,
  offset: z.optional(z.nullable(count)),
  limit: z.optional(z.nullable(count)),
});
export type SegmentKeys = z.infer<typeof SegmentKeys>;

export const Treatment = z.looseObject({
  name: text,
  description: maybeText,
  configurations: maybeText,
  /** Individual targets: these keys get this treatment before any rule is evaluated. */
  keys: z.optional(z.nullable(list(text))),
  segments: z.optional(z.nullable(list(text))),
});
export type Treatment = z.infer<typeof Treatment>;

/** A share of the traffic; `size` is a percentage. */
export const Bucket = z.looseObject({ treatment: text, size: count });
export type Bucket = z.infer<typeof Bucket>;

/** The other fields of a matcher depend on `type`. Matchers of unknown types stay as they are. */
export const Matcher = z.looseObject({ type: text, negate: z.optional(z.nullable(z.boolean())), attribute: maybeText });
export type Matcher = z.infer<typeof Matcher>;

export const Rule = z.looseObject({
  buckets: listOf(Bucket),
  condition: z.looseObject({ combiner: maybeText, matchers: listOf(Matcher) }),
});
export type Rule = z.infer<typeof Rule>;

/**
 * Data about a definition or request that only the text of the answer contains, not the parsed value. largeNumbers.ts adds it.
 * It is never sent.
 */
export interface LargeNumber {
  /** A whole number beyond ±2^53, as it is written. The parsed value contains a different number, so it must not be sent back. */
  readonly largeNumber?: string;
}

/** A flag's definition in one environment, as read: with the response-only fields that the service adds. */
export const FlagDefinition = z.looseObject({
  name: text,
  treatments: listOf(Treatment),
  defaultTreatment: maybeText,
  trafficAllocation: z.optional(z.nullable(count)),
  rules: listOf(Rule),
  defaultRule: listOf(Bucket),
  killed: z.optional(z.nullable(z.boolean())),
  openChangeRequestId: maybeText,
  environment: z.optional(z.nullable(Named)),
  trafficType: z.optional(z.nullable(Named)),
});
export type FlagDefinition = z.infer<typeof FlagDefinition> & LargeNumber;

/** A flag at workspace level. */
export const Flag = z.looseObject({
  name: text,
  description: maybeText,
  trafficType: z.optional(z.nullable(Named)),
  rolloutStatus: z.optional(z.nullable(z.looseObject({ id: text }))),
  /** If `status` or `state` is `ARCHIVED`, the flag is archived (service-beyond.md). */
  status: z.optional(z.unknown()),
  state: z.optional(z.unknown()),
});
export type Flag = z.infer<typeof Flag>;

export const CommentEntry = z.looseObject({
  comment: maybeText,
  user: maybeText,
  role: maybeText,
  timestamp: z.optional(z.nullable(count)),
});
export type CommentEntry = z.infer<typeof CommentEntry>;

export const ChangeRequest = z.looseObject({
  id: text,
  /** `REQUESTED`, `APPROVED`, `REJECTED`, `WITHDRAWN`, `PUBLISHED`, or a status that admin-api.md does not name. */
  status: text,
  title: maybeText,
  comment: maybeText,
  workspace: z.optional(z.nullable(z.looseObject({ id: text }))),
  approvers: listOf(text),
  operationType: text,
  comments: listOf(CommentEntry),
  flag: z.optional(z.nullable(z.looseObject({ ...FlagDefinition.shape }))),
  segment: z.optional(z.nullable(z.looseObject({ name: text, keys: listOf(text) }))),
  rolloutStatus: z.optional(z.nullable(z.looseObject({ id: text }))),
  /** Epoch milliseconds. Only for a request that is scheduled for publication (service-beyond.md). */
  scheduledFor: z.optional(z.unknown()),
});
export type ChangeRequest = z.infer<typeof ChangeRequest> & LargeNumber;

/** The body of an error, and of a successful removal of keys. */
export const Message = z.looseObject({
  code: z.optional(z.nullable(count)),
  message: maybeText,
  details: maybeText,
  transactionId: maybeText,
});
export type Message = z.infer<typeof Message>;

export const Identity = z.looseObject({ key: text });
export type Identity = z.infer<typeof Identity>;
export const IdentityResult = z.looseObject({ objects: listOf(Identity), failed: listOf(z.unknown()) });
export type IdentityResult = z.infer<typeof IdentityResult>;

/** The answer to a deletion: the boolean `true`, or no body at all. */
export const Done = z.pipe(
  z.optional(z.literal(true)),
  z.transform(() => true as const),
);

/** The answer to a kill or a restore: the definition, or the boolean `true`. */
export const Switched = z.pipe(
  z.union([FlagDefinition, Done]),
  z.transform(() => true as const),
);

/** One page of a listing by offset. */
export interface Page<T> {
  readonly objects: readonly T[];
  readonly offset: number;
  readonly limit: number;
  readonly totalCount: number;
}

/** One page of a listing by markers. */
export interface MarkerPage<T> {
  readonly data: readonly T[];
  readonly nextMarker: string | undefined;
}

export type SegmentOperation = 'CREATE' | 'ARCHIVE';
export type FlagOperation = 'KILL' | 'RESTORE' | 'UPDATE' | 'CREATE' | 'ARCHIVE';

interface NewRequest {
  readonly title: string;
  readonly comment?: string;
  /** E-mail addresses. Must be empty if the environment restricts who can approve. */
  readonly approvers: readonly string[];
  /** When to publish the change after its approval. Only for a service that calls a flag `split`. */
  readonly schedule?: Schedule | undefined;
}

export interface Schedule {
  /** Epoch milliseconds. */
  readonly at: number;
  /** IANA name, for display only. */
  readonly zone: string;
}

/** A segment change request to submit: `CREATE` adds the keys, `ARCHIVE` removes them. */
export interface NewSegmentRequest extends NewRequest {
  readonly operationType: SegmentOperation;
  readonly segment: { readonly name: string; readonly keys: readonly string[] };
}

/** A flag change request to submit. `UPDATE` and `CREATE` need the full definition, the others only the name. */
export interface NewFlagRequest extends NewRequest {
  readonly operationType: FlagOperation;
  readonly flag: { readonly name: string; readonly [field: string]: unknown };
  /** The id of a rollout status; required for every operation but `KILL`. */
  readonly rolloutStatusId?: string;
}

export type NewChangeRequest = NewSegmentRequest | NewFlagRequest;
export type Decision = 'APPROVED' | 'WITHDRAWN' | 'REJECTED';
