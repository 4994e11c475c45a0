/** Tests that the check for import circles finds every kind of import and nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

// Plain JavaScript, because `npm run check` runs on a Node that can't read types.
const { circles } = (await import(new URL('circles.mjs', import.meta.url).href)) as {
  circles: (files: readonly { readonly path: string; readonly text: string }[]) => readonly string[];
};

/** Returns the circles among three files. The first one imports the last one through the second one. The last one contains `back`. */
const found = (back: string): readonly string[] =>
  circles([
    { path: 'src/editor/flags/index.ts', text: "const load = () => import('./createFlag.ts');" },
    { path: 'src/editor/flags/createFlag.ts', text: "import { a } from '../window/a.ts';" },
    { path: 'src/editor/window/a.ts', text: back },
  ]);

describe('a circle of imports', () => {
  const kinds = [
    "import { a } from '../flags/index.ts';",
    "import type { A } from '../flags/index.ts';",
    "import {\n  type A,\n  b,\n} from '../flags/index.ts';",
    "export { a } from '../flags/index.ts';",
    "import '../flags/index.ts';",
    "await import('../flags/index.ts');",
    "let later: typeof import('../flags/index.ts');",
  ];
  for (const kind of kinds)
    it(`is found: ${kind.replaceAll('\n', ' ')}`, () =>
      assert.deepEqual(found(kind), [
        'src/editor/flags/index.ts → src/editor/flags/createFlag.ts → src/editor/window/a.ts → src/editor/flags/index.ts',
      ]));

  it('is found if a file imports itself, and two circles are reported separately', () => {
    assert.equal(found("import '../flags/createFlag.ts';\nimport './a.ts';").length, 2);
  });

  it('is not reported for an import in a comment, for files outside src, or for two files that import the same third file', () => {
    assert.deepEqual(found("// import { a } from '../flags/index.ts';\nimport { b } from './b.ts';"), []);
    assert.deepEqual(circles([{ path: 'test/a.ts', text: "import './a.ts';" }]), []);
    assert.deepEqual(found("import { c } from './c.ts';\nimport vscode from 'vscode';"), []);
  });
});
