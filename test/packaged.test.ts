/** Tests that the package contains only what runs and what users read. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { builtFile, builtFiles, root } from './manifest/built.ts';

interface Zip {
  /** Names are in lower case. */
  readZip(file: string, filter: (name: string) => boolean): Promise<ReadonlyMap<string, Buffer>>;
}
const { readZip } = createRequire(import.meta.url)('@vscode/vsce/out/zip') as Zip;

const { version, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: object;
};

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
  let archive: Buffer;
  let files: ReadonlyMap<string, Buffer>;
  const text = (name: string): string => files.get(name)?.toString('utf8') ?? '';

  before(async () => {
    builtFiles();
    const file = path.join(root, `flag-admin-${version}.vsix`);
    if (!existsSync(file) || statSync(file).mtimeMs < statSync(builtFile('extension.js')).mtimeMs)
      throw new Error('the package is missing or older than dist/: npm run package');
    archive = readFileSync(file);
    files = await readZip(file, () => true);
  });

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
    for (const [name, exact] of Object.entries(dependencies)) assert.ok(notices.includes(`${name} ${exact} (`), name);
    assert.match(notices, /Permission is hereby granted|Permission to use, copy, modify/);
    // The undici package contains the compiled parser, without the licence of the project that it is compiled from.
    assert.match(notices, /^llhttp, in undici \(MIT\)\n\n[^-]*Copyright Fedor Indutny, 2018\.\n\nPermission is hereby granted/m);
  });
});
