/** Puts an object in the place of the module `vscode`, for what is imported afterwards; the last one counts. */
import { registerHooks } from 'node:module';

/** What it exports is looked up in the fake that stands there then: a test may add to it. */
export function standInForVscode(fake: object): void {
  Object.assign(globalThis, { fakeVscode: fake });
  const source = Object.keys(fake)
    .map((name) => `export const ${name} = globalThis.fakeVscode.${name};`)
    .join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode'
        ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
        : next(specifier, context),
  });
}
