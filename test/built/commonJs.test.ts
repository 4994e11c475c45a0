/** ES modules of esbuild made CommonJS: they do the same, and what is not known is refused instead of shipped. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { transformSync } from 'esbuild';

interface CommonJs {
  asCommonJs(text: string, requireOf: (place: string) => string): string;
  withPlainRequires(text: string, requireOf: (place: string) => string): string;
}
const { asCommonJs, withPlainRequires } = createRequire(import.meta.url)('../../build/commonJs.js') as CommonJs;

const requireOf = (place: string): string => `require(${JSON.stringify(place)})`;
const modules: Readonly<Record<string, unknown>> = {
  vscode: { l10n: { t: (text: string) => `t(${text})` } },
  'node:path': { join: (...parts: string[]) => parts.join('/') },
  './lazy.js': { run: () => 'ran', m1: { run: () => 'ran one' } },
};

/** What the module exports, minified as the build does it. */
function exportsOf(source: string): Record<string, unknown> {
  const text = transformSync(source, { minify: true, format: 'esm', target: 'node22' }).code;
  const module = { exports: {} };
  const required: string[] = [];
  vm.runInNewContext(asCommonJs(text, requireOf), {
    module,
    require: (name: string) => {
      required.push(name);
      return modules[name];
    },
  });
  return { ...module.exports, required };
}

describe('an ES module made CommonJS', () => {
  it('has its imports in every form, and exports under their names', () => {
    const { a, b, join, words, required } = exportsOf(`
      import * as vscode from 'vscode';
      import path, { join } from 'node:path';
      import './lazy.js';
      const { t } = vscode.l10n;
      export const a = t('import{x}from"y"');
      export const b = path.join('a', 'b') + join('c');
      export const words = ['connection.import', 'export{'];
      export { join };
    `) as Record<string, unknown> & { words: string[] };
    assert.deepEqual([a, b, [...words]], ['t(import{x}from"y")', 'a/bc', ['connection.import', 'export{']]);
    assert.equal(join, (modules['node:path'] as { join: unknown }).join);
    assert.deepEqual(required, ['vscode', 'node:path', './lazy.js']);
  });

  it('loads what is imported dynamically later than what runs now, and only then', async () => {
    const { load, one, required } = exportsOf(`
      export const load = async () => (await import('./lazy.js')).run();
      export const one = async () => (await import('./lazy.js?m1')).run();
    `) as { load(): Promise<string>; one(): Promise<string>; required: string[] };
    const loading = load();
    assert.deepEqual(required, []);
    assert.equal(await loading, 'ran');
    assert.equal(await one(), 'ran one');
    assert.deepEqual(required, ['./lazy.js', './lazy.js']);
  });

  it('is refused where it has a form that is not known', () => {
    for (const text of ['export default 1;', 'import("left-pad");', 'export*from"vscode";', 'var _load=1;', 'var _vscode=1;'])
      assert.throws(() => asCommonJs(text, requireOf), Error, text);
  });

  it('asks for vscode once, which the editor looks up anew at each require', () => {
    const { both, required } = exportsOf(`
      import * as one from 'vscode';
      import * as other from 'vscode';
      export const both = one.l10n.t('a') + other.l10n.t('b');
    `);
    assert.equal(both, 't(a)t(b)');
    assert.deepEqual(required, ['vscode']);
  });

  it('takes the members of vscode by their names, at first use and once, without a copy of all of them', () => {
    const text =
      '"use strict";var late=()=>{var a=s(require("vscode"),1),c=s(require("vscode"),1);return a===c},b=s(require("./lazy.js?m1"));';
    const plain = withPlainRequires(text, (place) => `require("${place.replace('?m1', '')}").m1`);
    assert.ok(plain.includes('b=s(require("./lazy.js").m1)'), plain);
    const required: string[] = [];
    const require = (name: string): unknown => {
      required.push(name);
      return modules[name];
    };
    const late = vm.runInNewContext(`${plain};late`, { require, s: (all: unknown) => all }) as () => boolean;
    // Threads, which have no vscode, take other modules from such a file.
    assert.deepEqual(required, ['./lazy.js']);
    assert.ok(late());
    assert.deepEqual(required, ['./lazy.js', 'vscode']);
  });
});
