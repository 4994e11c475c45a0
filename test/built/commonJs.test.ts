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
    for (const text of ['export default 1;', 'import("left-pad");', 'export*from"vscode";', 'var _load=1;'])
      assert.throws(() => asCommonJs(text, requireOf), Error, text);
  });

  it('takes the members of vscode by their names, without a copy of all of them', () => {
    const text = 'var a=s(require("vscode"),1),b=s(require("./x.js?m1"));';
    assert.equal(
      withPlainRequires(text, (place) => `require("${place.replace('?m1', '')}").m1`),
      'var a=require("vscode"),b=s(require("./x.js").m1);',
    );
  });
});
