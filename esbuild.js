/**
 * Builds dist/: a small entry, one CommonJS file for every dynamically imported module of ours, loaded at first use, and
 * files of what several of those have in common. The entry and the thread carry copies of their own, and which files share
 * what changes with every import, so nothing that crosses files may rely on `instanceof` or on module state.
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

/** What comes from a shared file stands there under this name. */
const sharedName = (file) => path.relative(path.join(root, 'src'), file).replaceAll(path.sep, '/').replace(/\.ts$/, '');

/** Takes the modules that stand in a shared file from there, but for those that stand in the file that is being built. */
function fromSharedFiles(sharedFiles, self) {
  return {
    name: 'from-shared-files',
    setup(build) {
      build.onResolve({ filter: /^\./ }, (args) => {
        if (args.kind !== 'import-statement') return undefined;
        const file = path.resolve(args.resolveDir, args.path);
        const at = sharedFiles.get(file);
        return at === undefined || at === self ? undefined : { path: file, namespace: 'shared', pluginData: at };
      });
      build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: file, pluginData: at }) => ({
        contents: `module.exports = require('./${at}.js')['${sharedName(file)}'];`,
      }));
      build.onResolve({ filter: /.*/, namespace: 'shared' }, (args) => ({ path: args.path, external: true }));
    },
  };
}

/** The text of a shared file: a module in it runs when it is first asked for. */
function sharedText(files) {
  const getter = (file) =>
    `get '${sharedName(file)}'() { return require('./${path.relative(root, file).replaceAll(path.sep, '/')}'); }`;
  return `module.exports = { ${files.map(getter).join(',\n')} };`;
}

/**
 * Where modules stand that two or more lazy files import: in a file of their feature, if that alone has use for them, else in
 * one for all.
 */
function findShared(inputs) {
  const users = new Map();
  for (const [name, files] of inputs) {
    for (const file of files) users.set(file, [...(users.get(file) ?? []), name]);
  }
  const sharedFiles = new Map();
  for (const [file, names] of users) {
    if (names.length < 2) continue;
    const features = new Set(names.map((name) => name.split('-')[0]));
    sharedFiles.set(file, features.size === 1 ? `${[...features][0]}-shared` : 'shared');
  }
  return sharedFiles;
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

/** undici brings its parser twice, and takes the second where a processor can't run the first. That one runs everywhere, as fast. */
const undiciWithOneParser = {
  name: 'undici-with-one-parser',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, () => ({
      contents: "throw new Error('Only the plain parser is in this build');",
    }));
  },
};

const common = {
  bundle: true,
  minify: true,
  sourcemap: false,
  logLevel: 'warning',
  legalComments: 'none',
  charset: 'utf8',
  absWorkingDir: root,
};

/** Of other people, in what is built. */
const packages = new Set();

/** What their licences ask for: their words go with their code. */
function writeNotices() {
  const notices = [...packages]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => {
      const folder = path.join(root, 'node_modules', name);
      const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
      const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
      if (!file) throw new Error(`${name} has no licence in its package`);
      const text = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    });
  const heading = 'Flag Admin contains code of these packages.\n';
  fs.writeFileSync(path.join(out, 'THIRD-PARTY-NOTICES.txt'), [heading, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
}

/**
 * Builds one file for the extension host. Gives the modules of ours in it, and remembers in `found` what it loads lazily.
 * @param {{ file: string } | { text: string }} source
 */
async function buildHost(name, source, found, { sharedFiles = new Map(), write = true } = {}) {
  const { metafile } = await esbuild.build({
    ...common,
    stdin: 'file' in source ? undefined : { contents: source.text, resolveDir: root },
    entryPoints: 'file' in source ? [source.file] : [],
    outfile: path.join(out, `${name}.js`),
    metafile: true,
    write,
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
    plugins: [lazyFiles(found), fromSharedFiles(sharedFiles, name), undiciPoolOnly, undiciWithoutHttp2, undiciWithOneParser],
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  for (const file of Object.keys(inputs)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    if (name) packages.add(name);
  }
  return Object.entries(inputs)
    .filter(([file, { bytesInOutput }]) => file.startsWith('src/') && bytesInOutput > 0)
    .map(([file]) => path.join(root, file));
}

const sourceOf = (place) => (place.includes(path.sep) ? { file: place } : { text: `export * from '${place}'` });

/** What runs by itself: the entry, and a thread. */
const ALONE = ['extension.ts', 'operations/parserThread.ts'].map((file) => path.join(root, 'src', ...file.split('/')));

async function buildAllHost() {
  const found = new Map(ALONE.map((file) => [nameOf(file), file]));
  /** Of each lazy file: the modules in it. */
  const inputs = new Map();
  const seen = new Set();
  while (seen.size < found.size) {
    const next = [...found].filter(([name]) => !seen.has(name));
    for (const [name] of next) seen.add(name);
    await Promise.all(
      next.map(async ([name, place]) => {
        const isAlone = ALONE.includes(place);
        const files = await buildHost(name, sourceOf(place), found, { write: isAlone });
        if (!isAlone) inputs.set(name, files);
      }),
    );
  }
  const sharedFiles = findShared(inputs);
  const lazy = [...inputs.keys()].map((name) => buildHost(name, sourceOf(found.get(name)), found, { sharedFiles }));
  const shared = [...new Set(sharedFiles.values())].map((name) => {
    const files = [...sharedFiles].filter(([, at]) => at === name).map(([file]) => file);
    return buildHost(name, { text: sharedText(files.toSorted((one, other) => (one < other ? -1 : 1))) }, found, { sharedFiles });
  });
  await Promise.all([...lazy, ...shared]);
}

async function main() {
  fs.rmSync(out, { recursive: true, force: true });
  await buildAllHost();
  writeNotices();
  await esbuild.build({
    ...common,
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
