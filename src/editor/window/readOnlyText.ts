/** Text that can be looked at but not changed: what was found in a file, the keys of a segment, a definition. */
import * as vscode from 'vscode';

export const textScheme = 'flag-admin-text';

/** `query` tells texts of one name apart, and names the files that places in the text are linked to. */
export type HowShown = vscode.TextDocumentShowOptions & { readonly query?: string };

export interface ReadOnlyText extends vscode.Disposable {
  /** Opens a text, or shows it anew if a document of this name is open. `name` is its title and decides the language. */
  open(name: string, text: string, how?: HowShown): Promise<vscode.Uri>;
  /** Gives the address of a text; a document of this name that is open shows it. */
  keep(name: string, text: string, query?: string): Promise<vscode.Uri>;
}

/** What is kept of all texts of a window. */
export interface Texts {
  /** By address. A text is kept for as long as it is open. */
  readonly all: Map<string, string>;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  /** By address: of those that the editor is taking over, what waits for that. */
  underWay?: Map<string, vscode.Disposable>;
  links?: vscode.Disposable;
}

export function createReadOnlyText(): ReadOnlyText {
  const all = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const texts: Texts = { all, changed };
  const load = (): Promise<typeof import('./openText.ts')> => import('./openText.ts');
  const registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(textScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => all.get(uri.toString()) ?? (await load()).missingText(),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void all.delete(uri.toString())),
    changed,
    { dispose: () => [texts.links, ...(texts.underWay?.values() ?? [])].forEach((each) => void each?.dispose()) },
  );
  return {
    open: async (...what) => (await load()).openText(texts, ...what),
    keep: async (...what) => (await load()).keepText(texts, ...what),
    dispose: () => void registered.dispose(),
  };
}
