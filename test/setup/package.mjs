/** `npm run package`: builds, and writes `flag-admin-<version>.vsix` at the top. `--no-build` takes `dist` as it is. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root, vsixFile } from './places.mjs';
import { runNode } from './program.mjs';

const LIMIT_MILLISECONDS = 120_000;

async function main() {
  await ensureInstalled();
  if (!process.argv.includes('--no-build')) await succeed(['esbuild.js']);
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
  await succeed([
    vsce,
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    path.relative(root, vsixFile()),
  ]);
}

async function succeed(args) {
  const { problem } = await runNode(args, { limitMilliseconds: LIMIT_MILLISECONDS });
  if (problem) throw new Error(`${args[0]}: ${problem}`);
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
