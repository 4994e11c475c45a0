/** Tests the sources of keys: files, selections, documents, and arguments of commands. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Source } from '../../../../src/editor/segments/source/source.ts';
import { documents, Document, editor, Selection, Uri } from '../../fakeDocuments.ts';
import { progresses, shown } from '../../fakeVscode.ts';
import { lastMessage, useSources } from './sources.ts';

const { findKeys } = await import('../../../../src/editor/segments/source/findKeys.ts');
const { openReport } = await import('../../../../src/editor/segments/source/keyReport.ts');
const { encodingOf } = await import('../../../../src/editor/segments/source/readKeyFile.ts');
const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');
const { placeOfLine } = await import('../../../../src/editor/segments/source/source.ts');
const { linksOf } = await import('../../../../src/editor/window/textLinks.ts');
const { withOwnMark } = await import('../../../../src/editor/words/ownText.ts');
const { fs } = (globalThis as unknown as { fakeVscode: { workspace: { fs: { readFile(uri: Uri): Promise<Uint8Array> } } } })
  .fakeVscode.workspace;

const { file } = useSources();

/** Opens a text in the active editor. */
function open(uri: Uri, text: string, { selections = [] as readonly Selection[], isDirty = false } = {}): void {
  const document = new Document(uri, text, { isDirty });
  documents.push(document);
  editor.active = { document, selections };
}
const linesIn = (source: Source, ...lines: readonly number[]): readonly number[] =>
  lines.map((line) => placeOfLine(source, line).line);

describe('the source of keys', () => {
  it('can be the selections of several cursors, each line with its own number', async () => {
    // In the order of their creation. The second one ends at the start of a line.
    open(Uri.file('/work/a.txt'), 'zero\none\ntwo\nthree\nfour five\n', {
      selections: [new Selection(4, 5, 4, 9), new Selection(1, 0, 3, 0), new Selection(0, 2, 0, 2)],
    });
    const source = await readSource([]);
    assert.ok(source);
    const { text, description, fileUri } = source;
    assert.deepEqual([text, description, fileUri], ['one\ntwo\nfive', 'the selection in a.txt', undefined]);
    assert.deepEqual(linesIn(source, 1, 2, 3), [2, 3, 5]);
  });

  it('can be selected rows of a table, which get the column names from the header, wherever it is', async () => {
    const select = async (name: string, text: string, ...at: ConstructorParameters<typeof Selection>) => {
      open(Uri.file(`/work/${name}`), text, { selections: [new Selection(...at)] });
      return (await readSource([])) ?? assert.fail();
    };
    const csv = 'id,plan\nacct-1,pro\nacct-2,pro\nacct-3,pro\n';
    const source = await select('a.csv', csv, 2, 0, 4, 0);
    assert.equal(source.text, 'id,plan\nacct-2,pro\nacct-3,pro');
    assert.deepEqual(linesIn(source, 1, 2, 3), [1, 3, 4]);
    assert.equal((await select('a.csv', csv, 2, 0, 2, 10)).text, 'id,plan\nacct-2,pro');
    assert.equal((await select('a.csv', csv, 2, 0, 2, 6)).text, 'acct-2', 'a part of a row has no columns');
    assert.equal((await select('a.csv', csv, 0, 0, 2, 0)).text, 'id,plan\nacct-1,pro');
    assert.equal((await select('b.csv', `Export of 2026,\n\n${csv}`, 4, 0, 5, 0)).text, 'id,plan\nacct-2,pro');
    const drawn = ' id     | plan\n--------+-----\n acct-1 | pro\n acct-2 | pro\n';
    assert.equal((await select('c.txt', drawn, 3, 0, 4, 0)).text, ' id     | plan\n--------+-----\n acct-2 | pro');
    assert.equal((await select('d.txt', 'a\nb\nc\n', 1, 0, 2, 0)).text, 'b');
  });

  it('is the selection if the editor’s own menu gives the document, but the file if it was picked; an unsaved text can’t be read again', async () => {
    const uri = Uri.file('/work/a.txt');
    open(uri, 'one\ntwo\n', { selections: [new Selection(1, 0, 1, 3)] });
    assert.equal((await readSource([uri]))?.text, 'two');
    assert.equal((await readSource([uri, [uri]]))?.text, 'one\ntwo\n');
    const picked = await file('picked.txt', 'picked\n');
    const saved = await readSource([picked, [picked]]);
    assert.deepEqual([saved?.text, saved?.fileUri], ['picked\n', picked.toString()]);
    open(picked, 'typed\n', { isDirty: true });
    editor.active = undefined;
    const typed = await readSource([picked, [picked]]);
    assert.deepEqual([typed?.text, typed?.fileUri], ['typed\n', undefined]);
    open(new Uri({ scheme: 'untitled', path: 'Untitled-1' }), 'a\n');
    assert.deepEqual((await readSource([]))?.fileUri, undefined);
  });

  it('can be files that were dropped on a node; those without an address are numbered if they have the same name', async () => {
    const uri = await file('dropped.txt', 'a\n');
    assert.equal((await readSource([{ target: {}, files: [uri] }]))?.text, 'a\n');
    const outside = { name: 'outside.txt', bytes: new TextEncoder().encode('b\n') };
    const source = await readSource([{ target: {}, files: [outside] }]);
    assert.deepEqual([source?.text, source?.description, source?.fileUri], ['b\n', 'outside.txt', undefined]);
    const both = await readSource([{ target: {}, files: [outside, outside] }]);
    assert.deepEqual(both?.files?.map(({ fileName }) => fileName), ['outside.txt', 'outside.txt (2)']); // prettier-ignore
  });

  it('can’t be a text of the editor or of Flag Admin, whether it is active, picked or dropped', async () => {
    const showKeys = new Uri({ scheme: 'flag-admin-text', path: '/beta.txt', query: 'c1' });
    const output = new Uri({ scheme: 'output', path: 'Flag Admin' });
    for (const uri of [showKeys, output, new Uri({ scheme: 'vscode-userdata', path: '/User/settings.json' })]) {
      open(uri, 'a\nb\n', { selections: [new Selection(0, 0, 1, 0)] });
      for (const args of [[], [uri], [uri, [uri]], [{ target: {}, files: [uri] }]]) {
        assert.equal(await readSource(args), undefined, uri.scheme);
        // Without an argument, the user is asked for something else to read.
        if (args.length > 0) assert.match(shown.pop()?.message ?? '', /^This document belongs to the editor or to Flag Admin\./);
      }
    }
  });

  it('can’t be a text that Flag Admin wrote, such as a saved plan, or the beginning of one', async () => {
    for (const selections of [[], [new Selection(0, 0, 3, 0)]]) {
      open(Uri.file('/work/plan.txt'), withOwnMark('To be added: 1\n+ a\n'), { selections });
      assert.equal(await readSource([]), undefined);
      assert.match(lastMessage(), /plan\.txt is a text that Flag Admin wrote, .*\. Open the file that lists the keys/);
    }
    editor.active = undefined;
    assert.equal(await readSource([await file('saved.txt', withOwnMark('+ a\n'))]), undefined);
    assert.match(lastMessage(), /^saved\.txt is a text that Flag Admin wrote/);
  });

  it('ignores invalid arguments from other extensions', async () => {
    open(Uri.file('/work/open.txt'), 'open\n');
    const files = { files: [7, null, {}, { name: 1 }] };
    for (const one of [null, 7, 'file:///etc/passwd', {}, { files: 'x' }, files, [[]], { scheme: 'file', path: '/x' }]) {
      assert.equal((await readSource([one]))?.text, 'open\n', JSON.stringify(one));
      assert.equal((await readSource([undefined, [one]]))?.text, 'open\n', JSON.stringify(one));
    }
  });

  it('is refused with a message if the file can’t be read, is not text, or does not exist', async (context) => {
    const locked = await file('locked.txt', 'a\n');
    const gone = Uri.file(`${locked.path}.gone`);
    const binary = await file('binary.bin', new Uint8Array([1, 0, 2]));
    const refused = async (words: RegExp, ...args: readonly unknown[]): Promise<void> => {
      assert.equal(await readSource(args), undefined, String(words));
      assert.match(lastMessage(), words);
    };
    await refused(/gone can’t be read\. The file might have been moved, deleted or locked/, gone, [gone]);
    await refused(/is a folder/, Uri.file(path.dirname(locked.path)), []);
    await refused(/binary\.bin can’t be read as text/, binary, [binary]);
    context.mock.method(fs, 'readFile', () => Promise.reject(new Error('EACCES')));
    await refused(/locked\.txt can’t be read/, locked, [locked]);
  });
});

it('the encoding of a file is found by its byte order mark, or is UTF-8 if it has no NUL, or is left to the editor', () => {
  for (const [start, encoding] of [
    [[0x61, 0x62], 'utf-8'],
    [[0xff, 0xfe, 0x61], 'utf-16le'],
    [[0xfe, 0xff, 0], 'utf-16be'],
    [[0x61, 0, 0x62, 0], undefined],
    [[0x6b, 0xe4, 0x73], undefined],
  ] as const)
    assert.equal(encodingOf(Uint8Array.from(start)), encoding, start.join());
});

describe('many files', () => {
  it('are read four at a time, with progress, until the user cancels', async (t) => {
    const all = await Promise.all(Array.from({ length: 500 }, (_, index) => file(`${index}.txt`, `acct-${index}\n`)));
    let [now, most, count] = [0, 0, 0];
    const { readFile } = fs;
    t.mock.method(fs, 'readFile', async (uri: Uri) => {
      most = Math.max(most, (now += 1));
      if ((count += 1) === 510) progresses.at(-1)?.cancel();
      const bytes = await readFile(uri);
      now -= 1;
      return bytes;
    });
    const source = await readSource([all[0], all]);
    assert.deepEqual([source?.files?.length, source?.files?.[499]?.text, most], [500, 'acct-499\n', 4]);
    const [progress] = progresses;
    assert.deepEqual([progress?.title, progress?.said.length, progress?.isShown], ['Reading 500 files', 500, false]);
    assert.equal(await readSource([all[0], all]), undefined);
    assert.ok(count < 520, String(count));
  });

  it('with the same name are shown with the shortest path that differs, and each link opens its own file', async () => {
    const paths = ['x/eu/keys.txt', 'y/eu/keys.txt', 'y/us/keys.txt', 'z/other.txt'];
    const all = await Promise.all(paths.map((name, index) => file(name, `acct-${index}\n\n`)));
    const source = await readSource([all[0], all]);
    const names = ['x/eu/keys.txt', 'y/eu/keys.txt', 'us/keys.txt', 'other.txt'];
    assert.deepEqual(source?.files?.map(({ fileName }) => fileName), names); // prettier-ignore
    let opened: Document | undefined;
    const texts = {
      open: (name: string, text: string, { query }: { query: string }) =>
        void (opened = new Document(new Uri({ scheme: 'flag-admin-text', path: `/${name}`, query }), text)),
    };
    await openReport(texts as never, (await findKeys(source)) ?? assert.fail());
    const links = linksOf(opened as never) as unknown as readonly { readonly range: readonly never[]; readonly target: Uri }[];
    assert.deepEqual(
      links.map(({ range: [start, end], target }) => [opened?.getText({ start, end } as never), String(target)]),
      names.map((name, index) => [`${name}:2`, `${String(all[index])}#L2`]),
    );
  });
});
