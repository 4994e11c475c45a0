/** Tests reading many files: how many are read in parallel, their names, and the links in the report. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { Document, Uri } from '../../fakeDocuments.ts';
import { progresses } from '../../fakeVscode.ts';

const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { openReport } = await import('../../../../src/editor/segments/source/keyReport.ts');
const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');
const { linksOf } = await import('../../../../src/editor/window/textLinks.ts');
const { workspace } = (
  globalThis as unknown as { fakeVscode: { workspace: { fs: { readFile(uri: Uri): Promise<Uint8Array> } } } }
).fakeVscode;

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flag-admin-many-'));
});
after(() => rm(folder, { recursive: true }));

async function file(name: string, content: string): Promise<Uri> {
  const place = path.join(folder, name);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
  return Uri.file(place);
}

it('500 files are read four at a time, with progress', async (t) => {
  const files = await Promise.all(Array.from({ length: 500 }, (_, index) => file(`${index}.txt`, `acct-${index}\n`)));
  let now = 0;
  let most = 0;
  const { readFile } = workspace.fs;
  t.after(() => Object.assign(workspace.fs, { readFile }));
  workspace.fs.readFile = async (uri) => {
    most = Math.max(most, (now += 1));
    const bytes = await readFile(uri);
    now -= 1;
    return bytes;
  };
  const source = await readSource([files[0], files]);
  assert.deepEqual([source?.files?.length, source?.files?.[499]?.text, most], [500, 'acct-499\n', 4]);
  const [progress] = progresses;
  assert.deepEqual([progress?.title, progress?.said.length, progress?.isShown], ['Reading 500 files', 500, false]);
});

it('reading 500 files stops after Cancel', async (t) => {
  const files = await Promise.all(Array.from({ length: 500 }, (_, index) => file(`c${index}.txt`, `acct-${index}\n`)));
  let count = 0;
  const { readFile } = workspace.fs;
  t.after(() => Object.assign(workspace.fs, { readFile }));
  workspace.fs.readFile = async (uri) => {
    if ((count += 1) === 10) progresses.at(-1)?.cancel();
    return readFile(uri);
  };
  assert.equal(await readSource([files[0], files]), undefined);
  assert.ok(count < 20, String(count));
});

it('files with the same name are shown with the shortest path that differs, and each link opens its own file', async () => {
  const files = [
    await file('x/eu/keys.txt', 'acct-1\n\n'),
    await file('y/eu/keys.txt', 'acct-2\n\n'),
    await file('y/us/keys.txt', 'acct-3\n\n'),
    await file('z/other.txt', 'acct-4\n\n'),
  ];
  const source = await readSource([files[0], files]);
  const names = ['x/eu/keys.txt', 'y/eu/keys.txt', 'us/keys.txt', 'other.txt'];
  assert.deepEqual(
    source?.files?.map(({ fileName }) => fileName),
    names,
  );
  let opened: Document | undefined;
  const texts = {
    open: (name: string, text: string, { query }: { query: string }) =>
      void (opened = new Document(new Uri({ scheme: 'flag-admin-text', path: `/${name}`, query }), text)),
  };
  const found = await findKeys(source);
  assert.ok(found);
  await openReport(texts as never, found);
  const places = names.map((name, index) => [`${name}:2`, `${String(files[index])}#L2`]);
  const links = linksOf(opened as never) as unknown as readonly { readonly range: readonly never[]; readonly target: Uri }[];
  assert.deepEqual(
    links.map(({ range: [start, end], target }) => [opened?.getText({ start, end } as never), String(target)]),
    places,
  );
});

it('dropped files with the same name and without a path are numbered', async () => {
  const bytes = new TextEncoder().encode('acct-1\n');
  const source = await readSource([
    {
      target: {},
      files: [
        { name: 'a.txt', bytes },
        { name: 'a.txt', bytes },
      ],
    },
  ]);
  assert.deepEqual(
    source?.files?.map(({ fileName }) => fileName),
    ['a.txt', 'a.txt (2)'],
  );
});
