/** The folders that use flags in code: reads their `.flagadmin.json`, and shows a problem in the file if it can't be used. */
import * as vscode from 'vscode';
import { codeConfig } from '../window/names.ts';
import { isObject } from '../window/target.ts';
import { plainText } from '../words/escape.ts';

const { t } = vscode.l10n;

/** A `.flagadmin.json`, and its text. */
export interface CodeFile {
  readonly file: vscode.Uri;
  readonly text: string;
}

interface Config {
  /** The name of the workspace. */
  readonly workspace: string;
  readonly wrappers: readonly string[];
  /** The names of environments. Undefined = those of production. */
  readonly criticalEnvironments?: readonly string[] | undefined;
}

export interface CodeFolder extends CodeFile, Config {}

export interface CodeFolders extends vscode.Disposable {
  /** The key is the URI of the folder, as text. */
  readonly all: ReadonlyMap<string, CodeFolder>;
  /** The folder of a document. Undefined = the document is in no folder that uses flags. */
  of(uri: vscode.Uri): CodeFolder | undefined;
  /** Reads the files again. */
  read(): Promise<void>;
  /** Shows a problem in the file, at the text `about` if it is there. Undefined removes the problem. */
  showProblem(file: CodeFile, problem: string | undefined, about?: string): undefined;
  readonly onDidChange: vscode.Event<void>;
}

/** Bytes. */
const MAX_FILE = 64 * 1024;

export function createFolders(): CodeFolders {
  const all = new Map<string, CodeFolder>();
  const watchers = new Map<string, vscode.FileSystemWatcher>();
  const problems = vscode.languages.createDiagnosticCollection('flagAdmin.code');
  const changed = new vscode.EventEmitter<void>();

  async function readFolder({ uri }: vscode.WorkspaceFolder): Promise<void> {
    const [file, key] = [vscode.Uri.joinPath(uri, codeConfig), uri.toString()];
    // Without a file, there is nothing to read.
    const bytes = await vscode.workspace.fs.readFile(file).then(
      (content) => content,
      () => undefined,
    );
    all.delete(key);
    problems.delete(file);
    if (!bytes) return;
    if (!watchers.has(key)) {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, codeConfig));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) event(() => void folders.read());
      watchers.set(key, watcher);
    }
    const text = new TextDecoder().decode(bytes.subarray(0, MAX_FILE));
    const tooLarge = [t('Flag Admin ignores this file, because it is too large.')] as const;
    const config = bytes.length > MAX_FILE ? tooLarge : configFrom(text);
    if ('workspace' in config) all.set(key, { ...config, file, text });
    else folders.showProblem({ file, text }, ...config);
  }

  const folders: CodeFolders = {
    all,
    of: (uri) => all.get(vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? ''),
    async read() {
      const open = vscode.workspace.workspaceFolders ?? [];
      all.clear();
      await Promise.all(open.map(readFolder));
      changed.fire();
    },
    showProblem({ file, text }, problem, about = '') {
      if (problem === undefined) {
        problems.delete(file);
        return;
      }
      const quoted = JSON.stringify(about);
      const before = text.slice(0, Math.max(0, text.indexOf(quoted))).split('\n');
      const start = new vscode.Position(before.length - 1, before.at(-1)!.length);
      const range = new vscode.Range(start, start.translate(0, quoted.length));
      const mark = new vscode.Diagnostic(range, plainText(problem), vscode.DiagnosticSeverity.Warning);
      mark.source = 'Flag Admin';
      problems.set(file, [mark]);
      return undefined;
    },
    onDidChange: changed.event,
    dispose: () => [problems, changed, ...watchers.values()].forEach((one) => void one.dispose()),
  };
  return folders;
}

/**
 * Returns a problem and the text that it is about if the file can't be used. Refuses unknown fields, so that nobody writes a secret
 * there.
 */
function configFrom(text: string): Config | readonly [problem: string, about?: string] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [t('Flag Admin ignores this file, because it is not valid JSON: {0}', (error as Error).message)];
  }
  if (!isObject(value) || typeof value.workspace !== 'string' || value.workspace === '')
    return [t('Flag Admin ignores this file, because it names no workspace: {0}', '{"workspace": "…"}')];
  const { workspace, $schema: _, ...lists } = { wrappers: [], ...(value as { workspace: string; $schema?: unknown }) };
  for (const [field, list] of Object.entries(lists)) {
    if (field !== 'wrappers' && field !== 'criticalEnvironments')
      return [t('Flag Admin ignores this file, because it does not know the field “{0}”.', field), field];
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' && one !== ''))
      return [t('Flag Admin ignores this file, because “{0}” is not a list of names.', field), field];
  }
  return { workspace, ...lists };
}
