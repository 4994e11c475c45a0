/** Checks that no file of src imports itself through other files, whether by a type import, a static or a dynamic import. */
import path from 'node:path';

/** `from './a.ts'`, `import './a.ts'` and `import('./a.ts')`. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

/** Takes `[{path, text}]`, and returns one line for each import circle. */
export function circles(files) {
  const sources = files.filter((file) => /^src\/.*\.ts$/.test(file.path));
  const names = new Set(sources.map((file) => file.path));
  const imports = new Map(sources.map((file) => [file.path, importsOf(file).filter((name) => names.has(name))]));
  const found = [];
  const done = new Set();
  const follow = (name, above) => {
    if (above.includes(name)) found.push([...above.slice(above.indexOf(name)), name].join(' → '));
    if (done.has(name)) return;
    done.add(name);
    for (const next of imports.get(name)) follow(next, [...above, name]);
  };
  for (const name of names) follow(name, []);
  return found;
}

function importsOf({ path: file, text }) {
  const all = text.replaceAll(COMMENT, '').matchAll(IMPORT);
  return [...new Set([...all].map(([, target]) => path.posix.join(path.posix.dirname(file), target)))];
}
