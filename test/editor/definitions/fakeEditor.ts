/** More of the editor's API, on top of fakeDocuments.ts: file systems and their errors, with the documents that are open. */
import { registerHooks } from 'node:module';
import { Uri } from '../fakeDocuments.ts';
import * as base from '../fakeVscode.ts';

type Fake = Record<string, Record<string, unknown>> & { EventEmitter: new <T>() => Emitter<T> };
interface Emitter<T> {
  readonly event: (listener: (value: T) => void) => { dispose(): void };
  fire(value: T): void;
}
const fake = (globalThis as unknown as { fakeVscode: Fake }).fakeVscode;

export { Uri };
export const { EventEmitter } = fake;

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

export const closed = new EventEmitter<{ uri: Uri }>();
export const focused = new EventEmitter<{ focused: boolean }>();
/** The addresses of documents that are open. */
export const openUris: Uri[] = [];
/** The addresses of documents that were shown, newest last. */
const shownUris: Uri[] = [];

Object.assign(fake.window!, {
  onDidChangeWindowState: focused.event,
  showTextDocument: async (what: Uri | { uri: Uri }) => void shownUris.push(what instanceof Uri ? what : what.uri),
});
const workspace = Object.assign({}, fake.workspace, {
  ...base.workspace,
  onDidCloseTextDocument: closed.event,
});
Object.defineProperty(workspace, 'textDocuments', { get: () => openUris.map((uri) => ({ uri })) });

const more = {
  ...fake,
  workspace,
  FileSystemError,
  FileType: { File: 1, Directory: 2 },
  FilePermission: { Readonly: 1 },
  FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
};
Object.assign(globalThis, { fakeVscode: more });
const source = Object.keys(more)
  .map((name) => `export const ${name} = globalThis.fakeVscode.${name};`)
  .join('\n');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
      : next(specifier, context),
});
