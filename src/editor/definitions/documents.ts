/** The documents of definitions: their titles, and which of them are open. */
import * as vscode from 'vscode';
import type { Span } from '../../domain/definitions/document/located.ts';
import { draftId } from '../../operations/definitions/drafts/draft.ts';
import { addressOf, definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { labelText } from '../words/escape.ts';

const { t } = vscode.l10n;

/** Of a diff of a draft against the live definition. */
export const diffTitle = ({ flagName, environment }: DocumentPlace): string =>
  labelText(t('{0} ({1}: live ↔ draft)', flagName, environment.name));

/** The live definition beside the draft. */
export const showChanges = (place: DocumentPlace): vscode.Command => ({
  title: t('Show Changes'),
  command: 'vscode.diff',
  arguments: [definitionUri(place, 'live'), definitionUri(place), diffTitle(place)],
});

/** The open document of a place: it may have the address of before its connection was renamed, and one with unsaved text counts. */
export const documentOf = (place: DocumentPlace): vscode.TextDocument | undefined => {
  const all = vscode.workspace.textDocuments.filter(({ uri }) => ownId(uri) === draftId(place));
  return all.find(({ isDirty }) => isDirty) ?? all[0];
};

/** All whose document the editor has, also for a while after its tab was closed. */
export const openPlaces = (): readonly DocumentPlace[] =>
  vscode.workspace.textDocuments.flatMap(({ uri }) => ownPlace(uri) ?? []);

/** Of the documents in a tab, behind a diff, or otherwise in sight, each once. */
export function visiblePlaces(): readonly DocumentPlace[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap(({ input }) => urisOf(input)));
  const inSight = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  const uris = new Map([...tabs, ...inSight].map((uri) => [uri.toString(), uri]));
  return [...uris.values()].flatMap((uri) => ownPlace(uri) ?? []);
}

/** Undefined for what is no definition, or a text that it is compared with. */
export function ownPlace(uri: vscode.Uri): DocumentPlace | undefined {
  const address = addressOf(uri);
  return address?.version === 'own' ? address.place : undefined;
}

/** The id of the draft that the document is of, or would be. */
export function ownId(uri: vscode.Uri): string | undefined {
  const place = ownPlace(uri);
  return place && draftId(place);
}

function urisOf(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

export const rangeOf = (document: vscode.TextDocument, { start, end }: Span): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));
