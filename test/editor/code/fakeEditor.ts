/** Adds folders with files, documents of code, and their providers to the fake API of fakeVscode.ts. */
import { MarkdownString, Position } from '../apiClasses.ts';
import { executed } from '../fakeVscode.ts';
import { Uri } from '../fakeDocuments.ts';
import { currentFake, standInForVscode, withFields, type Emitter } from '../standIn.ts';

const fake = currentFake();
const { EventEmitter } = fake;

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...at: readonly [Position, Position] | readonly [number, number, number, number]) {
    this.start = typeof at[0] === 'number' ? new Position(at[0], at[1] as number) : at[0];
    this.end = typeof at[0] === 'number' ? new Position(at[2]!, at[3]!) : (at[1] as Position);
  }
}

/** A document of code. `reads` counts how often its text was read. */
export class Code {
  readonly uri: Uri;
  readonly languageId = 'typescript';
  readonly isClosed = false;
  version = 1;
  reads = 0;
  #text: string;
  constructor(path: string, text: string) {
    this.uri = Uri.file(path);
    this.#text = text;
  }
  type(text: string): void {
    this.#text = text;
    this.version += 1;
    changed.fire({ document: this });
  }
  getText(range?: Range): string {
    this.reads += 1;
    return range ? this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.#text;
  }
  positionAt(offset: number): Position {
    const lines = this.#text.slice(0, offset).split('\n');
    return new Position(lines.length - 1, lines.at(-1)!.length);
  }
  offsetAt({ line, character }: Position): number {
    return this.#text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  }
  /** The position inside the first occurrence of this text. */
  at(text: string, plus = 1): Position {
    return this.positionAt(this.#text.indexOf(text) + plus);
  }
}

const changed = new EventEmitter<{ document: Code }>();
const trusted = new EventEmitter<void>();
const opened = new EventEmitter<unknown>();
/** The existing files, by path, and the paths that were read. */
export const files = new Map<string, string>();
export const readPaths: string[] = [];
/** The event that reports a change of watched files, by pattern. */
export const watched = new Map<string, Emitter<void>>();
export const visible: { readonly document: Code }[] = [];
export const shownFiles: string[] = [];

interface Provider {
  readonly provideHover?: unknown;
}
/** The current providers, each with its kind. */
export const providers: { readonly kind: string; readonly provider: Provider }[] = [];
const provide = (kind: string) => (_: unknown, provider: Provider) => {
  const one = { kind, provider };
  providers.push(one);
  return { dispose: () => void providers.splice(providers.indexOf(one), 1) };
};

export interface Problem {
  readonly message: string;
  readonly range: Range;
  readonly severity: number;
}
/** By the name of the collection and the path of the file. */
export const problems = new Map<string, readonly Problem[]>();

const missing = (path: string): never => {
  throw new Error(`no file ${path}`);
};

export const workspace = Object.assign(fake.workspace!, {
  isTrusted: true,
  workspaceFolders: [{ uri: Uri.file('/code'), name: 'code' }],
  getWorkspaceFolder: (uri: Uri) => (uri.path.startsWith('/code/') ? { uri: Uri.file('/code') } : undefined),
  asRelativePath: ({ path }: Uri) => path,
  onDidGrantWorkspaceTrust: trusted.event,
  onDidChangeWorkspaceFolders: opened.event,
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: opened.event,
  onDidChangeTextDocument: changed.event,
  fs: {
    stat: async ({ path }: Uri) => files.get(path) ?? missing(path),
    readFile: async ({ path }: Uri) => {
      readPaths.push(path);
      return new TextEncoder().encode(files.get(path) ?? missing(path));
    },
    writeFile: async ({ path }: Uri, bytes: Uint8Array) => void files.set(path, new TextDecoder().decode(bytes)),
  },
  createFileSystemWatcher: (pattern: string) => {
    const emitter = new EventEmitter<void>();
    watched.set(pattern, emitter);
    const { event } = emitter;
    return { onDidChange: event, onDidCreate: event, onDidDelete: event, dispose: () => void watched.delete(pattern) };
  },
});
export const trust = (): void => {
  Object.assign(workspace, { isTrusted: true });
  trusted.fire();
};

/** The registered commands, by id. */
export const commands = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>();

const more = {
  ...fake,
  Uri,
  Position,
  Range,
  workspace,
  commands: {
    ...fake.commands,
    registerCommand: (id: string, run: (...args: readonly unknown[]) => Promise<unknown>) => {
      commands.set(id, run);
      return { dispose: () => void commands.delete(id) };
    },
  },
  window: Object.assign(fake.window!, {
    visibleTextEditors: visible,
    showTextDocument: async ({ path }: Uri) => void shownFiles.push(path),
  }),
  languages: {
    registerHoverProvider: provide('hover'),
    registerDefinitionProvider: provide('definition'),
    registerCompletionItemProvider: provide('completion'),
    registerCodeLensProvider: provide('lens'),
    createDiagnosticCollection: (name: string) => ({
      get: ({ path }: Uri) => problems.get(`${name} ${path}`),
      set: ({ path }: Uri, some: readonly Problem[]) => void problems.set(`${name} ${path}`, some),
      delete: ({ path }: Uri) => void problems.delete(`${name} ${path}`),
      clear: () => {
        for (const key of problems.keys()) if (key.startsWith(`${name} `)) problems.delete(key);
      },
      dispose: () => undefined,
    }),
  },
  Diagnostic: function create(this: object, range: Range, message: string, severity: number) {
    // As the editor does.
    if (!message) throw new TypeError('message must be set');
    Object.assign(this, { range, message, severity });
  },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  Hover: withFields('contents', 'range'),
  Location: withFields('uri', 'range'),
  CodeLens: withFields('range', 'command'),
  CompletionItem: withFields('label', 'kind'),
  CompletionItemKind: { Reference: 17 },
  CompletionList: withFields('items', 'isIncomplete'),
  MarkdownString,
};
standInForVscode(more);
export { executed };
