/** What the views are made with. */
import type { DraftPlace, ListedDraft } from '../../operations/definitionDrafts/draft.ts';
import type { ServiceFacts, Store } from '../../operations/serviceFacts.ts';
import type { Connections } from '../service/connected.ts';
import type { Log } from '../log.ts';

export interface ExplorerParts {
  readonly connections: Connections;
  readonly serviceFacts: ServiceFacts;
  readonly log: Log;
  /** Stores which of the user's change requests were open at the last reading. */
  readonly memory: Store;
  /** Keeps the filter of this workspace folder. */
  readonly workspaceMemory: Store;
  /** The Workspaces view has read its first level: when it first becomes visible in a window, and at each refresh. */
  onRead(): void;
  /** The open change requests were read; `isDifferent` = others than at the last reading. */
  onRequestsRead(isDifferent: boolean): void;
  draftOf(place: DraftPlace): ListedDraft | undefined;
}
