/** Opens read-only texts; the part of readOnlyText.ts that is loaded at its first use. */
import * as vscode from 'vscode';
import { textScheme, type HowShown, type Texts } from './readOnlyText.ts';
import { linksOf } from './textLinks.ts';

export async function openText(texts: Texts, name: string, text: string, { query, ...how }: HowShown = {}): Promise<vscode.Uri> {
  texts.links ??= vscode.languages.registerDocumentLinkProvider({ scheme: textScheme }, { provideDocumentLinks: linksOf });
  const uri = keepText(texts, name, text, query);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false, ...how });
  return uri;
}

export function keepText({ all, changed }: Texts, name: string, text: string, query = ''): vscode.Uri {
  // A slash would make a folder of what is before it, and the title only of what is behind.
  const uri = vscode.Uri.from({ scheme: textScheme, path: `/${name.replaceAll('/', '∕')}`, query });
  all.set(uri.toString(), text);
  changed.fire(uri);
  return uri;
}

/** For a document that was open when the window went. */
export const notKept = (): string => vscode.l10n.t('This view was not kept. Open it again from Flag Admin.');
