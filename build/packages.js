/**
 * What is taken of other people's packages, and their licences. They are bundled from their sources; what the extension has
 * no use for stays out, for it would be downloaded, kept and loaded by everybody.
 */
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

/** Puts a text in the place of a package's file. */
function instead(name, filter, contents, options = {}) {
  return {
    name,
    setup(build) {
      build.onLoad({ filter }, () => ({ contents, resolveDir: root, ...options }));
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
const undiciWithoutHttp2 = instead(
  'undici-without-http2',
  /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/,
  "module.exports = () => { throw new Error('HTTP/2 is not in this build'); };",
);

/** The transport's bodies are Buffers: what the pool would send a FormData with is the half of undici's fetch. */
const undiciWithoutForms = instead(
  'undici-without-forms',
  /[\\/]undici[\\/]lib[\\/]web[\\/](fetch[\\/](body|formdata)|webidl[\\/]index)\.js$/,
  "throw new TypeError('A FormData can’t be sent by this build');",
);

/** Of the parser's lists of methods, headers and characters, the pool asks for two. */
const undiciWithItsConstants = {
  name: 'undici-with-its-constants',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]constants\.js$/ }, ({ path: file }) => {
      const { ERROR, TYPE } = require(file);
      return { contents: `module.exports = ${JSON.stringify({ ERROR, TYPE })};` };
    });
  },
};

/** undici brings its parser twice, and takes the second where a processor can't run the first. That one runs everywhere, as fast. */
const undiciWithOneParser = instead(
  'undici-with-one-parser',
  /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/,
  "throw new Error('Only the plain parser is in this build');",
);

/** Where the parser stands, beside the built client. */
const PARSER = 'llhttp.wasm';

/** The parser as the bytes that it is: as text in the client it was a third more to download, and to read at each start. */
const undiciWithParserBeside = instead(
  'undici-with-parser-beside',
  /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/,
  `const { readFileSync } = require('node:fs');
   const { join } = require('node:path');
   let parser;
   Object.defineProperty(module, 'exports', { get: () => (parser ??= readFileSync(join(__dirname, '${PARSER}'))) });`,
);

function writeParser(folder) {
  fs.writeFileSync(path.join(folder, PARSER), require('undici/lib/llhttp/llhttp-wasm.js'));
}

/** What src uses of yaml: test/built.test.ts holds it against the sources. The rest of it is left out. */
const YAML_NAMES = [
  'isAlias',
  'isMap',
  'isNode',
  'isScalar',
  'isSeq',
  'LineCounter',
  'parseAllDocuments',
  'parseDocument',
  'Scalar',
  'stringify',
];

/** yaml's own ES modules, which are the same code: of them, unlike of its CommonJS ones, parts can be left out. */
const yamlAsModules = {
  name: 'yaml-as-modules',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, () => ({ path: path.join(root, 'node_modules/yaml/browser/dist/index.js') }));
  },
};

/** As the package for Node has it; that for browsers throws at a text which is no Base64. Written by nobody here. */
const yamlWithBuffers = instead(
  'yaml-with-buffers',
  /[\\/]yaml[\\/]browser[\\/]dist[\\/]schema[\\/]yaml-1\.1[\\/]binary\.js$/,
  `export const binary = {
    identify: () => false,
    default: false,
    tag: 'tag:yaml.org,2002:binary',
    resolve: (text) => Buffer.from(text, 'base64'),
  };`,
);

/** What yaml would warn of goes to the console with the words of the text: there is none for it. */
const yamlWithoutConsole = instead(
  'yaml-without-console',
  /[\\/]yaml[\\/]browser[\\/]dist[\\/]log\.js$/,
  'export const debug = () => undefined;\nexport const warn = () => undefined;',
);

const plugins = [
  undiciPoolOnly,
  undiciWithoutHttp2,
  undiciWithoutForms,
  undiciWithItsConstants,
  undiciWithOneParser,
  undiciWithParserBeside,
  yamlAsModules,
  yamlWithBuffers,
  yamlWithoutConsole,
];

/** What is built of a package that is loaded lazily by itself. */
function partOf(name) {
  if (name !== 'yaml') throw new Error(`build/packages.js does not say what is used of ${name}`);
  return `export { ${YAML_NAMES.join(', ')} } from '${name}';`;
}

/** The package that a bundled file is of, or undefined for one of ours. */
const packageOf = (file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** What is in a package of others without its licence, which stands in build/licences: undici's parser comes as bytes only. */
const WITHIN = { undici: { name: 'llhttp', license: 'MIT' } };

/** What the licences of `names` ask for: their words go with their code. */
function writeNotices(folder, names) {
  const notices = [...names]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .flatMap((name) => {
      const from = path.join(root, 'node_modules', name);
      const { version, license } = JSON.parse(fs.readFileSync(path.join(from, 'package.json'), 'utf8'));
      const file = fs.readdirSync(from).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
      if (!file) throw new Error(`${name} has no licence in its package`);
      const own = `${name} ${version} (${license})\n\n${readText(path.join(from, file))}\n`;
      const within = WITHIN[name];
      if (!within) return [own];
      const its = readText(path.join(__dirname, 'licences', `${within.name}.txt`));
      return [own, `${within.name}, in ${name} (${within.license})\n\n${its}\n`];
    });
  const heading = 'Flag Admin contains code of these packages.\n';
  fs.writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), [heading, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
}

const readText = (file) => fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();

module.exports = { packageOf, partOf, plugins, writeNotices, writeParser };
