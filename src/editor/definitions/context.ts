/** What the parts of this feature share in a window. */
import type { Uri } from 'vscode';
import type { DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { AskText } from '../../operations/definitionText/askText.ts';
import type { ServiceFacts } from '../../operations/serviceFacts.ts';
import type { Store } from '../../operations/store.ts';
import type { Connections } from '../service/connected.ts';
import type { Log } from '../log.ts';
import type { Propose } from '../service/proposal.ts';
import type { ReadOnlyText } from '../texts/readOnlyText.ts';
import type { EnvironmentRef } from '../service/target.ts';
import type { DraftList } from './draftList.ts';
import type { KnownNames } from './knownNames.ts';
import type { LiveDefinitions } from './live.ts';

export interface DefinitionsDeps {
  readonly connections: Connections;
  readonly serviceFacts: ServiceFacts;
  readonly log: Log;
  readonly memory: Store;
  /** Keeps what was typed for change requests and not submitted, for this workspace folder. */
  readonly workspaceMemory: Store;
  /** The folder that all windows share. */
  readonly storage: Uri;
  readonly texts: ReadOnlyText;
  readonly propose: Propose;
  /** The panel of the reviews with two definitions beside each other, in words. */
  readonly compare: (comparison: DraftComparison) => Promise<void>;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  /** Other flags than before may have a draft. */
  readonly draftsChanged: () => void;
}

export interface DraftComparison {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly flagName: string;
  readonly before: { readonly kind: 'environment'; readonly environment: EnvironmentRef };
  readonly after: { readonly kind: 'draft'; readonly id: string; readonly label: string };
}

export interface DefinitionsContext extends DefinitionsDeps {
  readonly drafts: DraftList;
  readonly live: LiveDefinitions;
  readonly known: KnownNames;
  readonly ask: AskText;
  /** What is to be the request's title and comment, as typed so far. */
  messageOf(draft: DefinitionDraft): string;
}
