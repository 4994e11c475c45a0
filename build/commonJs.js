/**
 * Turns what esbuild has bundled as an ES module into CommonJS. esbuild's own CommonJS carries functions that hold up what
 * only ES modules have (live bindings, default exports of CommonJS): half a kilobyte in each file, and in each a copy of
 * the whole `vscode`. Nothing of ours relies on them.
 */
'use strict';

/** `import a,{b as c}from"d";`, `import*as a from"d";`, `import"d";` */
const IMPORT = /(?<=^|[;}\n])import(?:\s*\*\s*as ([\w$]+)| ([\w$]+)|)\s*,?\s*(?:\{([^{}"]*)\})?\s*(?:from)?\s*"([^"]+)";/g;
const EXPORT = /\bexport\{([^{}"]*)\};?\s*$/;
const LAZY = /(?<![.\w$"])import\("(\.\/[\w-]+\.js)(?:\?(\w+))?"\)/g;
/** Loads a file of ours later than what runs now, as import() does. */
const LOAD = '_load';
/**
 * A file asks for `vscode` once, whatever the number of its modules: the editor looks up anew, at each require of it, whose
 * extension asks. Fifteen more of them took longer than all else that the entry does.
 */
const EDITOR = '_vscode';
const REQUIRE_EDITOR = /\brequire\("vscode"\)/g;

const pairs = (list) =>
  list
    .split(',')
    .filter(Boolean)
    .map((item) => item.trim().split(/\s+as\s+/));

/** `a as b` of an import → `a:b` of a pattern. */
const pattern = (list) =>
  pairs(list)
    .map(([name, local = name]) => (name === local ? name : `${name}:${local}`))
    .join(',');

/** `local as name` of an export → `name:local`. */
const fields = (list) =>
  pairs(list)
    .map(([local, name = local]) => (name === local ? name : `${name}:${local}`))
    .join(',');

/**
 * @param {string} text  minified by esbuild: imports are of `vscode`, of Node and of files of ours
 * @param {(place: string) => string} requireOf  the expression that gives the module at `place`
 * @throws where the text has a form that is not known here
 */
function asCommonJs(text, requireOf) {
  let usesLoad = false;
  mustBeFree(text, LOAD, EDITOR);
  const turned = text
    .replace(IMPORT, (_, all, standard, list, place) => {
      const whole = all ?? standard;
      const named = list === undefined ? '' : `{${pattern(list)}}=${whole ?? requireOf(place)}`;
      if (whole === undefined) return named === '' ? `${requireOf(place)};` : `var${named};`;
      return `var ${whole}=${requireOf(place)}${named && `,${named}`};`;
    })
    .replace(EXPORT, (_, list) => `module.exports={${fields(list)}};`)
    .replace(LAZY, (_, file, key) => {
      usesLoad = true;
      return `${LOAD}("${file}"${key === undefined ? '' : `,"${key}"`})`;
    });
  const left = /(?<=^|[;}\n])(?:import\s*[*{"]|export\b)|(?<![.\w$"])import\(/.exec(turned);
  if (left) throw new Error(`this can’t be turned into CommonJS: ${turned.slice(left.index, left.index + 80)}`);
  const load = usesLoad ? `var ${LOAD}=async(f,k)=>(await 0,k?require(f)[k]:require(f));` : '';
  const once = turned.replace(REQUIRE_EDITOR, EDITOR);
  const editor = once === turned ? '' : `var ${EDITOR}=require("vscode");`;
  return `"use strict";${editor}${load}${once.trimEnd()}\n`;
}

/** esbuild's own CommonJS without those copies of `vscode`, whose members are taken by their names alone. */
function withPlainRequires(text, requireOf) {
  mustBeFree(text, EDITOR);
  const plain = text
    .replace(/[\w$]+\(require\("vscode"\),1\)/g, 'require("vscode")')
    .replace(/\brequire\("(\.\/[\w-]+\.js\?\w+)"\)/g, (_, place) => requireOf(place));
  // At its first use: threads, which have no `vscode`, take other modules from such files.
  const once = plain.replace(REQUIRE_EDITOR, `${EDITOR}()`);
  return once === plain
    ? plain
    : once.replace(/^("use strict";)?/, `$1var ${EDITOR}of,${EDITOR}=()=>${EDITOR}of??=require("vscode");`);
}

function mustBeFree(text, ...names) {
  for (const name of names) if (text.includes(name)) throw new Error(`the name ${name} is taken`);
}

module.exports = { asCommonJs, withPlainRequires };
