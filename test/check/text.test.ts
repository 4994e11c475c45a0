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

  it('is limited in src and in tests, and in no other files', () => {
    assert.equal(longFiles([{ path: 'src/api/a.ts', text: `${lines(249)}last` }]).length, 1);
    for (const [path, limit] of [
      ['src/api/a.ts', 250],
      ['test/api/a.test.ts', 400],
      ['test/page/a.test.mjs', 400],
      ['test/operations/service.ts', 400],
    ] as const) {
      const found = longFiles([{ path, text: lines(limit) }]);
      assert.deepEqual(found, [`${path} has ${limit} lines; fewer than ${limit} are allowed`]);
      assert.deepEqual(longFiles([{ path, text: lines(limit - 1) }]), []);
    }
    for (const path of ['test/api/a.json', 'src/api/tsconfig.json'])
      assert.deepEqual(longFiles([{ path, text: lines(900) }]), []);
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
  for (const [path, text] of found)
    it(`is found: ${text}`, () => assert.ok(placesNamed([{ path, text: `first\n${text}\n` }])[0]?.startsWith(`${path}:2 `)));

  it('is not found in a text without one', () => {
    const entry = '"node_modules/a": { "version": "1.0.0", "integrity": "sha512-x==" }\n"resolved": "packages/a", "link": true';
    const files = [
      { path: 'package-lock.json', text: entry },
      { path: 'src/a.ts', text: "get('/internal/api/v2/home/users')\n'https://example.test/home/page'\n~/home/x" },
      { path: 'README.md', text: 'Home / Users / Roots' },
    ];
    assert.deepEqual(placesNamed(files), []);
  });
});
