/** The document of a flag, and its draft where there is one. */
import { draftId, type DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { Connected } from '../connected.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import type { FlagTarget } from '../target.ts';
import type { Room } from './room.ts';

export interface PlaceAndDraft {
  readonly place: DefinitionPlace;
  readonly draft: DefinitionDraft | undefined;
}

export function placeOf(
  { drafts }: Pick<Room, 'drafts'>,
  { connectionId, connectionName }: Pick<Connected, 'connectionId' | 'connectionName'>,
  { workspace, environment, name }: FlagTarget,
): PlaceAndDraft {
  const place = { connectionId, connectionName, workspace, environment, flagName: name };
  return { place, draft: drafts.find(draftId(place)) };
}
