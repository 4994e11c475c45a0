/** Loads the built extension as the editor does, with a fake `vscode`. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeContext } from './fakeVscode.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

/** Returns all files of dist. Throws if dist is older than src, because tests of it would prove nothing. */
export function builtFiles(): readonly string[] {
  const dist = path.join(root, 'dist');
  const src = path.join(root, 'src');
  const newest = Math.max(
    ...readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => statSync(path.join(src, file)).mtimeMs),
  );
  if (!existsSync(path.join(dist, 'extension.js')) || statSync(path.join(dist, 'extension.js')).mtimeMs < newest) {
    throw new Error('dist/ is missing or older than src/: npm run build');
  }
  return readdirSync(dist).filter((file) => file.endsWith('.js'));
}

export function builtFile(name: string): string {
  return path.join(root, 'dist', name);
}

/** Makes `require('vscode')` return the fake one from now on. */
export function useFakeVscode(): void {
  const url = new URL('fakeVscode.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) => (specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context)),
  });
}

/** Loads the built entry and activates it. Returns a function that ends it. */
export async function activate(): Promise<() => Promise<void>> {
  const extension = require(builtFile('extension.js')) as { activate(context: unknown): unknown; deactivate?(): unknown };
  const context = makeContext(root);
  await extension.activate(context);
  return async () => {
    await extension.deactivate?.();
    for (const item of context.subscriptions.toReversed()) await item.dispose();
  };
}

/** Returns the files of dist that this process has loaded so far. */
export function loadedFiles(): readonly string[] {
  return Object.keys(require.cache)
    .filter((file) => path.dirname(file) === path.join(root, 'dist'))
    .map((file) => path.basename(file));
}
