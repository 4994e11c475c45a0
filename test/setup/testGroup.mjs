/**
 * Runs test files of node:test one after the other in this process, because packages take longer to load than most files take to
 * run. Each file is a test with its path as its name.
 *
 * Each file has its own copy of the modules of `test` and `src/editor`, so that no file sees the state that a file before it left
 * in a module, such as the fake `vscode`. Packages and the rest of `src`, which has no such state, are loaded once. Before each file,
 * the environment and the functions that `mock` replaced are restored.
 */
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { describe, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './places.mjs';

/** Each file with the environment variables of its temporary folder, and its time limit. */
const { files, limitMilliseconds } = JSON.parse(process.env.TEST_GROUP);
delete process.env.TEST_GROUP;

const copiedFolders = ['src/editor', 'test'].map((folder) => `${pathToFileURL(path.join(root, folder)).href}/`);
let copy = 0;
const loaded = new Map();
const withoutTypes = ({ format, source }) =>
  format === 'module-typescript'
    ? { format: 'module', source: stripTypeScriptTypes(String(source)), shortCircuit: true }
    : { format, source, shortCircuit: true };
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isCopied = copy > 0 && copiedFolders.some((folder) => resolved.url.startsWith(folder));
    return isCopied ? { ...resolved, url: `${resolved.url}?copy=${copy}` } : resolved;
  },
  // Removing the types takes longer than compiling, so it is done once for all copies.
  load(url, context, next) {
    const [original, isCopy] = url.split('?copy=');
    if (!isCopy) return next(url, context);
    if (!loaded.has(original)) loaded.set(original, withoutTypes(next(original, context)));
    return loaded.get(original);
  },
});
process.setMaxListeners(0); // each file may add listeners

// A pattern of names excludes tests but not suites, so a single file is declared as a suite. Several are tests, because only
// tests run one after the other.
const declare = files.length === 1 ? describe : test;
const environment = { ...process.env };
for (const [index, { file, env }] of files.entries()) {
  await declare(file, { timeout: limitMilliseconds }, async () => {
    copy = index;
    mock.reset();
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment, env);
    await import(pathToFileURL(file));
  });
}
