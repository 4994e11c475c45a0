/**
 * `node load.ts FILE`: prints the milliseconds that `require(FILE)` takes, including all lazy modules. `vscode` is the fake one,
 * and already loaded.
 */
import Module from 'node:module';
import path from 'node:path';
import * as vscode from '../manifest/fakeVscode.ts';
import { root } from './otherProcess.ts';

type Load = (specifier: string, ...rest: readonly unknown[]) => unknown;

// This is how the extension host does it. A resolve hook would take longer than many of the files.
const { _load: load } = Module as unknown as { readonly _load: Load };
const withVscode: Load = (specifier, ...rest) => (specifier === 'vscode' ? vscode : load(specifier, ...rest));
Object.assign(Module, { _load: withVscode });

const require = Module.createRequire(path.join(root, 'package.json'));
const [file = ''] = process.argv.slice(2);
const start = performance.now();
const loaded = require(path.join(root, file)) as Readonly<Record<string, () => unknown>>;
// A module of the features runs when it is first required. Here, all of them are required.
if (path.basename(file) === 'features.js') for (const run of Object.values(loaded)) run();
const milliseconds = performance.now() - start;
process.stdout.write(`${milliseconds}\n`, () => process.exit());
