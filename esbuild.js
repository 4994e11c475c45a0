/**
 * Builds dist/: a small entry, and one CommonJS file for every dynamically imported module of ours, loaded at first
 * use. Each file carries its own copy of what it imports, so nothing that crosses files may rely on `instanceof` or on
 * module state.
 */
'use strict';
const esbuild = require('esbuild');
const fs = require('node:fs');
const path = require('node:path');

const root = __dirname;
const out = path.join(root, 'dist');

/** The name of a lazily loaded file: `src/editor/segments/uploadKeys.ts` → `segments-uploadKeys`. */
function nameOf(file) {
  const parts = path.relative(path.join(root, 'src'), file).replace(/\.ts$/, '').split(path.sep);
  return parts.filter((part) => part !== 'editor').join('-');
}

/** Turns `import('./x.ts')` into a require of `x`'s own file, and remembers to build that file too. */
function lazyFiles(found) {
  return {
    name: 'lazy-files',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind !== 'dynamic-import') return undefined;
        const isOurs = args.path.startsWith('.');
        const name = isOurs ? nameOf(path.resolve(args.resolveDir, args.path)) : args.path;
        found.set(name, isOurs ? path.resolve(args.resolveDir, args.path) : args.path);
        return { path: `./${name}.js`, external: true };
      });
    },
  };
}

/**
 * undici's index brings its fetch, caches and mocks, and writes its default dispatcher to process-wide globals that all
 * extensions of the host share. The client uses `Pool.request` and the connector under it, so only they are bundled: it touches no global.
 */
const undiciPoolOnly = {
  name: 'undici-pool-only',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'pool-only', namespace: 'undici' }));
    build.onLoad({ filter: /.*/, namespace: 'undici' }, () => ({
      contents: `
        require('undici/lib/dispatcher/dispatcher').prototype.request = require('undici/lib/api/api-request');
        exports.Pool = require('undici/lib/dispatcher/pool');
        exports.buildConnector = require('undici/lib/core/connect');`,
      resolveDir: root,
    }));
  },
};

/** The transport asks for HTTP/1.1; loading Node's HTTP/2 took a quarter of what the client's file takes, for nothing. */
const undiciWithoutHttp2 = {
  name: 'undici-without-http2',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is not in this build'); };",
    }));
  },
};

const shared = {
  bundle: true,
  minify: true,
  sourcemap: false,
  logLevel: 'warning',
  legalComments: 'none',
  charset: 'utf8',
  absWorkingDir: root,
};

async function buildHost(name, entry, found) {
  await esbuild.build({
    ...shared,
    ...(entry.includes(path.sep)
      ? { entryPoints: { [name]: entry } }
      : { stdin: { contents: `export * from '${entry}'`, resolveDir: root } }),
    ...(entry.includes(path.sep) ? { outdir: out } : { outfile: path.join(out, `${name}.js`) }),
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    // As in undici's own build for Node: without its second, experimental HTTP parser, a third of the client's file.
    define: {
      esbuildDetection: 'true',
      // Where a file looks for the one of a thread that it starts.
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
    },
    // A lazy file is a plain require: no second module loader in the extension host.
    supported: { 'dynamic-import': false },
    plugins: [lazyFiles(found), undiciPoolOnly, undiciWithoutHttp2],
  });
}

async function main() {
  fs.rmSync(out, { recursive: true, force: true });
  const found = new Map(
    // The entry, and what is run in a thread: nothing imports it.
    ['extension.ts', 'operations/parserThread.ts'].map((file) => [
      nameOf(path.join(root, 'src', file)),
      path.join(root, 'src', file),
    ]),
  );
  const built = new Set();
  while (built.size < found.size) {
    const next = [...found].filter(([name]) => !built.has(name));
    for (const [name] of next) built.add(name);
    await Promise.all(next.map(([name, entry]) => buildHost(name, entry, found)));
  }
  await esbuild.build({
    ...shared,
    entryPoints: { review: path.join(root, 'src', 'webview', 'main.ts') },
    outdir: out,
    platform: 'browser',
    format: 'iife',
    target: 'chrome130',
  });
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
