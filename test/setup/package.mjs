/**
 * `npm run package`: installs dependencies, builds, and writes `flag-admin-<version>.vsix` to the root folder. The same sources
 * give the same bytes. `--no-build` uses the existing `dist`, and `--out FILE` sets the target.
 */
import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { root, vsixFile } from './places.mjs';
import { becomeNode } from './program.mjs';

/** The first day that a zip archive can store, in seconds. */
const EPOCH = '315532800';
const MODE = 0o644;

async function main() {
  const { values } = parseArgs({
    options: { 'no-build': { type: 'boolean' }, out: { type: 'string' } },
  });
  await ensureInstalled();
  if (!values['no-build']) await succeed(['esbuild.js']);
  // Otherwise the archive would depend on the time, the machine and the user.
  Object.assign(process.env, { SOURCE_DATE_EPOCH: EPOCH, TZ: 'UTC', LC_ALL: 'C' });
  for (const folder of ['dist', 'docs', 'l10n', 'media']) makeModesEqual(folder);
  for (const file of ['CHANGELOG.md', 'LICENSE', 'package.nls.json', 'package.nls.de.json'])
    chmodSync(path.join(root, file), MODE);
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
  const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  const file = path.resolve(values.out ?? vsixFile());
  // An editor may be installing the existing file. It must read either the old file or the new one completely.
  const written = `${file}.${process.pid}`;
  try {
    await succeed([vsce, 'package', ...options, '--readme-path', 'docs/marketplace.md', '--out', written]);
    renameSync(written, file);
    process.stdout.write(`Moved to ${path.relative(process.cwd(), file)}\n`);
  } finally {
    rmSync(written, { force: true });
  }
}

function makeModesEqual(folder) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true })) {
    const file = path.join(root, folder, name);
    if (statSync(file).isFile()) chmodSync(file, MODE);
  }
}

async function succeed(args) {
  const code = await becomeNode(args);
  if (code !== 0) throw new Error(`${args[0]} ended with code ${code}`);
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
