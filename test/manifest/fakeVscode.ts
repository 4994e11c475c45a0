/**
 * The smallest `vscode` with which the built extension can be activated and its commands can start. Records what is registered.
 * Answers each question like a user who presses Escape. A missing member throws an error with its name.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventEmitter, MarkdownString, ThemeIcon, Uri } from '../editor/apiClasses.ts';
import { windows } from '../editor/fakeContext.ts';
import { createBox, createPick, type Asked } from '../editor/questions.ts';

export { EventEmitter, MarkdownString, ThemeIcon, Uri };

/** The folder for the extension's files. Created with the first file, and removed with the process. */
const storage = path.join(tmpdir(), `flag-admin-storage-${process.pid}`);
process.once('exit', () => rmSync(storage, { recursive: true, force: true }));

/** The recorded actions of the extension. */
export const record = {
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  contextKeys: new Map<string, unknown>(),
  views: new Set<string>(),
  serializers: new Set<string>(),
  uriHandlers: 0,
  fileSystems: new Set<string>(),
  authenticationProviders: new Set<string>(),
  /** Shown errors. */
  failures: [] as string[],
  /** Other shown questions and messages. */
  shown: [] as string[],
};

export class Disposable {
  readonly #dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.#dispose = dispose;
  }
  static from(...items: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => items.forEach((item) => item.dispose()));
  }
  dispose(): unknown {
    return this.#dispose();
  }
}

const nothing = (): Disposable => new Disposable(() => undefined);

export class ThemeColor extends ThemeIcon {}
export class TreeItem {
  readonly label: unknown;
  constructor(label: unknown) {
    this.label = label;
  }
}
export class TabInputText {
  readonly uri = undefined;
}
export class TabInputTextDiff {
  readonly original = undefined;
}
export class TabInputCustom extends TabInputText {}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const CodeActionKind = { QuickFix: 'quickfix' };
export const ViewColumn = { Active: -1, Beside: -2, One: 1 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const QuickInputButtons = { Back: {} };

export const l10n = named('l10n', {
  bundle: undefined,
  t: (message: string, ...args: readonly unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_, index: string) => String(args[Number(index)])),
});

export const version = '1.105.0';
export const ExtensionKind = { UI: 1, Workspace: 2 };
export const UIKind = { Desktop: 1, Web: 2 };

export const env = named('env', {
  appName: 'Editor',
  appHost: 'desktop',
  language: 'en',
  remoteName: undefined,
  uiKind: 1,
  clipboard: { writeText: async () => undefined, readText: async () => '' },
});

export const commands = named('commands', {
  registerCommand(id: string, run: (...args: unknown[]) => unknown): Disposable {
    if (record.commands.has(id)) throw new Error(`command '${id}' already exists`);
    record.commands.set(id, run);
    return new Disposable(() => record.commands.delete(id));
  },
  async executeCommand(id: string, ...args: readonly unknown[]): Promise<unknown> {
    if (id === 'setContext') record.contextKeys.set(String(args[0]), args[1]);
    return record.commands.get(id)?.(...args);
  },
});

export const authentication = named('authentication', {
  registerAuthenticationProvider(id: string): Disposable {
    record.authenticationProviders.add(id);
    return new Disposable(() => record.authenticationProviders.delete(id));
  },
});

/** A message or a question. Nobody clicks. */
const tell =
  (messages: string[]) =>
  async (message: string): Promise<undefined> => {
    messages.push(message);
  };

/** Closes each question as soon as it is shown. */
const leave = ({ title, prompt }: Asked): undefined => void record.shown.push(title || prompt);

function view(id: string): object {
  record.views.add(id);
  return named('view', { visible: false, reveal: async () => undefined, dispose: () => record.views.delete(id) });
}

export const window = named('window', {
  activeTextEditor: undefined,
  activeNotebookEditor: undefined,
  visibleTextEditors: [],
  tabGroups: { all: [], activeTabGroup: { activeTab: undefined } },
  createTreeView: view,
  registerUriHandler(): Disposable {
    record.uriHandlers += 1;
    return new Disposable(() => (record.uriHandlers -= 1));
  },
  registerWebviewPanelSerializer(id: string): Disposable {
    record.serializers.add(id);
    return new Disposable(() => record.serializers.delete(id));
  },
  createOutputChannel: () => ({ debug() {}, info() {}, warn() {}, error() {}, show() {}, dispose() {} }),
  createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
  showOpenDialog: async () => undefined,
  showSaveDialog: async () => undefined,
  showTextDocument: async () => ({}),
  createQuickPick: () => createPick(leave),
  createInputBox: () => createBox(leave, () => undefined),
  showInformationMessage: tell(record.shown),
  showWarningMessage: tell(record.shown),
  showErrorMessage: tell(record.failures),
  withProgress: (_: unknown, task: (...args: unknown[]) => unknown) =>
    task({ report() {} }, { isCancellationRequested: false, onCancellationRequested: nothing }),
});

export const languages = named('languages', { createDiagnosticCollection: () => ({ set() {}, delete() {}, dispose() {} }) });

export const workspace = named('workspace', {
  isTrusted: true,
  workspaceFolders: undefined,
  createFileSystemWatcher: () => ({ onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing, dispose: () => undefined }),
  getConfiguration: () => ({ inspect: () => undefined }),
  textDocuments: [],
  openTextDocument: async () => ({}),
  registerFileSystemProvider(scheme: string): Disposable {
    record.fileSystems.add(scheme);
    return new Disposable(() => record.fileSystems.delete(scheme));
  },
});

/** The context that VS Code passes to `activate`. */
export function makeContext(extensionPath: string): { subscriptions: { dispose(): unknown }[] } & Record<string, unknown> {
  const { globalState, workspaceState, secrets } = windows().open();
  return {
    subscriptions: [],
    extension: { extensionKind: 1, packageJSON: { version: '0.0.0' } },
    extensionPath,
    extensionUri: Uri.file(extensionPath),
    globalStorageUri: Uri.file(storage),
    globalState,
    workspaceState,
    secrets,
  };
}

/** A namespace whose events and registrations do nothing. Other missing members throw an error with their name. */
function named<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, member) {
      if (member in target || typeof member === 'symbol') return Reflect.get(target, member);
      if (/^(on(Did|Will)[A-Z]|register)/.test(member)) return nothing;
      throw new Error(`the fake vscode has no ${name}.${member}: add it to test/manifest/fakeVscode.ts`);
    },
  });
}
