/** What is in the package that a person installs: what runs and what is read, and nothing else; small, and the same each time. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { builtFile, builtFiles, root } from './manifest/built.ts';

interface Zip {
  unzip(archive: Buffer): ReadonlyMap<string, Buffer>;
  zip(files: ReadonlyMap<string, Buffer>): Buffer;
}
const { unzip, zip } = (await import(String(new URL('setup/zip.mjs', import.meta.url)))) as Zip;

const MAX_BYTES = 800 * 1024;

describe('the package', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-packaged-'));
  let archive: Buffer;
  let files: ReadonlyMap<string, Buffer>;
  const text = (name: string): string => files.get(name)?.toString('utf8') ?? '';

  async function packaged(name: string): Promise<Buffer> {
    const file = path.join(folder, name);
    await promisify(execFile)(process.execPath, ['test/setup/package.mjs', '--no-build', '--out', file], { cwd: root });
    return readFileSync(file);
  }

  before(async () => {
    builtFiles();
    archive = await packaged('one.vsix');
    files = unzip(archive);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the built files, the manifest, the pictures and the texts, and nothing else', () => {
    const media = ['flag-admin.svg', 'flag-dark.svg', 'flag-light.svg', 'icon.png', 'review.css'];
    const expected = [
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/changelog.md',
      'extension/LICENSE.txt',
      'extension/readme.md',
      'extension/package.json',
      'extension/package.nls.json',
      'extension/package.nls.de.json',
      'extension/l10n/bundle.l10n.de.json',
      'extension/dist/THIRD-PARTY-NOTICES.txt',
      ...builtFiles().map((file) => `extension/dist/${file}`),
      ...['grammar', 'language'].map((file) => `extension/media/definition/${file}.json`),
      ...['browse', 'connect', 'review', 'sandbox', 'upload'].map((step) => `extension/media/walkthrough/${step}.svg`),
      ...[...media, 'segment-dark.svg', 'segment-light.svg'].map((file) => `extension/media/${file}`),
    ];
    assert.deepEqual([...files.keys()].toSorted(), expected.toSorted());
  });

  it(`takes no more than ${MAX_BYTES} bytes`, () => {
    assert.ok(archive.length <= MAX_BYTES, `${archive.length} bytes`);
  });

  it('is the same, byte for byte, when it is made again later', async () => {
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(builtFile('yaml.js'), later, later);
    assert.ok(archive.equals(await packaged('two.vsix')));
  });

  it('has an icon of 128 pixels or more, and a banner in its colour', () => {
    const { icon, galleryBanner } = JSON.parse(text('extension/package.json')) as {
      icon: string;
      galleryBanner: { color: string; theme: string };
    };
    const png = files.get(`extension/${icon}`)!;
    assert.deepEqual(png.subarray(1, 4).toString('latin1'), 'PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(width >= 128 && width === height, `${width} × ${height}`);
    assert.match(galleryBanner.color, /^#[\da-f]{6}$/i);
  });

  it('shows in the editor a README without pictures and links to what is not in it', () => {
    const links = [...text('extension/readme.md').matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link!);
    assert.deepEqual(
      links.filter((link) => !/^(https:|#)/.test(link)),
      [],
    );
    assert.match(text('extension/readme.md'), /^# Flag Admin$/m);
  });

  it('has the licences of all packages that it has code of', () => {
    const notices = text('extension/dist/THIRD-PARTY-NOTICES.txt');
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: object };
    for (const [name, version] of Object.entries(dependencies)) assert.ok(notices.includes(`${name} ${version} (`), name);
    assert.match(notices, /Permission is hereby granted|Permission to use, copy, modify/);
    // undici's package brings the parser as bytes, without the licence of the project that they are compiled from.
    assert.match(notices, /^llhttp, in undici \(MIT\)\n\n[^-]*Copyright Fedor Indutny, 2018\.\n\nPermission is hereby granted/m);
  });
});

describe('an archive', () => {
  it('gives back what was put into it', () => {
    const files = new Map([
      ['b/ä.txt', Buffer.from('words '.repeat(100))],
      ['a', Buffer.alloc(0)],
      ['c', Buffer.from([0, 255, 80, 75, 5, 6])],
    ]);
    const read = unzip(zip(files));
    assert.deepEqual([...read.keys()], ['a', 'b/ä.txt', 'c']);
    for (const [name, content] of files) assert.ok(read.get(name)?.equals(content), name);
  });
});
