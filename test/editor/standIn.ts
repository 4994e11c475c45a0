/** Replaces the module `vscode` for later imports. The last object counts. */
import { registerHooks } from 'node:module';

/** Fires events, like the class of this name in the editor’s API. */
export interface Emitter<T> {
  readonly event: (listener: (value: T) => void) => { dispose(): void };
  fire(value: T): void;
}

type Fake = Record<string, Record<string, unknown>> & { EventEmitter: new <T>() => Emitter<T> };

/** Returns the object that currently replaces the module. */
export const currentFake = (): Fake => (globalThis as unknown as { fakeVscode: Fake }).fakeVscode;

/** Returns a class whose constructor sets these fields. */
export const withFields = (...fields: readonly string[]): new (...values: readonly unknown[]) => object =>
  function create(this: object, ...values: readonly unknown[]) {
    for (const [index, field] of fields.entries()) Object.assign(this, { [field]: values[index] });
  } as never;

/** Exports are looked up in the current fake, so a test may add members. */
export function standInForVscode(fake: object): void {
  Object.assign(globalThis, { fakeVscode: fake });
  const lines = Object.keys(fake).map((name) => `export const ${name} = globalThis.fakeVscode.${name};`);
  const source = [`// for ${import.meta.url}`, ...lines].join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode'
        ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
        : next(specifier, context),
  });
}
