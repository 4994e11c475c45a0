/**
 * What the sandbox knows: one plain-data object. Everything a call may change is in here (API keys are not), so that
 * forgetting it is replacing it, and keeping it is writing it to a file. What is `readonly` is never changed in place,
 * but replaced: worldCopy.ts shares it between a world and its copy.
 */

/**
 * How changes reach an environment: `off` directly, otherwise by change requests whose approvers are chosen by the
 * submitter or are those the environment restricts it to (admin-api.md, Approver rules by environment setting).
 */
export type ChangeControl = 'off' | 'submitters-choose' | 'restricted';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A word or note left by somebody: an API key (by its name) or a person (by e-mail address). Times are epoch ms. */
export interface CommentEntry {
  readonly comment: string;
  readonly user: string;
  readonly role: 'SUBMITTER' | 'APPROVER' | 'EDITOR';
  readonly timestamp: number;
}

/** One line of a segment's audit log, where removals of keys leave their comment. */
export interface AuditEntry {
  readonly timestamp: number;
  readonly user: string;
  readonly comment: string;
}

export interface SegmentDefinition {
  readonly id: string;
  readonly creationTime: number;
  readonly creator: string;
  lastUpdateTime: number;
  keys: ReadonlySet<string>;
  openChangeRequestId: string | null;
  audit: readonly AuditEntry[];
}

export interface Segment extends Named {
  readonly description: string;
  readonly trafficTypeId: string;
  readonly creationTime: number;
}

/** What a client may send of a definition: the documented fields, and any it sent besides, as they came. */
export interface DefinitionFields {
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface FlagDefinition {
  readonly id: string;
  readonly creationTime: number;
  lastUpdateTime: number;
  lastTrafficReceivedAt: number | null;
  killed: boolean;
  fields: DefinitionFields;
  openChangeRequestId: string | null;
}

export interface Flag extends Named {
  readonly trafficTypeId: string;
  readonly creationTime: number;
  description: string;
  rolloutStatusId: string | null;
  rolloutStatusTimestamp: number | null;
  tags: readonly string[];
}

export interface Environment extends Named {
  readonly production: boolean;
  readonly changeControl: ChangeControl;
  /** Who may approve where `changeControl` is `restricted`: e-mail addresses and names of API keys. */
  readonly approvers: readonly string[];
  /** By segment name: the segments that are active here. */
  readonly segments: Map<string, SegmentDefinition>;
  /** By flag name. */
  readonly definitions: Map<string, FlagDefinition>;
  /** By traffic type id, then by key: the values of its attributes, as strings. */
  readonly identities: Map<string, Map<string, ReadonlyMap<string, string>>>;
}

export interface RolloutStatus extends Named {
  readonly description: string;
}

export interface TrafficType extends Named {
  readonly displayAttributeId: string | null;
}

export interface Workspace extends Named {
  readonly requiresTitleAndComments: boolean;
  readonly environments: readonly Environment[];
  readonly trafficTypes: readonly TrafficType[];
  readonly rolloutStatuses: readonly RolloutStatus[];
  readonly segments: Map<string, Segment>;
  readonly flags: Map<string, Flag>;
}

export type ChangeRequestStatus = 'REQUESTED' | 'REJECTED' | 'WITHDRAWN' | 'PUBLISHED';

/** What a change request is about. `shown` is the definition as it would be, for answers; `fields` is what publishing applies. */
export type ChangeTarget =
  | {
      readonly kind: 'segment';
      readonly name: string;
      readonly operation: 'CREATE' | 'ARCHIVE';
      readonly keys: readonly string[];
    }
  | {
      readonly kind: 'flag';
      readonly name: string;
      readonly operation: 'KILL' | 'RESTORE' | 'UPDATE' | 'CREATE' | 'ARCHIVE';
      readonly fields: DefinitionFields | undefined;
      readonly shown: Readonly<Record<string, unknown>>;
    };

export interface ChangeRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly title: string;
  readonly submitter: string;
  readonly approvers: readonly string[];
  readonly target: ChangeTarget;
  readonly rolloutStatusId: string | null;
  readonly rolloutStatusTimestamp: number | null;
  status: ChangeRequestStatus;
  comments: readonly CommentEntry[];
}

export interface World {
  readonly organizationId: string;
  readonly startedAt: number;
  readonly workspaces: readonly Workspace[];
  /** Oldest first; none is ever taken out. */
  readonly changeRequests: ChangeRequest[];
  /** How many ids were given out since the sample was made: the next one is made from it. */
  idsGiven: number;
  /** Bytes of all bodies that were accepted and kept, but for uploads of keys: what bounds the memory. */
  bytesKept: number;
}
