/** Opens read-only texts. readOnlyText.ts loads this file at its first use. */
import * as vscode from 'vscode';
import { after } from '../../time/clock.ts';
import { textScheme } from './names.ts';
import { labelText } from '../words/escape.ts';
import { linksOf } from './textLinks.ts';

/** `query` distinguishes texts with the same name. It also lists the files that the text links to. */
export type TextShowOptions = vscode.TextDocumentShowOptions & { readonly query?: string };

/** The read-only texts of a window. */
export interface OpenTexts {
  /** The texts by address. A text is removed when its document is closed. */
  readonly all: Map<string, string>;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  /** The listeners for documents that the editor is still updating, by address. */
  pendingUpdates?: Map<string, vscode.Disposable>;
  links?: vscode.Disposable;
}

export async function openText(
  texts: OpenTexts,
  name: string,
  text: string,
  { query, ...how }: TextShowOptions = {},
): Promise<vscode.Uri> {
  texts.links ??= vscode.languages.registerDocumentLinkProvider({ scheme: textScheme }, { provideDocumentLinks: linksOf });
  const uri = keepText(texts, name, text, query);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false, ...how });
  return uri;
}

export function keepText(texts: OpenTexts, name: string, text: string, query = ''): vscode.Uri {
  // If the name had a slash, the part before it would be a folder, and only the rest would be the title.
  const uri = vscode.Uri.from({ scheme: textScheme, path: `/${labelText(name).replaceAll('/', '∕')}`, query });
  texts.all.set(uri.toString(), text);
  updateDocument(texts, uri);
  return uri;
}

/** Milliseconds after which the wait for the editor ends. The wait must end, because an unchanged text causes no event. */
const MAX_WAIT = 10_000;

/**
 * Makes an open document show its new text. If several changes are pending, the editor may compute each from the same old text,
 * and then show the text twice. So each change waits until the document shows the previous one.
 */
function updateDocument(texts: OpenTexts, uri: vscode.Uri): void {
  const address = uri.toString();
  const pending = (texts.pendingUpdates ??= new Map());
  if (pending.has(address)) return;
  const hasAddress = (document: vscode.TextDocument): boolean => document.uri.toString() === address;
  const document = vscode.workspace.textDocuments.find(hasAddress);
  if (document) {
    const sent = texts.all.get(address);
    if (document.getText() === sent) return;
    const goOn = (): void => {
      wait.dispose();
      pending.delete(address);
      if (texts.all.has(address) && texts.all.get(address) !== sent) updateDocument(texts, uri);
    };
    const limit = after(MAX_WAIT, goOn);
    const wait = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((change) => hasAddress(change.document) && goOn()),
      vscode.workspace.onDidCloseTextDocument((closed) => hasAddress(closed) && goOn()),
      limit,
    );
    pending.set(address, wait);
  }
  texts.changed.fire(uri);
}

/** The text that is shown for a document that was open when the window closed, because the real text was not stored. */
export const missingText = (): string =>
  vscode.l10n.t('The content of this view was not stored. Open the view again from Flag Admin.');
