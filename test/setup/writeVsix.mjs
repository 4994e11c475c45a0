/**
 * What `npm run package` does once all is installed: builds, and writes `flag-admin-<version>.vsix` at the top. The same
 * sources give the same bytes. `--no-build` takes `dist` as it is, `--out FILE` writes it elsewhere, `--as VERSION`
 * packages it as that version.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transform } from 'esbuild';
import { root, vsixFile } from './places.mjs';
import { runNode } from './program.mjs';
import { packagedText } from './readmeText.mjs';
import { unzip, zip } from './zip.mjs';

const LIMIT_MILLISECONDS = 120_000;
const README = 'extension/readme.md';
const MANIFEST = 'extension/package.json';

async function main() {
  const { values } = parseArgs({
    options: { 'no-build': { type: 'boolean' }, out: { type: 'string' }, as: { type: 'string' } },
  });
  if (!values['no-build']) await succeed(['esbuild.js']);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-package-'));
  try {
    const packaged = path.join(folder, 'packaged.vsix');
    const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
    const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', packaged];
    const version = values.as === undefined ? [] : [values.as, '--no-git-tag-version', '--no-update-package-json'];
    await succeed([vsce, 'package', ...version, ...options]);
    const files = unzip(readFileSync(packaged));
    files.set(README, Buffer.from(packagedText(files.get(README).toString('utf8'))));
    for (const [name, content] of files) files.set(name, await shortened(name, content));
    const archive = zip(files);
    const out = path.resolve(values.out ?? vsixFile());
    writeFileSync(out, archive);
    process.stdout.write(`${path.relative(root, out)}: ${Math.ceil(archive.length / 1024)} KB, ${files.size} files\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same to the editor: without blanks, and without what only those have a use for who have the repository. */
async function shortened(name, content) {
  if (name.endsWith('.css')) return Buffer.from((await transform(content, { loader: 'css', minify: true })).code);
  if (!name.endsWith('.json')) return content;
  const value = JSON.parse(content.toString('utf8'));
  if (name === MANIFEST) for (const field of ['scripts', 'devDependencies']) delete value[field];
  return Buffer.from(JSON.stringify(value));
}

async function succeed(args) {
  const { problem } = await runNode(args, { limitMilliseconds: LIMIT_MILLISECONDS });
  if (problem) throw new Error(`${args[0]}: ${problem}`);
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
