/**
 * `npm run check`: types, lint, the borders of src, format, unused code, file length, import circles, and forbidden text in
 * files. All steps run, two at a time; the last line counts them. `npm run check -- lint format` runs only these; `--json FILE`
 * writes `{passed, failed, steps: [{name, isOk, milliseconds}]}`.
 */
import { spawn, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { circles } from './circles.mjs';
import { longFiles, placesNamed } from './text.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the command of a package with this Node. It prints what is wrong, and exits with a code other than 0. */
const tool =
  (name, command, ...args) =>
  () =>
    new Promise((done) => {
      const folder = path.join(root, 'node_modules', name);
      const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      const script = path.join(folder, typeof bin === 'string' ? bin : bin[command]);
      // Otherwise, Prettier's compile cache would stay in the temporary folder.
      const env = { ...process.env, NODE_COMPILE_CACHE: path.join(root, '.cache', 'compile') };
      const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
      child.on('error', (error) => done({ isOk: false, output: error.message }));
      child.on('close', (code) => done({ isOk: code === 0, output }));
    });

/** A rule of this repository about the text of files. Prints a line for each violation. */
const rule = (find) => async () => {
  const lines = find(textFiles());
  return { isOk: lines.length === 0, output: lines.join('\n') };
};

const prettier = (cache, ...files) =>
  tool('prettier', 'prettier', '--check', '--log-level', 'warn', '--cache', '--cache-location', `.cache/${cache}`, ...files);

/** The longest first. */
const steps = {
  // In two halves, so that no processor is idle at the end.
  format: prettier('prettier', '.', '!src/**'),
  formatSrc: prettier('prettierSrc', 'src'),
  types: tool('typescript', 'tsc', '-b', '--pretty', 'false'),
  lint: tool('oxlint', 'oxlint', '-c', 'test/check/oxlint.jsonc', '.'),
  borders: tool('oxlint', 'oxlint', '-c', 'test/check/borders.config.ts', 'src'),
  unused: tool('knip', 'knip', '--config', 'test/check/knip.jsonc', '--no-progress', '--no-config-hints'),
  length: rule(longFiles),
  places: rule(placesNamed),
  circles: rule(circles),
};

/** The files that git has or would have, as `{path, text}`; binary ones left out. */
function textFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))].filter(Boolean).flatMap((file) => {
    try {
      const text = readFileSync(path.join(root, file), 'utf8');
      return text.includes('\0') ? [] : [{ path: file, text }];
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'EISDIR') return []; // deleted but not yet committed
      throw error;
    }
  });
}

async function run(name) {
  const start = performance.now();
  const { isOk, output } = await steps[name]().catch((error) => ({ isOk: false, output: error.message }));
  const milliseconds = Math.round(performance.now() - start);
  console.log(`${isOk ? 'ok    ' : 'failed'} ${name.padEnd(9)} ${(milliseconds / 1000).toFixed(1)} s`);
  if (!isOk) console.log(output.trim().replace(/^/gm, '       '));
  return { name, isOk, milliseconds };
}

async function main() {
  const args = process.argv.slice(2);
  const at = args.indexOf('--json');
  const jsonFile = at < 0 ? undefined : args.splice(at, 2)[1];
  const unknown = args.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0 || (at >= 0 && !jsonFile)) {
    console.error(`usage: npm run check -- [${Object.keys(steps).join('] [')}] [--json FILE]`);
    process.exitCode = 2;
    return;
  }
  const waiting = args.length > 0 ? args : Object.keys(steps);
  const results = [];
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) results.push(await run(name));
  };
  await Promise.all([work(), work()]);

  const failed = results.filter((result) => !result.isOk).length;
  const passed = results.length - failed;
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify({ passed, failed, steps: results }, undefined, 2)}\n`);
  console.log(`check: ${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
