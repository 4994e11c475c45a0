/** Adds file systems, their errors, open documents, and the providers for them to the fake API of fakeDocuments.ts. */
import { Selection, Uri } from '../fakeDocuments.ts';
import { currentFake, standInForVscode, withFields } from '../standIn.ts';

const fake = currentFake();

export { Uri };
export const { EventEmitter } = fake;

/** Adds to a list until it is disposed. */
const register = <T>(all: T[], one: T): { dispose(): void } => {
  all.push(one);
  return { dispose: () => void all.splice(all.indexOf(one), 1) };
};

export class FileSystemError extends Error {
  readonly code: string;
  constructor(code: string, message: unknown) {
    super(String(message));
    this.code = code;
  }
  static FileNotFound = (what: unknown): FileSystemError => new FileSystemError('FileNotFound', what);
  static NoPermissions = (what: unknown): FileSystemError => new FileSystemError('NoPermissions', what);
  static Unavailable = (what: unknown): FileSystemError => new FileSystemError('Unavailable', what);
}

const typed = new EventEmitter<{ document: Typed; reason: number | undefined }>();
const opened = new EventEmitter<Typed>();
export const saved = new EventEmitter<Typed>();
export const closed = new EventEmitter<{ uri: Uri }>();
export const focused = new EventEmitter<{ focused: boolean }>();
const activeChanged = new EventEmitter<void>();

/** A document while the user types. Positions are offsets here. */
export class Typed {
  readonly uri: Uri;
  version = 1;
  isClosed = false;
  isDirty = false;
  save = async (): Promise<boolean> => false;
  #text: string;
  constructor(uri: Uri, text: string) {
    this.uri = uri;
    this.#text = text;
  }
  get languageId(): string {
    return /\.jsonc?$/.test(this.uri.path) ? 'json' : 'yaml';
  }
  getText = (): string => this.#text;
  positionAt = (offset: number): number => offset;
  offsetAt = (position: number): number => position;
  type(text: string): void {
    this.#text = text;
    this.version += 1;
    typed.fire({ document: this, reason: undefined });
  }
}

export class Range {
  readonly start: number;
  readonly end: number;
  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
  intersection(other: Range): Range | undefined {
    return this.start <= other.end && other.start <= this.end ? this : undefined;
  }
}

/** The URIs of open documents, and open documents with their typed text. */
export const openUris: Uri[] = [];
export const openDocuments: Typed[] = [];
/** Reads the text of a document that the editor opens. The window sets the function. */
export const documentTexts: { read: (uri: Uri) => Promise<string> } = { read: async () => '' };
/** The URIs of shown documents, newest last. */
export const shownUris: Uri[] = [];

class TabInputText {
  readonly uri: Uri;
  constructor(uri: Uri) {
    this.uri = uri;
  }
}
const TabInputTextDiff = withFields('original', 'modified');
const active: { tab?: object | undefined; editor?: { document: { uri: Uri } } | undefined } = {};

/** Makes this document the active editor's. */
export function activate(uri: Uri | undefined): void {
  active.tab = uri && new TabInputText(uri);
  active.editor = uri && { document: { uri } };
  activeChanged.fire();
}
/** Its tab is active, but its text is still being read. With `original`, the tab shows a diff. */
export function activateLoading(uri: Uri, original?: Uri): void {
  active.tab = original ? new TabInputTextDiff(original, uri) : new TabInputText(uri);
  active.editor = undefined;
}

/** The answers to the next file dialogs, and the written files. */
export const files: {
  save: Uri | undefined;
  open: Uri | undefined;
  readonly written: Map<string, string>;
  readonly read: Map<string, string>;
} = { save: undefined, open: undefined, written: new Map(), read: new Map() };

/** The input box of a provider in the Source Control view. */
export interface Control {
  readonly id: string;
  readonly label: string;
  readonly inputBox: { value: string; placeholder: string; visible: boolean };
  readonly groups: {
    label: string;
    resourceStates: readonly { resourceUri: Uri; command: { arguments: readonly unknown[] } }[];
  }[];
  acceptInputCommand: { command: string; arguments: readonly unknown[] };
  count: number;
  quickDiffProvider: { provideOriginalResource(uri: Uri): Uri | undefined };
}
/** The current providers. */
export const controls: Control[] = [];
function createSourceControl(id: string, label: string): object {
  const groups: object[] = [];
  const control = { id, label, inputBox: { value: '', placeholder: '' }, groups };
  const createResourceGroup = (_: string, name: string): object => {
    const group = { label: name, resourceStates: [] };
    return Object.assign(group, register(groups, group));
  };
  return Object.assign(control, { createResourceGroup }, register(controls, control as unknown as Control));
}

/** The lenses of documents. */
export const lenses: {
  provideCodeLenses(document: { uri: Uri }): Promise<readonly { command: { title: string } }[]>;
  onDidChangeCodeLenses(listener: () => void): unknown;
}[] = [];
/** The providers of file decorations. */
export const decorators: { provideFileDecoration(uri: Uri): { badge: string } | undefined }[] = [];

export interface Shown {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  readonly code: string;
}
/** The problems of each document, by URI. */
export const problems = new Map<string, readonly Shown[]>();
type Provider = Record<string, (...args: readonly unknown[]) => unknown>;
type ProviderKind = 'completion' | 'hover' | 'symbols' | 'actions';
const providers = new Map<ProviderKind, Provider>();
const provide = (kind: ProviderKind) => (_: unknown, provider: Provider) => {
  providers.set(kind, provider);
  return { dispose: () => void providers.delete(kind) };
};
/** Calls a method of the registered provider of this kind, as the editor does. */
export const askProvider = async <T>(kind: ProviderKind, method: string, ...args: readonly unknown[]): Promise<T> =>
  (await providers.get(kind)![method]!(...args)) as T;

Object.defineProperty(fake.window!, 'activeTextEditor', { get: () => active.editor });
Object.assign(fake.window!, {
  onDidChangeActiveTextEditor: activeChanged.event,
  onDidChangeWindowState: focused.event,
  showSaveDialog: async () => files.save,
  showOpenDialog: async () => files.open && [files.open],
  registerFileDecorationProvider: (provider: (typeof decorators)[number]) => register(decorators, provider),
  showTextDocument: async (what: Uri | { uri: Uri }) => {
    const uri = what instanceof Uri ? what : what.uri;
    shownUris.push(uri);
    const positionAt = (offset: number): number => offset;
    const text = await documentTexts.read(uri).catch(() => '');
    return { document: { uri, positionAt, getText: () => text }, selection: undefined, revealRange: () => undefined };
  },
  visibleTextEditors: [],
  tabGroups: {
    get activeTabGroup() {
      return { activeTab: active.tab && { input: active.tab } };
    },
    get all() {
      const uris = [...openUris, ...openDocuments.map(({ uri }) => uri)];
      return [{ tabs: uris.map((uri) => ({ input: new TabInputText(uri) })) }];
    },
    close: async ({ input }: { input: TabInputText }) => void openUris.splice(openUris.indexOf(input.uri), 1),
  },
});
const workspace = Object.assign({}, fake.workspace, {
  registerFileSystemProvider: () => ({ dispose: () => undefined }),
  fs: {
    writeFile: async ({ path }: Uri, bytes: Uint8Array) => void files.written.set(path, new TextDecoder().decode(bytes)),
  },
  openTextDocument: async (uri: Uri) =>
    openDocuments.find((document) => document.uri.toString() === uri.toString()) ??
    new Typed(uri, files.read.get(uri.path) ?? ''),
  onDidCloseTextDocument: closed.event,
  onDidSaveTextDocument: saved.event,
  onDidChangeTextDocument: typed.event,
  onDidOpenTextDocument: opened.event,
});
Object.defineProperty(workspace, 'textDocuments', { get: () => [...openUris.map((uri) => ({ uri })), ...openDocuments] });

standInForVscode({
  ...fake,
  workspace,
  TabInputText,
  TabInputTextDiff,
  Range,
  Selection,
  FileSystemError,
  FileType: { File: 1, Directory: 2 },
  FilePermission: { Readonly: 1 },
  FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  scm: { createSourceControl },
  CodeLens: withFields('range', 'command'),
  Diagnostic: withFields('range', 'message', 'severity'),
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
  DiagnosticTag: { Unnecessary: 1 },
  Hover: withFields('contents'),
  DocumentSymbol: withFields('name', 'detail'),
  SymbolKind: {},
  CompletionItem: withFields('label'),
  CompletionItemKind: {},
  SnippetString: withFields('value'),
  CodeAction: withFields('title'),
  CodeActionKind: { QuickFix: 'quickfix' },
  MarkdownString: class {
    value = '';
    appendText(text: string): this {
      this.value += text;
      return this;
    }
  },
  WorkspaceEdit: class {
    readonly edits: { range: Range; text: string }[] = [];
    replace(_: Uri, range: Range, text: string): void {
      this.edits.push({ range, text });
    }
  },
  languages: {
    registerCodeActionsProvider: provide('actions'),
    registerHoverProvider: provide('hover'),
    registerDocumentSymbolProvider: provide('symbols'),
    registerCompletionItemProvider: provide('completion'),
    registerCodeLensProvider: (_: unknown, provider: (typeof lenses)[number]) => register(lenses, provider),
    createDiagnosticCollection: () => ({
      set: (uri: Uri, all: readonly Shown[]) => void problems.set(uri.toString(), all),
      delete: (uri: Uri) => void problems.delete(uri.toString()),
      dispose: () => problems.clear(),
    }),
  },
});
