/** Adds one open file, and the problems on its lines, to the fake API of fakeVscode.ts. */
import './fakeVscode.ts';
import { currentFake, standInForVscode } from './standIn.ts';

class Uri {
  readonly scheme = 'file';
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  static from({ path }: { readonly path: string }): Uri {
    return new Uri(path);
  }
  toString(): string {
    return `file://${this.path}`;
  }
}

class Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = { line: startLine, character: startCharacter };
    this.end = { line: endLine, character: endCharacter };
  }
}

interface Problem {
  readonly range: Range;
  readonly message: string;
}

class Diagnostic implements Problem {
  readonly range: Range;
  readonly message: string;
  constructor(range: Range, message: string) {
    this.range = range;
    this.message = message;
  }
}

const place = (line: number, character: number) => ({ line, character });
const startOf = place(0, 0);
const nothing = { isEmpty: true, start: startOf, end: startOf };

/** The selection in the file. Lines and characters are counted from 0. */
const editor = { selections: [nothing] };
export const select = (
  ...all: readonly (readonly [line: number, character: number, endLine: number, endCharacter: number])[]
): void => {
  const selections = all.map(([line, character, ...end]) => ({
    isEmpty: false,
    start: place(line, character),
    end: place(...end),
  }));
  editor.selections = selections.length > 0 ? selections : [nothing];
};

/** The file in the active editor. Tests may change its text. */
export const file = {
  uri: new Uri('/work/identities.csv'),
  languageId: 'plaintext',
  isClosed: false,
  isUntitled: false,
  text: '',
  getText: (): string => file.text,
  get lineCount(): number {
    return file.text.split('\n').length;
  },
  lineAt: (line: number): { readonly range: Range } => ({ range: new Range(line, 0, line, file.text.split('\n')[line]!.length) }),
};

/** Returns the current problems of the file: the line, from 1, and the message. */
export let problems: readonly (readonly [line: number, message: string])[] = [];
let onClose: ((document: typeof file) => void) | undefined;

export const closeFile = (): void => onClose?.(file);

function show(all: readonly Problem[]): void {
  problems = all.map(({ range, message }) => [range.start.line + 1, message]);
}

const fake = currentFake();

Object.assign(fake.window!, {
  activeTextEditor: Object.assign(editor, { document: file }),
  visibleTextEditors: [editor],
  tabGroups: { activeTabGroup: {}, all: [] },
  showTextDocument: async () => ({ document: file }),
});
Object.assign(fake.workspace!, {
  openTextDocument: async () => file,
  onDidCloseTextDocument: (listener: typeof onClose) => {
    onClose = listener;
    return { dispose: () => undefined };
  },
});
Object.assign(fake, {
  Range,
  Uri,
  ViewColumn: { Beside: -2 },
  TabInputText: Map,
  TabInputCustom: Map,
  Diagnostic,
  DiagnosticSeverity: { Error: 0 },
  languages: {
    createDiagnosticCollection: () => ({
      set: (_uri: Uri, all: readonly Problem[]) => show(all),
      delete: () => show([]),
      dispose: () => show([]),
    }),
  },
});

standInForVscode(fake);
