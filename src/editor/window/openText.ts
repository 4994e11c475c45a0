/** Opens read-only texts; the part of readOnlyText.ts that is loaded at its first use. */
import * as vscode from 'vscode';
import { after } from '../../time/clock.ts';
import { textScheme } from './names.ts';
import { labelText } from '../words/escape.ts';
import { linksOf } from './textLinks.ts';

/** `query` tells texts of one name apart, and names the files that places in the text are linked to. */
export type HowShown = vscode.TextDocumentShowOptions & { readonly query?: string };

/** The read-only texts of a window. */
export interface OpenTexts {
  /** By address. A text is kept for as long as it is open. */
  readonly all: Map<string, string>;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  /** By address: of those that the editor is taking over, what waits for that. */
  underWay?: Map<string, vscode.Disposable>;
  links?: vscode.Disposable;
}

export async function openText(
  texts: OpenTexts,
  name: string,
  text: string,
  { query, ...how }: HowShown = {},
): Promise<vscode.Uri> {
  texts.links ??= vscode.languages.registerDocumentLinkProvider({ scheme: textScheme }, { provideDocumentLinks: linksOf });
  const uri = keepText(texts, name, text, query);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false, ...how });
  return uri;
}

export function keepText(texts: OpenTexts, name: string, text: string, query = ''): vscode.Uri {
  // A slash would make a folder of what is before it, and the title only of what is behind.
  const uri = vscode.Uri.from({ scheme: textScheme, path: `/${labelText(name).replaceAll('/', '∕')}`, query });
  texts.all.set(uri.toString(), text);
  showAnew(texts, uri);
  return uri;
}

/** Milliseconds after which the editor is not waited for any longer: it may have had nothing to change. */
const PATIENCE = 10_000;

/**
 * Has a document that is open take its text over. Of several changes that it has not come to yet, the editor may put one in the
 * place of the text before the others, and show both: so each waits until the one before is seen in the document.
 */
function showAnew(texts: OpenTexts, uri: vscode.Uri): void {
  const address = uri.toString();
  const underWay = (texts.underWay ??= new Map());
  if (underWay.has(address)) return;
  const isThis = (document: vscode.TextDocument): boolean => document.uri.toString() === address;
  const document = vscode.workspace.textDocuments.find(isThis);
  if (document) {
    const sent = texts.all.get(address);
    if (document.getText() === sent) return;
    const goOn = (): void => {
      wait.dispose();
      underWay.delete(address);
      if (texts.all.has(address) && texts.all.get(address) !== sent) showAnew(texts, uri);
    };
    const limit = after(PATIENCE, goOn);
    const wait = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((change) => isThis(change.document) && goOn()),
      vscode.workspace.onDidCloseTextDocument((closed) => isThis(closed) && goOn()),
      limit,
    );
    underWay.set(address, wait);
  }
  texts.changed.fire(uri);
}

/** For a document that was open when the window went. */
export const missingText = (): string => vscode.l10n.t('This view was not kept. Open it again from Flag Admin.');
