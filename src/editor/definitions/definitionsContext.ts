/** The data that the parts of this feature share in a window. */
import type { DefinitionDraft } from '../../operations/definitions/drafts/draft.ts';
import type { AskText } from '../../operations/definitions/text/askText.ts';
import type { DraftList } from '../window/draftList.ts';
import type { Services } from '../window/services.ts';
import type { KnownNames } from './knownNames.ts';
import type { LiveDefinitions } from './live.ts';

export interface DefinitionsContext extends Services {
  /** The drafts of the window (`definitionDrafts`), already loaded. */
  readonly drafts: DraftList;
  readonly live: LiveDefinitions;
  readonly known: KnownNames;
  readonly ask: AskText;
  /** Returns the message of a draft: the title and comment for its change request, as typed so far. */
  messageOf(draft: DefinitionDraft): string;
}
