/** Read-only texts, for example a report, the keys of a segment, or a definition. */
import * as vscode from 'vscode';
import { textScheme } from './names.ts';
import type { TextShowOptions, OpenTexts } from './openText.ts';

export interface ReadOnlyText extends vscode.Disposable {
  /** Opens a text, or updates the open document of this name. `name` is its title and decides the language. */
  open(name: string, text: string, how?: TextShowOptions): Promise<vscode.Uri>;
  /** Stores a text and returns its address. An open document of this name shows it. */
  keep(name: string, text: string, query?: string): Promise<vscode.Uri>;
}

export function createReadOnlyText(): ReadOnlyText {
  const all = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const texts: OpenTexts = { all, changed };
  const load = (): Promise<typeof import('./openText.ts')> => import('./openText.ts');
  const registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(textScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => all.get(uri.toString()) ?? (await load()).missingText(),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void all.delete(uri.toString())),
    changed,
    { dispose: () => [texts.links, ...(texts.pendingUpdates?.values() ?? [])].forEach((each) => void each?.dispose()) },
  );
  return {
    open: async (...what) => (await load()).openText(texts, ...what),
    keep: async (...what) => (await load()).keepText(texts, ...what),
    dispose: () => void registered.dispose(),
  };
}
