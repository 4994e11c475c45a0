/** Which document a command is about: what it was called with, the active editor's, or one of the drafts. */
import * as vscode from 'vscode';
import { draftId } from '../../operations/definitionDrafts/draft.ts';
import { addressOf, type DefinitionPlace } from '../definitionUri.ts';
import { askChoice } from '../ask.ts';
import { flagFrom } from '../target.ts';
import { commandStep, tellRefusal } from '../tell.ts';
import { draftPlace } from './draftPlace.ts';
import { placeOf } from './placeOf.ts';
import type { Room } from './room.ts';

const { t } = vscode.l10n;

/** Undefined = the user walked away, or was told that there is none. */
export async function chooseDraft(room: Room, argument: unknown, title: string): Promise<DefinitionPlace | undefined> {
  const given =
    placeFrom(argument) ?? (await fromNode(room, argument)) ?? placeFrom(vscode.window.activeTextEditor?.document.uri);
  if (given) return given;
  const drafts = room.drafts.all();
  if (drafts.length === 0) {
    tellRefusal(
      t('There is no draft of a definition. Open one and change it.'),
      commandStep(t('Open Flag Definition…'), 'flagAdmin.flag.open'),
    );
    return undefined;
  }
  const answer = await askChoice<DefinitionPlace>({
    title,
    placeholder: t('Which draft?'),
    options: drafts.map((draft) => ({
      label: draft.place.flagName,
      description: `${draft.place.workspace.name} / ${draft.place.environment.name}`,
      icon: new vscode.ThemeIcon('edit'),
      value: draftPlace(room, draft),
    })),
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

/** An address as such, or that of a row of the Source Control view. */
export function placeFrom(argument: unknown): DefinitionPlace | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  if ('resourceUri' in argument) return placeFrom(argument.resourceUri);
  if (!('scheme' in argument && 'path' in argument && 'query' in argument)) return undefined;
  const { scheme, path, query } = argument;
  if (typeof scheme !== 'string' || typeof path !== 'string' || typeof query !== 'string') return undefined;
  return addressOf({ scheme, path, query } as vscode.Uri)?.place;
}

async function fromNode(room: Room, argument: unknown): Promise<DefinitionPlace | undefined> {
  const target = flagFrom(argument);
  const connected = target && (await room.connections.orAsk());
  return connected && placeOf(room, connected, target).place;
}

/** The open document of a place: it may have the address of before its connection was renamed, and the one in which something is typed counts. */
export const documentOf = (place: DefinitionPlace): vscode.TextDocument | undefined => {
  const all = vscode.workspace.textDocuments.filter(({ uri }) => {
    const address = addressOf(uri);
    return address?.version === 'own' && draftId(address.place) === draftId(place);
  });
  return all.find(({ isDirty }) => isDirty) ?? all[0];
};

/** What the user wrote there: typed and not saved, or the draft; a document that nobody typed in may be out of date. */
export function ownText(room: Pick<Room, 'drafts'>, place: DefinitionPlace): string | undefined {
  const document = documentOf(place);
  return document?.isDirty === true ? document.getText() : room.drafts.find(draftId(place))?.text;
}
