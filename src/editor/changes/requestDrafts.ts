/** Drafts of change requests: stored for the workspace folder, over a reload, until they are submitted. */
import { openTable, type Store } from '../../operations/learned/store.ts';
import type { Connected } from '../window/connected.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { ChangedObject, Payload } from './payload.ts';

/** What the user typed. Suggestions are not stored: the next time they may be others. */
export interface Typed {
  readonly title: string;
  readonly comment: string;
  /** As typed: addresses separated by commas. */
  readonly approvers: string;
  /** When it is to be published, in epoch milliseconds; absent: as soon as it is approved. */
  readonly scheduledFor?: number | undefined;
  readonly rolloutStatusId?: string;
  /** As the service called it when it was chosen. */
  readonly rolloutStatusName?: string;
}

export interface Draft {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The connection that it was typed for. */
  readonly connectionId: string;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  /** Undefined for keys, which are chosen again, and for a change that is too large to store. */
  readonly change: FlagChange | undefined;
  /** Its keys belong to an upload that goes on by itself (Resume Upload…). */
  readonly isPart?: true;
  /** What it is about, also where the change is not stored. */
  readonly object: ChangedObject;
  readonly typed: Typed;
  /** Epoch milliseconds. */
  readonly at: number;
}

type FlagChange = Extract<Payload, { flag: unknown }>;

/** What a draft was typed for. */
export type DraftSubject = Pick<Draft, 'origin' | 'connectionId' | 'environment' | 'object'>;

export interface RequestDrafts {
  /** Those of a connection, the newest first. */
  all(connection: Pick<Connected, 'origin' | 'connectionId'>): readonly Draft[];
  of(connection: Pick<Connected, 'origin' | 'connectionId'>, environmentId: string, object: Draft['object']): Draft | undefined;
  save(draft: Draft): Promise<void>;
  drop(draft: DraftSubject): Promise<void>;
}

/** Characters of a change as JSON. */
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

export function createDrafts(store: Store): RequestDrafts {
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
      drafts.rows(origin, connectionId, id, kind, name, operation)[0]?.[6],
    save(draft) {
      const isLarge = draft.change !== undefined && JSON.stringify(draft.change).length > MAX_CHARACTERS;
      return drafts.put([...keyOf(draft), isLarge ? { ...draft, change: undefined } : draft]);
    },
    drop: (draft) => drafts.remove(keyOf(draft)),
  };
}
