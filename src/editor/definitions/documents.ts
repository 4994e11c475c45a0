/** The documents of definitions: finds the open ones, and creates their titles. */
import * as vscode from 'vscode';
import type { Span } from '../../domain/definitions/document/located.ts';
import { draftId } from '../../operations/definitions/drafts/draft.ts';
import { within } from '../../time/clock.ts';
import { addressOf, definitionUri, type DocumentPlace } from '../window/definitionUri.ts';
import { labelText } from '../words/escape.ts';

const { t } = vscode.l10n;

/** The maximum time to wait for a save that the editor has begun by itself, in milliseconds. */
const MAX_SAVE = 5_000;

/** Returns the title of a diff between a draft and the live definition. */
export const diffTitle = ({ flagName, environment }: DocumentPlace): string =>
  labelText(t('{0} ({1}: live ↔ draft)', flagName, environment.name));

/** Returns the command that compares the live definition with the draft. */
export const showChanges = (place: DocumentPlace): vscode.Command => ({
  title: t('Show Changes'),
  command: 'vscode.diff',
  arguments: [definitionUri(place, 'live'), definitionUri(place), diffTitle(place)],
});

/**
 * Finds the open document of a definition. There may be two, because the address of a document may contain an old name of the
 * connection. A document with unsaved text takes precedence.
 */
export const documentOf = (place: DocumentPlace): vscode.TextDocument | undefined => {
  const all = vscode.workspace.textDocuments.filter(({ uri }) => draftIdOfDocument(uri) === draftId(place));
  return all.find(({ isDirty }) => isDirty) ?? all[0];
};

/**
 * Saves the unsaved text of a definition. Returns false if it can't be saved. The editor itself has reported that.
 *
 * `TextDocument.save` also returns false while the editor begins to save by itself. Nothing distinguishes this from a failure, so
 * this function then waits for the end of such a save. After a failure, it waits in vain, for MAX_SAVE.
 */
export async function saveUnsaved(place: DocumentPlace): Promise<boolean> {
  const document = documentOf(place);
  if (document?.isDirty !== true) return true;
  const { promise: saved, resolve } = Promise.withResolvers<true>();
  const listening = vscode.workspace.onDidSaveTextDocument((one) => one === document && resolve(true));
  try {
    return (await document.save()) || (await within(MAX_SAVE, saved)) === true;
  } finally {
    listening.dispose();
  }
}

/**
 * Returns the places of all definitions whose documents are loaded in the editor. A document stays loaded for a while after
 * its tab was closed.
 */
export const openPlaces = (): readonly DocumentPlace[] =>
  vscode.workspace.textDocuments.flatMap(({ uri }) => editablePlace(uri) ?? []);

/** Returns the places of the definitions whose document is in a tab, in a diff, or visible in another way. */
export function visiblePlaces(): readonly DocumentPlace[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap(({ input }) => urisOf(input)));
  const inSight = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  const uris = new Map([...tabs, ...inSight].map((uri) => [uri.toString(), uri]));
  return [...uris.values()].flatMap((uri) => editablePlace(uri) ?? []);
}

/**
 * Returns the place of an editable definition. Undefined for any other document, including the texts that a definition is
 * compared with.
 */
export function editablePlace(uri: vscode.Uri): DocumentPlace | undefined {
  const address = addressOf(uri);
  return address?.version === 'own' ? address.place : undefined;
}

/** Returns the id of the document's draft, whether or not the draft exists. */
export function draftIdOfDocument(uri: vscode.Uri): string | undefined {
  const place = editablePlace(uri);
  return place && draftId(place);
}

function urisOf(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

export const rangeOf = (document: vscode.TextDocument, { start, end }: Span): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));
