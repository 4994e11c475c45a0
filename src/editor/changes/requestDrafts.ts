/** Drafts of change requests. They are stored for the workspace folder, and survive a reload until they are submitted. */
import { openTable, type Store } from '../../operations/learned/store.ts';
import type { KeptText } from '../ask/keptText.ts';
import type { Connected } from '../window/connected.ts';
import { logFailure } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { ChangedObject, Payload } from './payload.ts';

/** The texts that the user typed. Suggestions are not stored, because they may differ the next time. */
export interface Typed {
  readonly title: string;
  readonly comment: string;
  /** As typed: e-mail addresses separated by commas. */
  readonly approvers: string;
  /** When to publish the request, in epoch milliseconds. Absent = as soon as it is approved. */
  readonly scheduledFor?: number | undefined;
  readonly rolloutStatusId?: string;
  /** The name that the status had when it was chosen. */
  readonly rolloutStatusName?: string;
}

export interface Draft {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The connection for which the draft was typed. */
  readonly connectionId: string;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  /** Undefined for keys, which the user chooses again, and for a change that is too large to store. */
  readonly change: FlagChange | undefined;
  /** Present if the keys of the draft belong to an upload that is continued separately (Resume Upload…). */
  readonly isPart?: true;
  /** The object of the change, present even if the change is not stored. */
  readonly object: ChangedObject;
  readonly typed: Typed;
  /** Epoch milliseconds. */
  readonly at: number;
}

type FlagChange = Extract<Payload, { flag: unknown }>;

/** The properties that identify a draft. */
export type DraftSubject = Pick<Draft, 'origin' | 'connectionId' | 'environment' | 'object'>;

export interface RequestDrafts {
  /** The drafts of a connection, newest first. */
  all(connection: Pick<Connected, 'origin' | 'connectionId'>): readonly Draft[];
  of(connection: Pick<Connected, 'origin' | 'connectionId'>, environmentId: string, object: Draft['object']): Draft | undefined;
  save(draft: Draft): Promise<void>;
  drop(draft: DraftSubject): Promise<void>;
}

/** The longest change that is stored, in characters of JSON. */
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
 * Returns the reason that the user typed for the direct change of a flag. It is stored as the comment of a draft, so nobody has
 * to type it again if the change becomes a request.
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
