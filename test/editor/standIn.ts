/** Replaces the module `vscode` for later imports. The last object counts. */
import { registerHooks } from 'node:module';

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
