/** The definitions that somebody looks at. The editor keeps documents for a while after their tabs were closed: those don't count. */
import * as vscode from 'vscode';
import { addressOf, type DefinitionPlace } from '../definitionUri.ts';

/** Documents that can be changed, each once: in a tab, behind a diff, or otherwise in sight. */
export function shownPlaces(): readonly DefinitionPlace[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap(({ input }) => urisOf(input)));
  const inSight = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  const uris = new Map([...tabs, ...inSight].map((uri) => [uri.toString(), uri]));
  return [...uris.values()].flatMap(placeIn);
}

/** All whose document the editor has, also for a while after its tab was closed. */
export const openPlaces = (): readonly DefinitionPlace[] => vscode.workspace.textDocuments.flatMap(({ uri }) => placeIn(uri));

function placeIn(uri: vscode.Uri): readonly DefinitionPlace[] {
  const address = addressOf(uri);
  return address?.version === 'own' ? [address.place] : [];
}

function urisOf(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
