/** What the views are made with. */
import type { DraftPlace, ListedDraft } from '../../operations/definitionDrafts/draft.ts';
import type { ServiceFacts, Store } from '../../operations/serviceFacts.ts';
import type { Connections } from '../service/connected.ts';
import type { Log } from '../log.ts';

export interface ExplorerParts {
  readonly connections: Connections;
  readonly serviceFacts: ServiceFacts;
  readonly log: Log;
  /** Keeps which own change requests were seen open. */
  readonly memory: Store;
  /** Keeps the filter of this workspace folder. */
  readonly workspaceMemory: Store;
  /** The Workspaces view has read what it shows at the top: when it is first seen in a window, and at each refresh. */
  onRead(): void;
  /** It was looked which change requests are open; `isDifferent` = others than at the look before. */
  onRequestsRead(isDifferent: boolean): void;
  draftOf(place: DraftPlace): ListedDraft | undefined;
}
