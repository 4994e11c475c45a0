/** Drafts of change requests: stored for the workspace folder, over a reload, until they are submitted. */
import type { Store } from '../../operations/learned/store.ts';
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

const DRAFTS = 'requests.drafts';
const MAX_DRAFTS = 30;
/** Characters of a change as JSON. */
const MAX_CHARACTERS = 200_000;

export function createDrafts(store: Store): RequestDrafts {
  const read = (): readonly Draft[] => store.get<readonly Draft[]>(DRAFTS) ?? [];
  const isThrough = (draft: Draft, { origin, connectionId }: Pick<Draft, 'origin' | 'connectionId'>): boolean =>
    draft.origin === origin && draft.connectionId === connectionId;
  const isOf = (draft: Draft, { environment, object, ...connection }: DraftSubject): boolean =>
    isThrough(draft, connection) &&
    draft.environment.id === environment.id &&
    draft.object.kind === object.kind &&
    draft.object.name === object.name &&
    draft.object.operation === object.operation;
  return {
    all: (connection) => read().filter((draft) => isThrough(draft, connection)),
    of: ({ origin, connectionId }, id, object) =>
      read().find((draft) => isOf(draft, { origin, connectionId, environment: { ...draft.environment, id }, object })),
    async save(draft) {
      const isLarge = draft.change !== undefined && JSON.stringify(draft.change).length > MAX_CHARACTERS;
      const stored = isLarge ? { ...draft, change: undefined } : draft;
      await store.update(DRAFTS, [stored, ...read().filter((other) => !isOf(other, draft))].slice(0, MAX_DRAFTS));
    },
    async drop(draft) {
      const others = read().filter((other) => !isOf(other, draft));
      if (others.length < read().length) await store.update(DRAFTS, others);
    },
  };
}
