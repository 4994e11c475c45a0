/** What the parts of this feature share in a window. */
import type { Uri } from 'vscode';
import type { DefinitionDraft } from '../../operations/definitions/drafts/draft.ts';
import type { AskText } from '../../operations/definitions/text/askText.ts';
import type { ChangeServices } from '../changes/change.ts';
import type { EnvironmentRef } from '../window/target.ts';
import type { DraftList } from './draftList.ts';
import type { KnownNames } from './knownNames.ts';
import type { LiveDefinitions } from './live.ts';

export interface DefinitionsDeps extends ChangeServices {
  /** The folder that all windows share. */
  readonly storage: Uri;
  /** The panel of the reviews with two definitions beside each other, in words. */
  readonly compare: (comparison: DraftComparison) => Promise<void>;
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
