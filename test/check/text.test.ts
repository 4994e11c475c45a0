/** Tests that the rules about the text of files find violations, and nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

type Rule = (files: readonly { readonly path: string; readonly text: string }[]) => readonly string[];
// Plain JavaScript, because `npm run check` runs on a Node that can't read types.
const { longFiles, placesNamed } = (await import(new URL('text.mjs', import.meta.url).href)) as {
  longFiles: Rule;
  placesNamed: Rule;
};

describe('the length of files', () => {
  const lines = (count: number): string => 'line\n'.repeat(count);

  it('is limited in src', () => {
    assert.deepEqual(longFiles([{ path: 'src/api/a.ts', text: lines(250) }]), [
      'src/api/a.ts has 250 lines; fewer than 250 are allowed',
    ]);
    assert.equal(longFiles([{ path: 'src/api/a.ts', text: `${lines(249)}last` }]).length, 1);
  });

  it('is limited in tests as well', () => {
    for (const path of ['test/api/a.test.ts', 'test/page/a.test.mjs', 'test/operations/service.ts'])
      assert.deepEqual(longFiles([{ path, text: lines(400) }]), [`${path} has 400 lines; fewer than 400 are allowed`]);
  });

  it('is not limited in other files', () => {
    const files = [
      { path: 'src/api/a.ts', text: lines(249) },
      { path: 'test/api/a.test.ts', text: lines(349) },
      { path: 'test/api/a.json', text: lines(900) },
      { path: 'src/api/tsconfig.json', text: lines(900) },
    ];
    assert.deepEqual(longFiles(files), []);
  });
});

describe('a path or host that exists on only one machine', () => {
  const found: readonly (readonly [path: string, text: string])[] = [
    ['package-lock.json', '"resolved": "https://packages.example/a.tgz",'],
    ['test/host/package-lock.json', '      "resolved": "http://10.0.0.1:4873/a/-/a-1.0.0.tgz"'],
    ['test/host/.npmrc', 'registry=https://packages.example'],
    ['.ci/run', 'npm ci --registry https://packages.example'],
    ['README.md', 'see /home/somebody/notes'],
    ['test/a.ts', "const file = '/Users/somebody/file.csv';"],
    ['test/a.ts', 'const file = "C:\\\\Users\\\\somebody";'],
    ['a.pem', '-----BEGIN RSA PRIVATE KEY-----'],
  ];
  for (const [path, text] of found) {
    it(`is found: ${text}`, () =>
      assert.match(placesNamed([{ path, text: `first\n${text}\n` }]).join('\n'), new RegExp(`^${path}:2 `)));
  }

  it('is not found in a text without one', () => {
    const files = [
      {
        path: 'package-lock.json',
        text: '"node_modules/a": { "version": "1.0.0", "integrity": "sha512-x==" }\n"resolved": "packages/a", "link": true',
      },
      { path: 'src/a.ts', text: "get('/internal/api/v2/home/users')\n'https://example.test/home/page'\n~/home/x" },
      { path: 'README.md', text: 'Home / Users / Roots' },
    ];
    assert.deepEqual(placesNamed(files), []);
  });
});
