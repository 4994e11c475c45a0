/** More of the editor's API, on top of fakeVscode.ts: one file that is open, and the problems on its lines. */
import { registerHooks } from 'node:module';
import './fakeVscode.ts';

class Uri {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  toString(): string {
    return `file://${this.path}`;
  }
}

interface Problem {
  readonly range: number;
  readonly message: string;
}

class Diagnostic implements Problem {
  readonly range: number;
  readonly message: string;
  constructor(range: number, message: string) {
    this.range = range;
    this.message = message;
  }
}

/** The file in the active editor; its text may be changed. The range of a line is its number, from 1. */
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
  lineAt: (line: number): { readonly range: number } => ({ range: line + 1 }),
};

/** On the file, as shown now: the line and the sentence. */
export let problems: readonly (readonly [line: number, message: string])[] = [];
let onClose: ((document: typeof file) => void) | undefined;

export const closeFile = (): void => onClose?.(file);

const { fakeVscode } = globalThis as unknown as { fakeVscode: { window: object; workspace: object } };

Object.assign(fakeVscode.window, {
  activeTextEditor: { document: file },
  tabGroups: { activeTabGroup: {} },
  showTextDocument: async () => ({ document: file }),
});
Object.assign(fakeVscode.workspace, {
  openTextDocument: async () => file,
  onDidCloseTextDocument: (listener: typeof onClose) => {
    onClose = listener;
    return { dispose: () => undefined };
  },
});
Object.assign(fakeVscode, {
  Uri,
  ViewColumn: { Beside: -2 },
  TabInputText: Map,
  TabInputCustom: Map,
  Diagnostic,
  DiagnosticSeverity: { Error: 0 },
  languages: {
    createDiagnosticCollection: () => ({
      set: (_uri: Uri, all: readonly Problem[]) => (problems = all.map(({ range, message }) => [range, message])),
      delete: () => (problems = []),
      dispose: () => (problems = []),
    }),
  },
});

const source = Object.keys(fakeVscode)
  .map((name) => `export const ${name} = globalThis.fakeVscode.${name};`)
  .join('\n');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});
