/**
 * Builds dist/: a small entry, one CommonJS file for every dynamically imported module of ours, loaded at first use, and
 * files of what several of those have in common. The entry and the threads carry copies of their own, and which files share
 * what changes with every import, so nothing that crosses files may rely on `instanceof` or on module state.
 */
'use strict';
const esbuild = require('esbuild');
const fs = require('node:fs');
const path = require('node:path');
const { asCommonJs, withPlainVscode } = require('./build/commonJs.js');
const { packageOf, partOf, plugins, writeNotices, writeParser } = require('./build/packages.js');

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
 * Takes the modules that stand in a shared file from there, but for those that stand in the file that is being built.
 * @param {Map<string, {at: string, key: string}>} sharedFiles  of each module: the shared file, and its name in there
 */
function fromSharedFiles(sharedFiles, self, isModule) {
  return {
    name: 'from-shared-files',
    setup(build) {
      build.onResolve({ filter: /^\./ }, (args) => {
        if (args.kind !== 'import-statement') return undefined;
        const shared = sharedFiles.get(path.resolve(args.resolveDir, args.path));
        if (shared === undefined || shared.at === self) return undefined;
        const place = `./${shared.at}.js?${shared.key}`;
        return isModule ? { path: place, external: true } : { path: place, namespace: 'shared' };
      });
      build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: place }) => ({
        contents: `module.exports = ${requireOf(place)};`,
      }));
      build.onResolve({ filter: /.*/, namespace: 'shared' }, (args) => ({ path: args.path, external: true }));
    },
  };
}

/** The expression that gives a module: `./shared.js?key` is one of a shared file. */
function requireOf(place) {
  const [file, key] = place.split('?');
  return `require(${JSON.stringify(file)})${key === undefined ? '' : `.${key}`}`;
}

/** The text of a shared file: a module in it runs when it is first asked for. */
function sharedText(modules) {
  const getter = ([file, { key }]) =>
    `get ${key}() { return require('./${path.relative(root, file).replaceAll(path.sep, '/')}'); }`;
  return `module.exports = { ${modules.map(getter).join(',\n')} };`;
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
  const shared = [...users].filter(([, names]) => names.length > 1).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    shared.map(([file, names], index) => {
      const features = new Set(names.map((name) => name.split('-')[0]));
      const at = features.size === 1 ? `${[...features][0]}-shared` : 'shared';
      return [file, { at, key: `m${index.toString(36)}` }];
    }),
  );
}

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

/**
 * Builds one file for the extension host. Gives the modules of ours in it, and remembers in `found` what it loads lazily.
 * @param {{ file: string } | { text: string }} source
 * @param {{ sharedFiles?: Map<string, {at: string, key: string}>, write?: boolean, isModule?: boolean }} how  `isModule`: bundled
 *   as an ES module, which is smaller; not for what holds CommonJS of others, or modules that wait for their first use
 */
async function buildHost(name, source, found, { sharedFiles = new Map(), write = true, isModule = true } = {}) {
  const { metafile, outputFiles } = await esbuild.build({
    ...common,
    stdin: 'file' in source ? undefined : { contents: source.text, resolveDir: root },
    entryPoints: 'file' in source ? [source.file] : [],
    outfile: path.join(out, `${name}.js`),
    metafile: true,
    write: false,
    platform: 'node',
    format: isModule ? 'esm' : 'cjs',
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
    supported: { 'dynamic-import': isModule },
    plugins: [lazyFiles(found), fromSharedFiles(sharedFiles, name, isModule), ...plugins],
  });
  if (write) {
    const [{ path: file, text }] = outputFiles;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, isModule ? asCommonJs(text, requireOf) : withPlainVscode(text));
  }
  const [{ inputs }] = Object.values(metafile.outputs);
  for (const file of Object.keys(inputs)) if (packageOf(file)) packages.add(packageOf(file));
  return Object.entries(inputs)
    .filter(([file, { bytesInOutput }]) => file.startsWith('src/') && bytesInOutput > 0)
    .map(([file]) => path.join(root, file));
}

const sourceOf = (place) => (place.includes(path.sep) ? { file: place } : { text: partOf(place) });

/** undici is CommonJS. */
const isModule = (name) => name !== 'api-client';

/** What runs by itself: the entry, and threads. */
const ALONE = ['extension.ts', 'operations/parserThread.ts', 'operations/definitionText/textThread.ts'].map((file) =>
  path.join(root, 'src', ...file.split('/')),
);

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
        const files = await buildHost(name, sourceOf(place), found, { write: isAlone, isModule: isModule(name) });
        if (!isAlone) inputs.set(name, files);
      }),
    );
  }
  const sharedFiles = findShared(inputs);
  const lazy = [...inputs.keys()].map((name) =>
    buildHost(name, sourceOf(found.get(name)), found, { sharedFiles, isModule: isModule(name) }),
  );
  const shared = [...new Set([...sharedFiles.values()].map(({ at }) => at))].map((name) => {
    const modules = [...sharedFiles].filter(([, { at }]) => at === name);
    return buildHost(name, { text: sharedText(modules) }, found, { sharedFiles, isModule: false });
  });
  await Promise.all([...lazy, ...shared]);
}

async function main() {
  fs.rmSync(out, { recursive: true, force: true });
  await buildAllHost();
  writeNotices(out, packages);
  writeParser(out);
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
