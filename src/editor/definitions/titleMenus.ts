/** What the menu of an open definition leaves out: only what is known not to apply. What was not read yet may. */
import * as vscode from 'vscode';
import type { DefinitionPlace } from '../texts/definitionUri.ts';
import { setContext } from '../command.ts';
import { contextKeys } from '../names.ts';
import type { DefinitionsContext } from './context.ts';
import { ownPlaces } from './documents.ts';

/** `stateChanged` fires after each reading and each change of a draft. */
export function narrowTitleMenus(
  { live, drafts }: Pick<DefinitionsContext, 'live' | 'drafts'>,
  stateChanged: vscode.Event<void>,
): vscode.Disposable {
  const openWhere = (isSo: (place: DefinitionPlace) => boolean): readonly string[] =>
    vscode.workspace.textDocuments.filter(({ uri }) => ownPlaces(uri).some(isSo)).map(({ uri }) => uri.toString());
  const isRead = (place: DefinitionPlace): boolean => live.known(place) !== undefined;
  const isKilled = (place: DefinitionPlace): boolean => live.known(place)?.definition?.killed === true;
  const isDefined = (place: DefinitionPlace): boolean => live.known(place)?.definition !== undefined;
  return stateChanged(() => {
    const unserved = openWhere((place) => isRead(place) && (isKilled(place) || !isDefined(place)));
    const unkilled = openWhere((place) => isRead(place) && !isKilled(place));
    void setContext(contextKeys.unserved, unserved);
    void setContext(contextKeys.unkilled, unkilled);
    void setContext(
      contextKeys.undrafted,
      openWhere((place) => !drafts.find(place)),
    );
  });
}
