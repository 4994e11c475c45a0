/**
 * One import from each place for all modules of a built file. esbuild leaves each module its own, and `vscode` whole: two
 * kilobytes of what is downloaded.
 */
'use strict';
const esbuild = require('esbuild');
const path = require('node:path');

/** A module that hands on what others may take from `place`. */
const handedOn = (names, place) => `import { ${names} } from ${JSON.stringify(place)}; export { ${names} };`;

/** `vscode` as a word of the code: not within one, and not at the beginning of a text, as in the name of a command. */
const EDITOR = /(?<!['"`.\w$-])vscode(?![\w$:-]|['"`])(?:\.(\w+))?/g;

/**
 * What `code` takes of the editor's API, by its names.
 * @throws where it takes the API otherwise, as in `const { window } = vscode`: those names would not be there
 */
function editorOnce(code) {
  const names = new Set();
  for (const [, name] of code.replaceAll(/^import \* as vscode from .*$/gm, '').matchAll(EDITOR)) {
    if (name === undefined) throw new Error('the editor’s API is to be taken as `vscode.name`: see build/imports.js');
    names.add(name);
  }
  return {
    name: 'editor-once',
    setup(build) {
      build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
        namespace === 'editor' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'editor' },
      );
      build.onLoad({ filter: /.*/, namespace: 'editor' }, () => ({ contents: handedOn([...names], 'vscode') }));
    },
  };
}

/** Of each module of ours: its code without types, and the names that it exports. */
async function readModules(root, files) {
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: files,
    outdir: root,
    outbase: root,
    absWorkingDir: root,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const codes = new Map(outputFiles.map((file) => [path.relative(root, file.path).replaceAll(path.sep, '/'), file.text]));
  return new Map(
    Object.entries(metafile.outputs).map(([file, { entryPoint, exports }]) => [
      path.join(root, entryPoint),
      { code: codes.get(file), exports },
    ]),
  );
}

module.exports = { editorOnce, handedOn, readModules };
