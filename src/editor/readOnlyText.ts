/** Text that can be looked at but not changed: what was found in a file, the keys of a segment, a definition. */
import * as vscode from 'vscode';

const SCHEME = 'flag-admin-text';

export interface ReadOnlyText extends vscode.Disposable {
  /** Opens a text, or shows it anew if a document of this name is open. `name` is its title and decides the language. */
  open(name: string, text: string, column?: vscode.ViewColumn): Promise<void>;
}

export function createReadOnlyText(): ReadOnlyText {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registered = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        texts.get(uri.path) ?? vscode.l10n.t('This view was not kept. Open it again from Flag Admin.'),
    }),
    // A text is kept for as long as it is open.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) texts.delete(uri.path);
    }),
    changed,
  );
  return {
    async open(name, text, column) {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
      texts.set(uri.path, text);
      changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: false, ...(column === undefined ? {} : { viewColumn: column }) });
    },
    dispose: () => void registered.dispose(),
  };
}
