/** Tests that the documents are correct: lists match the manifest, links have targets, and the commands to run exist. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from './manifest/built.ts';

const { referenceText } = (await import(String(new URL('setup/docs.mjs', import.meta.url)))) as { referenceText(): string };
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/design.md',
  'docs/marketplace.md',
  'docs/reference.md',
];
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The anchors that a website creates for headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): readonly string[] => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

describe('the documents', () => {
  it('list the commands of the manifest: npm run docs', () => {
    assert.equal(read('docs/reference.md'), referenceText());
  });

  for (const file of documents) {
    it(`link to existing files and headings: ${file}`, () => {
      const text = read(file);
      for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (link!.startsWith('https:')) continue;
        const [place, anchor] = link!.split('#') as [string, string | undefined];
        const target = path.join(path.dirname(file), place);
        assert.ok(place === '' || existsSync(path.join(root, target)), `${file} links to ${link}`);
        if (anchor) assert.ok(anchorsOf(place === '' ? text : read(target)).includes(anchor), `${file} links to ${link}`);
      }
    });

    it(`name existing scripts: ${file}`, () => {
      for (const [, name] of read(file).matchAll(/`npm run (?:--silent )?([\w:]+)/g))
        assert.ok(Object.hasOwn(manifest.scripts, name!), `${file}: npm run ${name}`);
    });
  }

  it('quote messages exactly as they are shown', () => {
    const editor = path.join(root, 'src', 'editor');
    const sources = readdirSync(editor, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const shown = [...sources.map((file) => readFileSync(path.join(editor, file), 'utf8')), read('package.nls.json')].join('\n');
    const table = /^## Troubleshooting$(.*?)^## /ms.exec(read('README.md'))![1]!;
    const messages = [...table.matchAll(/^\| ([^|]*?) +\|/gm)].map(([, message]) => message!).slice(2);
    assert.ok(messages.length > 10);
    for (const message of messages) assert.ok(shown.includes(message), `nothing shows “${message}”`);
    const bold = [...read('README.md').matchAll(/\*\*(?:Flag Admin: )?([^*]+)\*\*/g)].map(([, label]) => label!);
    for (const label of bold) assert.ok(shown.includes(label.replace(/“.*”/, '“{0}”')), `nothing shows “${label}”`);
  });

  it('give a reason for each dependency', () => {
    const text = read('docs/design.md');
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
      assert.ok(text.includes(name), `docs/design.md does not name ${name}`);
  });

  it('list everything that is stored in the editor’s state', () => {
    const told: Readonly<Record<string, RegExp>> = {
      connections: /^\| connections: /m,
      connectionInUse: /^\| connections: /m,
      connectionsChanged: /^\| connections: /m, // a random text that tells other windows to read again
      'learned.*': /facts and choices: what an API key may do and its identity at the service/,
      'requests.own': /requests and their statuses/,
      'requests.approvers': /e-mail addresses of approvers/,
      'requests.beforeApproval': /the state before an approval/,
      'requests.drafts': /change requests that were begun/,
      'typed.texts': /titles and comments that you typed/,
      'requests.filters': /filters/,
      'drafts.submitted': /which drafts were submitted/,
      'flags.pinned': /pinned flags/,
      'tree.open': /which nodes of the trees are open/,
      'keys.files': /what was chosen last for a file of keys/,
      'places.recent': /the segments and flags that were chosen last/,
    };
    const src = path.join(root, 'src');
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(src, file), 'utf8'));
    const kept = sources.flatMap((source) => [
      ...[...source.matchAll(/\b(?:update|store|keep)\(\s*([A-Z][A-Z_]+),/g)].map(
        ([, name]) => new RegExp(`^const ${name} = '(.*)';`, 'm').exec(source)?.[1] ?? name!,
      ),
      ...[...source.matchAll(/\bopenTable(?:<\w+>)?\(\s*\w+,\s*'([^']*)'/g)].map(([, name]) => name!),
    ]);
    assert.ok(kept.length > 15, kept.join(' '));
    const security = read('SECURITY.md');
    for (const name of kept) assert.match(security, told[name.replace(/^learn(t|ed)\..*/, 'learned.*')] ?? /^$/, name);
  });

  it('name only folders and files that the code makes', () => {
    const src = path.join(root, 'src');
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const code = sources.map((file) => readFileSync(path.join(src, file), 'utf8')).join('\n');
    const table = /^## What is stored where$(.*?)^## /ms.exec(read('SECURITY.md'))![1]!;
    const names = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    assert.ok(names.length >= 3, names.join());
    for (const name of names)
      assert.ok(
        [`${name}'`, `${name}\``].some((end) => code.includes(end)),
        `nothing makes ${name}`,
      );
  });

  it('name the command that tests everything, which is also run by itself', () => {
    assert.match(read('README.md'), /^npm test\b/m);
  });
});
