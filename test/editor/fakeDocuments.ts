/** Adds documents, editors, tabs, the clipboard, and files on the disk to the fake API of fakeVscode.ts. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { Position, Uri } from './apiClasses.ts';
import * as base from './fakeVscode.ts';
import { currentFake, standInForVscode } from './standIn.ts';

export { Uri };

export class Selection {
  readonly start: Position;
  readonly end: Position;
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
  get isEmpty(): boolean {
    return this.start.compareTo(this.end) === 0;
  }
}

class DocumentLink {
  tooltip = '';
  readonly range: readonly [Position, Position];
  readonly target: Uri;
  constructor(range: readonly [Position, Position], target: Uri) {
    this.range = range;
    this.target = target;
  }
}

class Range extends Array<Position> {}

/** A document that is open in the editor. */
export class Document {
  readonly uri: Uri;
  readonly languageId: string;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  readonly #text: string;
  constructor(uri: Uri, text: string, { languageId = 'plaintext', isDirty = false } = {}) {
    this.uri = uri;
    this.#text = text;
    this.languageId = languageId;
    this.isDirty = isDirty;
    this.isUntitled = uri.scheme === 'untitled';
  }
  getText(selection?: Selection): string {
    if (!selection) return this.#text;
    return this.#text.slice(this.offsetAt(selection.start), this.offsetAt(selection.end));
  }
  offsetAt({ line, character }: Position): number {
    const lines = this.#text.split('\n');
    return lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  }
  positionAt(offset: number): Position {
    const before = this.#text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }
}

const clipboard = {
  text: '',
  readText: async (): Promise<string> => clipboard.text,
};

/** The content of a tab: a text, or a document without a text editor. */
export class Tab {
  readonly uri: Uri;
  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export interface TextEditor {
  readonly document: Document;
  readonly selections: readonly Selection[];
  readonly viewColumn?: number;
}

/** `visible`: the visible text editors except the active one. Each group of `groups` lists its tabs, the active one first. */
export const editor: {
  active: TextEditor | undefined;
  visible: TextEditor[];
  groups: (readonly Tab[])[];
  clipboard: { text: string };
} = {
  active: undefined,
  visible: [],
  groups: [],
  clipboard,
};

const groupOf = (tabs: readonly Tab[], index: number) => ({
  viewColumn: index + 1,
  activeTab: tabs[0] && { input: tabs[0] },
  tabs: tabs.map((input) => ({ input })),
});
export const documents: Document[] = [];

let savePlace: string | undefined;
/** The result of the next save dialog. Undefined = the user presses Escape. */
export const saveNext = (path: string | undefined): void => void (savePlace = path);

const window = {
  showSaveDialog: async () => (savePlace === undefined ? undefined : Uri.file(savePlace)),
  ...currentFake().window,
  get activeTextEditor(): unknown {
    return editor.active;
  },
  get visibleTextEditors(): unknown {
    return [...(editor.active ? [editor.active] : []), ...editor.visible];
  },
  /** For a fake on top of this one. */
  set visibleTextEditors(value: unknown) {
    Object.defineProperty(this, 'visibleTextEditors', { value, writable: true, enumerable: true, configurable: true });
  },
  tabGroups: {
    /** The first one. */
    get activeTabGroup(): unknown {
      return groupOf(editor.groups[0] ?? [], 0);
    },
    get all(): unknown {
      return editor.groups.map(groupOf);
    },
    onDidChangeTabs: () => ({ dispose: () => undefined }),
  },
};

interface LensProvider {
  provideCodeLenses(document: { readonly uri: Uri }): readonly { readonly command: { title: string; arguments?: unknown[] } }[];
  onDidChangeCodeLenses(listener: () => void): unknown;
}
/** The registered lens providers, newest last. */
export const lenses: LensProvider[] = [];

const closing = new Set<(document: { readonly uri: Uri }) => void>();
/** Closes the document with this URI. */
export const closeDocument = (uri: Uri): void => closing.forEach((listener) => listener({ uri }));

const decode = async (bytes: Uint8Array): Promise<string> => {
  if (bytes.includes(0)) throw new Error('binary');
  return new TextDecoder().decode(bytes);
};

const fake = Object.assign(currentFake(), {
  Uri,
  Range,
  DocumentLink,
  CodeLens: class {
    readonly command: unknown;
    constructor(_: unknown, command: unknown) {
      this.command = command;
    }
  },
  languages: {
    registerCodeLensProvider: (_: unknown, provider: LensProvider) => {
      lenses.push(provider);
      return { dispose: () => void lenses.splice(lenses.indexOf(provider), 1) };
    },
  },
  FileType: { File: 1, Directory: 2 },
  ViewColumn: { Beside: -2 },
  TabInputText: Tab,
  TabInputCustom: Map,
  env: { language: 'en', clipboard },
  window,
  workspace: {
    ...base.workspace,
    textDocuments: documents,
    asRelativePath: ({ path }: Uri) => path.replace(/^\/work\//, ''),
    onDidCloseTextDocument: (listener: (document: { readonly uri: Uri }) => void) => {
      closing.add(listener);
      return { dispose: () => closing.delete(listener) };
    },
    decode,
    fs: {
      stat: async ({ path }: Uri) => {
        const found = await stat(path);
        return { type: found.isDirectory() ? 2 : 1, size: found.size };
      },
      readFile: async ({ path }: Uri) => new Uint8Array(await readFile(path)),
      writeFile: async ({ path }: Uri, bytes: Uint8Array) => writeFile(path, bytes),
    },
  },
});

standInForVscode(fake);
