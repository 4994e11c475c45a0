/** The document of a flag: in the format of its draft where there is one. */
import { draftId, type DefinitionDraft, type DraftFormat } from '../../operations/definitionDrafts/draft.ts';
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
  preferred: DraftFormat,
): PlaceAndDraft {
  const formats: readonly DraftFormat[] = preferred === 'yaml' ? ['yaml', 'json'] : ['json', 'yaml'];
  const places = formats.map((format) => ({ connectionId, connectionName, workspace, environment, flagName: name, format }));
  const found = places.map((place) => ({ place, draft: drafts.find(draftId(place)) }));
  return found.find(({ draft }) => draft !== undefined) ?? found[0]!;
}
