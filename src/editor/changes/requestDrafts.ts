/**
 * Stores drafts of change requests for the workspace folder. They survive a reload. A draft is deleted when its request is
 * submitted.
 */
import { openTable, type Store } from '../../operations/learned/store.ts';
import type { KeptText } from '../ask/keptText.ts';
import type { Connected } from '../window/connected.ts';
import { logFailure } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { ChangedObject, Payload } from './payload.ts';

/** The values that the user typed. Suggested values are not stored: they are computed anew each time. */
export interface TypedValues {
  readonly title: string;
  readonly comment: string;
  /** E-mail addresses separated by commas, as the user typed them. */
  readonly approvers: string;
  /** When to publish the change, in epoch milliseconds. Missing if it is published as soon as it is approved. */
  readonly scheduledFor?: number | undefined;
  readonly rolloutStatusId?: string;
  /** The name of the rollout status at the time when the user chose it. */
  readonly rolloutStatusName?: string;
}

export interface Draft {
  /** The scheme, host and port of the service. */
  readonly origin: string;
  /** The id of the connection that was in use. */
  readonly connectionId: string;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  /**
   * The change of the flag. Undefined for a change of keys, because the user chooses the keys anew. Also undefined for a change
   * that is too large to store.
   */
  readonly change: FlagChange | undefined;
  /** True if the draft belongs to an upload in several parts, which Resume Upload… continues. */
  readonly isPart?: true;
  /** The flag or segment that changes, and the operation. Stored even if `change` is undefined. */
  readonly object: ChangedObject;
  readonly typed: TypedValues;
  /** When the draft was stored, in epoch milliseconds. */
  readonly at: number;
}

type FlagChange = Extract<Payload, { flag: unknown }>;

/** The properties that identify a draft. */
export type DraftSubject = Pick<Draft, 'origin' | 'connectionId' | 'environment' | 'object'>;

export interface RequestDrafts {
  /** Returns the drafts of a connection, newest first. */
  all(connection: Pick<Connected, 'origin' | 'connectionId'>): readonly Draft[];
  /** Returns the draft for an object in an environment. Undefined if there is none. */
  of(connection: Pick<Connected, 'origin' | 'connectionId'>, environmentId: string, object: Draft['object']): Draft | undefined;
  save(draft: Draft): Promise<void>;
  drop(draft: DraftSubject): Promise<void>;
}

/** The maximum length of a stored change as JSON, in characters. A longer change is not stored. */
const MAX_CHARACTERS = 200_000;

type Row = readonly [
  origin: string,
  connectionId: string,
  environmentId: string,
  kind: string,
  name: string,
  operation: string,
  draft: Draft,
];

/**
 * When the user types a reason for the direct change of a flag, stores it as the comment of a draft. If the change becomes a
 * change request, the comment is already there.
 */
export function keptReason(
  { workspaceMemory, log }: Pick<Services, 'workspaceMemory' | 'log'>,
  connected: Connected,
  { workspace, environment }: Pick<Draft, 'workspace' | 'environment'>,
  object: ChangedObject,
): Pick<KeptText, 'text' | 'keep'> {
  const drafts = createRequestDrafts(workspaceMemory);
  const { origin, connectionId } = connected;
  const subject = { origin, connectionId, environment, object };
  const before = (): Draft | undefined => drafts.of(connected, environment.id, object);
  return {
    text: () => before()?.typed.comment || undefined,
    keep(comment) {
      const typed = { title: '', approvers: '', ...before()?.typed, comment };
      const draft = { change: undefined, ...before(), ...subject, workspace, typed, at: Date.now() };
      logFailure(Object.values(typed).some(Boolean) ? drafts.save(draft) : drafts.drop(subject), log);
    },
  };
}

export function createRequestDrafts(store: Store): RequestDrafts {
  const drafts = openTable<Row>(store, 'requests.drafts', { keyColumns: 6, maxRows: 30 });
  const keyOf = ({ origin, connectionId, environment, object: { kind, name, operation } }: DraftSubject) =>
    [origin, connectionId, environment.id, kind, name, operation] as const;
  return {
    all: ({ origin, connectionId }) =>
      drafts
        .rows(origin, connectionId)
        .map(([, , , , , , draft]) => draft)
        .toReversed(),
    of: ({ origin, connectionId }, id, { kind, name, operation }) =>
      drafts.find(origin, connectionId, id, kind, name, operation)?.[6],
    save(draft) {
      const isLarge = draft.change !== undefined && JSON.stringify(draft.change).length > MAX_CHARACTERS;
      return drafts.put([...keyOf(draft), isLarge ? { ...draft, change: undefined } : draft]);
    },
    drop: (draft) => drafts.remove(keyOf(draft)),
  };
}
