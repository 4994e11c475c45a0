/**
 * Builds dist/: a small entry, and CommonJS files that are loaded at their first use: one for every dynamically imported module
 * of ours that is of some size, and one for each feature, with what is small in it and what several of its files have in
 * common. The entry and the threads carry copies of their own, and which files share what changes with every import, so
 * nothing that crosses files may rely on `instanceof` or on module state.
 */
'use strict';
const esbuild = require('esbuild');
const fs = require('node:fs');
const path = require('node:path');
const { minify } = require('terser');
const { asCommonJs, withPlainRequires } = require('./build/commonJs.js');
const { editorOnce, handedOn, readModules } = require('./build/imports.js');
const { packageOf, partOf, plugins, writeNotices, writeParser } = require('./build/packages.js');

const root = __dirname;
const out = path.join(root, 'dist');

/** The name of a lazily loaded file: `src/editor/segments/uploadKeys.ts` → `segments-uploadKeys`. */
function nameOf(file) {
  const parts = path.relative(path.join(root, 'src'), file).replace(/\.ts$/, '').split(path.sep);
  return parts.filter((part) => part !== 'editor').join('-');
}

/** Turns `import('./x.ts')` into a require of `x`'s own file, or of the shared one it stands in, and remembers to build it. */
function lazyFiles(found, sharedFiles) {
  return {
    name: 'lazy-files',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind !== 'dynamic-import') return undefined;
        const isOurs = args.path.startsWith('.');
        const file = isOurs ? path.resolve(args.resolveDir, args.path) : args.path;
        const name = isOurs ? nameOf(file) : file;
        found.set(name, file);
        const shared = sharedFiles.get(file);
        return { path: shared?.isLazy ? placeIn(shared) : `./${name}.js`, external: true };
      });
    },
  };
}

/**
 * Takes the modules that stand in a shared file from there, but for those that stand in the file that is being built.
 * @param {Map<string, {at: string, key: string, exports?: string[]}>} sharedFiles  of each module: the shared file, and its name in there
 * @param {string | undefined} code  of all modules in the file that is being built, if it is bundled as an ES module
 */
function fromSharedFiles(sharedFiles, self, code) {
  return {
    name: 'from-shared-files',
    setup(build) {
      build.onResolve({ filter: /^\./ }, (args) => {
        if (args.kind !== 'import-statement') return undefined;
        const shared = sharedFiles.get(path.resolve(args.resolveDir, args.path));
        if (shared === undefined || shared.at === self) return undefined;
        const names = shared.exports?.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
        return { path: placeIn(shared), namespace: 'shared', pluginData: names };
      });
      build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: place, pluginData: names }) => ({
        contents: code !== undefined ? handedOn(names, place) : `module.exports = ${requireOf(place)};`,
      }));
      build.onResolve({ filter: /.*/, namespace: 'shared' }, (args) => ({ path: args.path, external: true }));
    },
  };
}

const placeIn = ({ at, key }) => `./${at}.js?${key}`;

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
 * A lazy file with less of its own stands among what its feature shares, and a feature that shares less among what all do: a
 * file takes time by itself, and beside others of its kind a text is downloaded as two thirds of what it is alone.
 */
const SMALL_BYTES = 16_000;

/**
 * Where modules stand that two or more lazy files import, and small lazy files themselves: in a file of their feature, if that
 * alone has use for them, else in one for all.
 * @param {Map<string, Map<string, number>>} inputs  of each lazy file: the modules in it, and their bytes
 * @param {(name: string) => string} placeOf  of a lazy file: its own module
 */
function findShared(inputs, placeOf) {
  const users = new Map();
  for (const [name, files] of inputs) {
    for (const file of files.keys()) users.set(file, [...(users.get(file) ?? []), name]);
  }
  const isShared = (file) => users.get(file).length > 1;
  const ownBytes = (files) => [...files].reduce((sum, [file, bytes]) => sum + (isShared(file) ? 0 : bytes), 0);
  const isOwnFile = (name) => !isModule(name) || !placeOf(name).includes(path.sep) || THREADS.includes(placeOf(name));
  const isSmall = ([name, files]) => !isOwnFile(name) && ownBytes(files) < SMALL_BYTES;
  const lazy = [...inputs].filter(isSmall).map(([name]) => placeOf(name));
  const files = new Set([...[...users.keys()].filter(isShared), ...lazy]);
  /** The one feature that has a use for it, if there is one. */
  const featureOf = (file) => {
    // A module of nothing but exports of others leaves no bytes, and is in no list.
    const names = users.get(file) ?? [nameOf(file)];
    // A thread is of the feature that asks it.
    const askers = names.filter((name) => !THREADS.includes(placeOf(name)));
    const features = new Set(askers.map((name) => name.split('-')[0]));
    return features.size === 1 && askers[0].includes('-') ? [...features][0] : undefined;
  };
  const bytes = new Map([...inputs.values()].flatMap((all) => [...all]));
  const bytesOf = (feature) =>
    [...files].reduce((sum, file) => sum + (featureOf(file) === feature ? (bytes.get(file) ?? 0) : 0), 0);
  return new Map(
    [...files]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((file, index) => {
        const feature = featureOf(file);
        const at = feature !== undefined && bytesOf(feature) >= SMALL_BYTES ? `${feature}-shared` : 'shared';
        return [file, { at, key: `m${index.toString(36)}`, isLazy: lazy.includes(file) }];
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

/** What esbuild has minified, once more: it looks at each expression once, and leaves a thirtieth of what is downloaded. */
async function tightened(text) {
  const { code } = await minify(text, { ecma: 2022, toplevel: true, compress: { passes: 2 }, format: { comments: false } });
  return `${code}\n`;
}

/** Of other people, in what is built. */
const packages = new Set();

/**
 * Builds one file for the extension host. Gives the modules of ours in it, and remembers in `found` what it loads lazily.
 * @param {{ file: string } | { text: string }} source
 * @param {{ sharedFiles?: Map<string, object>, write?: boolean, isModule?: boolean, isAlone?: boolean, code?: string }} how  `isModule`: bundled
 *   as an ES module, which is smaller; not for what holds CommonJS of others, or modules that wait for their first use;
 *   `isAlone`: with copies of its own of what is shared; `code`: of all modules that will be in it, if it is bundled as one
 */
async function buildHost(
  name,
  source,
  found,
  { sharedFiles = new Map(), write = true, isModule = true, isAlone = false, code } = {},
) {
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
    plugins: [
      lazyFiles(found, sharedFiles),
      ...(isAlone ? [] : [fromSharedFiles(sharedFiles, name, code)]),
      ...(code === undefined ? [] : [editorOnce(code)]),
      ...plugins,
    ],
  });
  if (write) {
    const [{ path: file, text }] = outputFiles;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, await tightened(isModule ? asCommonJs(text, requireOf) : withPlainRequires(text, requireOf)));
  }
  const [{ inputs }] = Object.values(metafile.outputs);
  for (const file of Object.keys(inputs)) if (packageOf(file)) packages.add(packageOf(file));
  return new Map(
    Object.entries(inputs)
      .filter(([file, { bytesInOutput }]) => file.startsWith('src/') && bytesInOutput > 0)
      .map(([file, { bytesInOutput }]) => [path.join(root, file), bytesInOutput]),
  );
}

const sourceOf = (place) => (place.includes(path.sep) ? { file: place } : { text: partOf(place) });

/** undici is CommonJS. */
const isModule = (name) => name !== 'api-client';

const inSource = (file) => path.join(root, 'src', ...file.split('/'));
/** What runs by itself: the entry, and the thread that is to be there at once for a text somebody waits for. */
const ALONE = ['extension.ts', 'operations/parserThread.ts'].map(inSource);
/** Threads that read from the files of all: what they read with is large, and mostly there. */
const THREADS = ['operations/definitionText/textThread.ts'].map(inSource);

async function buildAllHost() {
  const found = new Map([...ALONE, ...THREADS].map((file) => [nameOf(file), file]));
  /** Of each lazy file: the modules in it. */
  const inputs = new Map();
  const seen = new Set();
  while (seen.size < found.size) {
    const next = [...found].filter(([name]) => !seen.has(name));
    for (const [name] of next) seen.add(name);
    await Promise.all(
      next.map(async ([name, place]) => {
        const files = await buildHost(name, sourceOf(place), found, { write: false, isModule: isModule(name) });
        inputs.set(name, files);
      }),
    );
  }
  const lazyInputs = new Map([...inputs].filter(([name]) => !ALONE.includes(found.get(name))));
  const sharedFiles = findShared(lazyInputs, (name) => found.get(name));
  const inputFiles = [...inputs.values()].flatMap((files) => [...files.keys()]);
  const modules = await readModules(root, [...new Set([...inputFiles, ...sharedFiles.keys()])]);
  for (const [file, shared] of sharedFiles) shared.exports = modules.get(file).exports;
  const codeOf = (name, isIn) =>
    [...inputs.get(name).keys()]
      .filter(isIn)
      .map((file) => modules.get(file).code)
      .join('\n');
  const alone = ALONE.map((file) =>
    buildHost(nameOf(file), { file }, found, { sharedFiles, isAlone: true, code: codeOf(nameOf(file), () => true) }),
  );
  const lazy = [...lazyInputs.keys()]
    .filter((name) => !sharedFiles.get(found.get(name))?.isLazy)
    .map((name) => {
      const how = isModule(name) ? { code: codeOf(name, (file) => !sharedFiles.has(file)) } : { isModule: false };
      return buildHost(name, sourceOf(found.get(name)), found, { sharedFiles, ...how });
    });
  const shared = [...new Set([...sharedFiles.values()].map(({ at }) => at))].map((name) => {
    const inIt = [...sharedFiles].filter(([, { at }]) => at === name);
    return buildHost(name, { text: sharedText(inIt) }, found, { sharedFiles, isModule: false });
  });
  await Promise.all([...alone, ...lazy, ...shared]);
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
