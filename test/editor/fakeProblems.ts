/** Adds one open file, and the problems on its lines, to the fake API of fakeDocuments.ts. */
import { closeDocument, editor, Selection, Uri, type Document } from './fakeDocuments.ts';
import { currentFake, standInForVscode, withFields } from './standIn.ts';

/** The file in the active editor. Tests may change its text. */
export const file = {
  uri: Uri.file('/work/identities.csv'),
  languageId: 'plaintext',
  isClosed: false,
  isUntitled: false,
  text: '',
  getText: (): string => file.text,
  get lineCount(): number {
    return file.text.split('\n').length;
  },
  lineAt: (line: number) => ({ range: new Selection(line, 0, line, file.text.split('\n')[line]!.length) }),
};

/** Sets the selection in the file. Lines and characters are counted from 0. */
export const select = (
  ...all: readonly (readonly [line: number, character: number, endLine: number, endCharacter: number])[]
): void => {
  const selections = (all.length > 0 ? all : [[0, 0, 0, 0] as const]).map((at) => new Selection(...at));
  editor.active = { document: file as unknown as Document, selections };
};

interface Problem {
  readonly range: Selection;
  readonly message: string;
}
/** Returns the current problems of the file: the line, from 1, and the message. */
export let problems: readonly (readonly [line: number, message: string])[] = [];

export const closeFile = (): void => closeDocument(file.uri);

function show(all: readonly Problem[]): void {
  problems = all.map(({ range, message }) => [range.start.line + 1, message]);
}

const fake = currentFake();
Object.assign(fake.window!, { showTextDocument: async () => ({ document: file }) });
Object.assign(fake.workspace!, { openTextDocument: async () => file });
Object.assign(fake.languages!, {
  createDiagnosticCollection: () => ({
    set: (_uri: Uri, all: readonly Problem[]) => show(all),
    delete: () => show([]),
    dispose: () => show([]),
  }),
});
standInForVscode(Object.assign(fake, { Diagnostic: withFields('range', 'message'), DiagnosticSeverity: { Error: 0 } }));
