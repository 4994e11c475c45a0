/**
 * Builds dist/: a small entry, all features in one file, and what is loaded by itself at its first use. Each file carries
 * its own copies of what it shares with another, so nothing that crosses files may rely on `instanceof` or on module state.
 */
'use strict';
const esbuild = require('esbuild');
const fs = require('node:fs');
const path = require('node:path');

const root = __dirname;
const out = path.join(root, 'dist');
/** What is loaded by itself, at its first use. */
const PARTS = { client: 'src/api/client.ts', sandbox: 'src/sandbox/server.ts', yaml: 'yaml' };
const THREADS = ['src/operations/keys/sources/parserThread.ts', 'src/operations/definitions/text/textThread.ts'];

const inOrder = (names) => [...names].toSorted((one, other) => (one < other ? -1 : 1));

/** What the entry imports dynamically. */
const features = new Set();

/** Leaves dynamic imports out of a file: those of the entry lead into features.js, where a module runs when it is first asked for. */
const lazyBoundary = (isEntry) => ({
  name: 'lazy-boundary',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path: target, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const module = target.startsWith('.') ? path.relative(root, path.join(resolveDir, target)).replaceAll('\\', '/') : target;
      const part = Object.keys(PARTS).find((name) => PARTS[name] === module);
      if (part !== undefined) return { path: `./${part}.js`, external: true };
      if (!isEntry) return undefined;
      features.add(module);
      return { path: module, namespace: 'features' };
    });
    build.onLoad({ filter: /.*/, namespace: 'features' }, ({ path: module }) => ({
      contents: `module.exports = require('./features.js')['${module}']();`,
    }));
  },
});

// Requires `vscode` once in a file. By itself esbuild requires and copies it anew for each module that imports it, and the
// editor looks up at each require whose extension asks: the entry took seven times as long to load.
const editorOnce = {
  name: 'editor-once',
  setup(build) {
    const types = fs.readFileSync(require.resolve('@types/vscode/index.d.ts'), 'utf8');
    const names = [...types.matchAll(/^\texport (?:class|const|enum|function|namespace) (\w+)/gm)].map(([, name]) => name);
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'editor' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'editor' },
    );
    const contents = `export const { ${[...new Set(names)].join(', ')} } = require('vscode');`;
    build.onLoad({ filter: /.*/, namespace: 'editor' }, () => ({ contents }));
  },
};

/**
 * undici's index writes its default dispatcher to process-wide globals that all extensions of the host share. The client
 * uses `Pool.request` and the connector under it, which touch no global.
 */
const undiciPoolOnly = {
  name: 'undici-pool-only',
  setup(build) {
    const contents = `
      require('./lib/dispatcher/dispatcher').prototype.request = require('./lib/api/api-request');
      exports.Pool = require('./lib/dispatcher/pool');
      exports.buildConnector = require('./lib/core/connect');`;
    build.onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, () => ({ contents }));
  },
};

const common = { outdir: 'dist', absWorkingDir: root, bundle: true, minify: true, legalComments: 'none', metafile: true };
const host = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  // The main file of jsonc-parser requires its parts in a way that no bundler sees.
  mainFields: ['module', 'main'],
  external: ['./features.js'],
  supported: { 'dynamic-import': false },
  // The last of them as in undici's own build for Node: without its second, experimental HTTP parser.
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename', esbuildDetection: 'true' },
};

/** What the licences of the bundled packages ask for: their words go with their code. */
function writeNotices(metafiles) {
  const files = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = new Set(files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  const notices = inOrder(names).map((name) => {
    const folder = path.join(root, 'node_modules', name);
    const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence in its package`);
    return [`${name} ${version} (${license})`, path.join(folder, file)];
  });
  // undici's parser comes as bytes, without the licence of the project that they are compiled from.
  notices.push(['llhttp, in undici (MIT)', path.join(root, 'licences', 'llhttp.txt')]);
  const texts = notices.map(([title, file]) => `${title}\n\n${fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()}\n`);
  const text = ['Flag Admin contains code of these packages.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
  fs.writeFileSync(path.join(out, 'THIRD-PARTY-NOTICES.txt'), text);
}

async function main() {
  fs.rmSync(out, { recursive: true, force: true });
  const plugins = [lazyBoundary(false), editorOnce, undiciPoolOnly];
  const entry = await esbuild.build({ ...host, entryPoints: ['src/extension.ts'], plugins: [lazyBoundary(true), editorOnce] });
  const contents = `module.exports = { ${inOrder(features).map((module) => `'${module}': () => require('./${module}')`)} };`;
  const built = await Promise.all([
    esbuild.build({ ...host, stdin: { contents, resolveDir: root }, entryNames: 'features', plugins }),
    esbuild.build({ ...host, entryPoints: PARTS, plugins }),
    esbuild.build({ ...host, entryPoints: THREADS, entryNames: '[name]', plugins }),
    esbuild.build({ ...common, entryPoints: { review: 'src/webview/main.ts' }, target: 'chrome130' }),
  ]);
  writeNotices([entry, ...built].map(({ metafile }) => metafile));
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
