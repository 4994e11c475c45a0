/** What is in the package that a person installs: what runs and what is read, and nothing else. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { builtFiles, root } from './manifest/built.ts';

it('the package has the built files, the manifest, the pictures and the texts, and nothing else', async () => {
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
  const { stdout } = await promisify(execFile)(process.execPath, [vsce, 'ls', '--no-dependencies'], { cwd: root });
  const packaged = stdout.split(/\r?\n/).filter((line) => line !== '');
  const media = ['flag-admin.svg', 'flag-dark.svg', 'flag-light.svg', 'review.css', 'review.png'];
  const expected = [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'package.json',
    'package.nls.json',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/llhttp.wasm',
    ...builtFiles().map((file) => `dist/${file}`),
    ...[...media, 'segment-dark.svg', 'segment-light.svg'].map((file) => `media/${file}`),
  ];
  assert.deepEqual(packaged.toSorted(), expected.toSorted());
});

it('the licences of all packages that it has code of go with it', () => {
  const notices = readFileSync(path.join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: object };
  for (const [name, version] of Object.entries(dependencies)) assert.ok(notices.includes(`${name} ${version} (`), name);
  assert.match(notices, /Permission is hereby granted|Permission to use, copy, modify/);
});
