/** Change requests that were begun and not submitted: kept for the workspace folder, over a reload, until they are. */
import type { Store } from '../../operations/serviceFacts.ts';
import type { ProposedChange } from './proposal.ts';
import type { EnvironmentRef, WorkspaceRef } from './target.ts';

/** What somebody typed; what was only suggested is not kept, for the next time something else may be proposed. */
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
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  /** Undefined of keys, which are nothing to keep here: they are chosen again; and where it was too much to keep. */
  readonly change: FlagChange | undefined;
  /** Its keys belong to an upload that goes on by itself (Resume Upload…). */
  readonly isPart?: true;
  /** What it is about, also where the change is not kept. */
  readonly object: { readonly kind: 'flag' | 'segment'; readonly name: string; readonly operation: string };
  readonly typed: Typed;
  /** Epoch milliseconds. */
  readonly at: number;
}

type FlagChange = Extract<ProposedChange, { flag: unknown }>;

export interface Drafts {
  /** Newest first. */
  all(origin: string): readonly Draft[];
  of(origin: string, environmentId: string, object: Draft['object']): Draft | undefined;
  keep(draft: Draft): Promise<void>;
  drop(draft: Pick<Draft, 'origin' | 'environment' | 'object'>): Promise<void>;
}

const DRAFTS = 'requests.drafts';
const MAX_DRAFTS = 30;
/** Characters of a change as JSON. */
const MAX_CHARACTERS = 200_000;

export function createDrafts(store: Store): Drafts {
  /** Drafts were kept with their keys once: these are left out, and gone with the next that is kept. */
  const read = (): readonly Draft[] =>
    (store.get<readonly Draft[]>(DRAFTS) ?? []).map((draft) =>
      draft.object.kind === 'segment' ? { ...draft, change: undefined } : draft,
    );
  const isOf = (draft: Draft, { origin, environment, object }: Pick<Draft, 'origin' | 'environment' | 'object'>): boolean =>
    draft.origin === origin &&
    draft.environment.id === environment.id &&
    draft.object.kind === object.kind &&
    draft.object.name === object.name &&
    draft.object.operation === object.operation;
  return {
    all: (origin) => read().filter((draft) => draft.origin === origin),
    of: (origin, id, object) =>
      read().find((draft) => isOf(draft, { origin, environment: { ...draft.environment, id }, object })),
    async keep(draft) {
      const isLarge = draft.change !== undefined && JSON.stringify(draft.change).length > MAX_CHARACTERS;
      const kept = isLarge ? { ...draft, change: undefined } : draft;
      await store.update(DRAFTS, [kept, ...read().filter((other) => !isOf(other, draft))].slice(0, MAX_DRAFTS));
    },
    async drop(draft) {
      const others = read().filter((other) => !isOf(other, draft));
      if (others.length < read().length) await store.update(DRAFTS, others);
    },
  };
}

export function objectOf(change: ProposedChange): Draft['object'] {
  return 'segment' in change
    ? { kind: 'segment', name: change.segment.name, operation: change.operationType }
    : { kind: 'flag', name: change.flag.name, operation: change.operationType };
}
