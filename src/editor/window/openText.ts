/** Opens read-only texts; the part of readOnlyText.ts that is loaded at its first use. */
import * as vscode from 'vscode';
import { after } from '../../time/clock.ts';
import { textScheme, type HowShown, type Texts } from './readOnlyText.ts';
import { labelText } from '../words/escape.ts';
import { linksOf } from './textLinks.ts';

export async function openText(texts: Texts, name: string, text: string, { query, ...how }: HowShown = {}): Promise<vscode.Uri> {
  texts.links ??= vscode.languages.registerDocumentLinkProvider({ scheme: textScheme }, { provideDocumentLinks: linksOf });
  const uri = keepText(texts, name, text, query);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false, ...how });
  return uri;
}

export function keepText(texts: Texts, name: string, text: string, query = ''): vscode.Uri {
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
function showAnew(texts: Texts, uri: vscode.Uri): void {
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
