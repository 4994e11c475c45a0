/** Tests that the package contains only what runs and what users read, and that building it twice gives the same bytes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { builtFile, builtFiles, root } from './manifest/built.ts';

interface Zip {
  /** Names are in lower case. */
  readZip(file: string, filter: (name: string) => boolean): Promise<ReadonlyMap<string, Buffer>>;
}
const { readZip } = createRequire(import.meta.url)('@vscode/vsce/out/zip') as Zip;

const MAX_BYTES = 800 * 1024;
/** The files that the package may contain. */
const ALLOWED = [
  /^\[content_types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/license\.txt$/,
  /^extension\/package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^extension\/l10n\/bundle\.l10n\.[a-z-]+\.json$/,
  /^extension\/dist\/\w+\.js$/,
  /^extension\/dist\/third-party-notices\.txt$/,
  /^extension\/media\/([\w-]+\/)?[\w-]+(\.schema)?\.(svg|png|css|json)$/,
];

describe('the package', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-packaged-'));
  let archive: Buffer;
  let files: ReadonlyMap<string, Buffer>;
  const text = (name: string): string => files.get(name)?.toString('utf8') ?? '';

  async function packaged(name: string, env = process.env): Promise<Buffer> {
    const file = path.join(folder, name);
    const args = ['test/setup/package.mjs', '--no-build', '--out', file];
    await promisify(execFile)(process.execPath, args, { cwd: root, env });
    return readFileSync(file);
  }

  before(async () => {
    builtFiles();
    archive = await packaged('one.vsix');
    files = await readZip(path.join(folder, 'one.vsix'), () => true);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('contains only what runs and what users read: no sources, maps, tests or packages', () => {
    const others = [...files.keys()].filter((name) => !ALLOWED.some((pattern) => pattern.test(name)));
    assert.deepEqual(others, []);
  });

  it('has all built files, and every file that its manifest names', () => {
    const manifest = text('extension/package.json');
    const named = [...manifest.matchAll(/"(?:\.\/)?((?:dist|media)\/[^"]+)"/g)].map(([, file]) => file!);
    assert.ok(named.includes('dist/extension.js') && named.length > 5);
    const wanted = [...named, ...builtFiles().map((file) => `dist/${file}`), 'package.nls.json', 'l10n/bundle.l10n.de.json'];
    assert.deepEqual(
      wanted.filter((file) => !files.has(`extension/${file.toLowerCase()}`)),
      [],
    );
  });

  it(`has at most ${MAX_BYTES} bytes`, () => {
    assert.ok(archive.length <= MAX_BYTES, `${archive.length} bytes`);
  });

  it('is the same, byte for byte, if it is built again later, elsewhere and with other file modes', async () => {
    const later = new Date(Date.now() + 3_600_000);
    const [file, read] = [builtFile('yaml.js'), path.join(root, 'CHANGELOG.md')];
    utimesSync(file, later, later);
    for (const changed of [file, read]) chmodSync(changed, 0o664);
    assert.ok(archive.equals(await packaged('two.vsix', { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' })));
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

  it('has a text for the editor without links to files outside the package', () => {
    const links = [...text('extension/readme.md').matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link!);
    assert.deepEqual(
      links.filter((link) => !/^(https:|#)/.test(link)),
      [],
    );
    assert.match(text('extension/readme.md'), /^# Flag Admin$/m);
  });

  it('contains the licences of all packages whose code it contains', () => {
    const notices = text('extension/dist/third-party-notices.txt');
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: object };
    for (const [name, version] of Object.entries(dependencies)) assert.ok(notices.includes(`${name} ${version} (`), name);
    assert.match(notices, /Permission is hereby granted|Permission to use, copy, modify/);
    // The undici package contains the compiled parser, without the licence of the project that it is compiled from.
    assert.match(notices, /^llhttp, in undici \(MIT\)\n\n[^-]*Copyright Fedor Indutny, 2018\.\n\nPermission is hereby granted/m);
  });
});
