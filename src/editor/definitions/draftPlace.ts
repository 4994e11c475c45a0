/** A draft's place with the name that its connection has now. */
import * as vscode from 'vscode';
import type { DefinitionDraft } from '../../operations/definitionDrafts/draft.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import type { Room } from './room.ts';

export function draftPlace({ connections }: Pick<Room, 'connections'>, { place }: DefinitionDraft): DefinitionPlace {
  return { ...place, connectionName: connections.nameOf(place.connectionId) ?? vscode.l10n.t('removed connection') };
}

/** To tell drafts apart in a sentence. */
export const draftTitle = ({ place }: Pick<DefinitionDraft, 'place'>): string =>
  vscode.l10n.t('{0} in {1} / {2}', place.flagName, place.workspace.name, place.environment.name);
