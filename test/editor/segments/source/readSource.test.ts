/** Tests the sources of keys: files, selections, documents, the clipboard, and arguments of commands. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { documents, Document, editor, Selection, Uri } from '../../fakeDocuments.ts';
import { shown } from '../../fakeVscode.ts';

const { readSource } = await import('../../../../src/editor/segments/source/readSource.ts');
const { placeOfLine } = await import('../../../../src/editor/segments/source/source.ts');

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flag-admin-sources-'));
});
after(() => rm(folder, { recursive: true }));

beforeEach(() => {
  editor.active = undefined;
  editor.visible = [];
  editor.clipboard.text = '';
  documents.length = 0;
  shown.length = 0;
});

async function file(name: string, content: string | Uint8Array): Promise<Uri> {
  const place = path.join(folder, name);
  await writeFile(place, content);
  return Uri.file(place);
}

function open(
  uri: Uri,
  text: string,
  { selections = [] as readonly Selection[], languageId = 'plaintext', isDirty = false } = {},
): void {
  const document = new Document(uri, text, { languageId, isDirty });
  documents.push(document);
  editor.active = { document, selections };
}

describe('the source of keys', () => {
  it('can be an unsaved text, which can’t be read again later', async () => {
    open(new Uri({ scheme: 'untitled', path: 'Untitled-1' }), 'a\n');
    assert.deepEqual((await readSource([]))?.fileUri, undefined);
    open(Uri.file('/work/a.txt'), 'a\nb\n', { isDirty: true });
    const source = await readSource([]);
    assert.deepEqual([source?.text, source?.fileUri], ['a\nb\n', undefined]);
  });

  it('can be the selections of several cursors, each line with its own number', async () => {
    const uri = Uri.file('/work/a.txt');
    // In the order of their creation. The second one ends at the start of a line.
    open(uri, 'zero\none\ntwo\nthree\nfour five\n', {
      selections: [new Selection(4, 5, 4, 9), new Selection(1, 0, 3, 0), new Selection(0, 2, 0, 2)],
    });
    const source = await readSource([]);
    assert.ok(source);
    assert.equal(source.text, 'one\ntwo\nfive');
    assert.deepEqual(
      [1, 2, 3].map((line) => placeOfLine(source, line).line),
      [2, 3, 5],
    );
    assert.equal(source.description, 'the selection in a.txt');
    assert.deepEqual(source.fileUri, undefined);
  });

  it('can be selected rows of a table, which get the column names from the header, wherever it is', async () => {
    const select = async (name: string, text: string, ...selections: readonly Selection[]) => {
      open(Uri.file(`/work/${name}`), text, { selections });
      return readSource([]);
    };
    const csv = 'id,plan\nacct-1,pro\nacct-2,pro\nacct-3,pro\n';
    const source = await select('a.csv', csv, new Selection(2, 0, 4, 0));
    assert.equal(source?.text, 'id,plan\nacct-2,pro\nacct-3,pro');
    assert.deepEqual(
      [1, 2, 3].map((line) => placeOfLine(source, line).line),
      [1, 3, 4],
    );
    assert.equal((await select('a.csv', csv, new Selection(2, 0, 2, 10)))?.text, 'id,plan\nacct-2,pro');
    assert.equal((await select('a.csv', csv, new Selection(2, 0, 2, 6)))?.text, 'acct-2', 'a part of a row has no columns');
    assert.equal((await select('a.csv', csv, new Selection(0, 0, 2, 0)))?.text, 'id,plan\nacct-1,pro');
    const titled = `Export of 2026,\n\n${csv}`;
    assert.equal((await select('b.csv', titled, new Selection(4, 0, 5, 0)))?.text, 'id,plan\nacct-2,pro');
    const drawn = ' id     | plan\n--------+-----\n acct-1 | pro\n acct-2 | pro\n';
    const rows = await select('c.txt', drawn, new Selection(3, 0, 4, 0));
    assert.equal(rows?.text, ' id     | plan\n--------+-----\n acct-2 | pro');
    assert.equal((await select('d.txt', 'a\nb\nc\n', new Selection(1, 0, 2, 0)))?.text, 'b');
  });

  it('is the selection when the editor’s own menu gives the document, and the file when the Explorer does', async () => {
    const uri = Uri.file('/work/a.txt');
    open(uri, 'one\ntwo\n', { selections: [new Selection(1, 0, 1, 3)] });
    assert.equal((await readSource([uri]))?.text, 'two');
    assert.equal((await readSource([uri, [uri]]))?.text, 'one\ntwo\n');
  });

  it('is the file that was picked, not the one that is open', async () => {
    open(Uri.file('/work/open.txt'), 'open\n');
    const picked = await file('picked.txt', 'picked\n');
    const source = await readSource([picked, [picked]]);
    assert.equal(source?.text, 'picked\n');
    assert.deepEqual(source?.fileUri, picked.toString());
  });

  it('is the unsaved text of a picked file that is open', async () => {
    const picked = await file('dirty.txt', 'saved\n');
    open(picked, 'typed\n', { isDirty: true });
    editor.active = undefined;
    const source = await readSource([picked, [picked]]);
    assert.deepEqual([source?.text, source?.fileUri], ['typed\n', undefined]);
  });

  it('can be a file that was dropped on a node, with and without an address', async () => {
    const uri = await file('dropped.txt', 'a\n');
    assert.equal((await readSource([{ target: {}, files: [uri] }]))?.text, 'a\n');
    const source = await readSource([{ target: {}, files: [{ name: 'outside.txt', bytes: new TextEncoder().encode('b\n') }] }]);
    assert.deepEqual([source?.text, source?.description, source?.fileUri], ['b\n', 'outside.txt', undefined]);
  });

  it('can’t be a text of the editor or of Flag Admin, whether it is active, picked or dropped', async () => {
    const showKeys = new Uri({ scheme: 'flag-admin-text', path: '/beta.txt', query: 'c1' });
    const output = new Uri({ scheme: 'output', path: 'Flag Admin' });
    for (const uri of [showKeys, output, new Uri({ scheme: 'vscode-userdata', path: '/User/settings.json' })]) {
      open(uri, 'a\nb\n', { selections: [new Selection(0, 0, 1, 0)] });
      for (const args of [[], [uri], [uri, [uri]], [{ target: {}, files: [uri] }]]) {
        assert.equal(await readSource(args), undefined, uri.scheme);
        // Without an argument, the user is asked for something else to read.
        if (args.length > 0) assert.match(shown.pop()?.message ?? '', /^This text belongs to the editor or to Flag Admin\./);
      }
    }
  });

  it('can’t be a text that Flag Admin wrote, such as a saved plan, or the beginning of one', async () => {
    const { marked } = await import('../../../../src/editor/words/ownText.ts');
    const text = marked('To be added: 1\n+ a\n');
    for (const selections of [[], [new Selection(0, 0, 3, 0)]]) {
      open(Uri.file('/work/plan.txt'), text, { selections });
      assert.equal(await readSource([]), undefined);
      assert.match(
        shown.at(-1)?.message ?? '',
        /plan\.txt is a text of Flag Admin’s own, such as a receipt: open the file that lists the keys/,
      );
    }
    const saved = await file('saved.txt', marked('+ a\n'));
    editor.active = undefined;
    documents.length = 0;
    assert.equal(await readSource([saved]), undefined);
    assert.match(shown.at(-1)?.message ?? '', /^saved\.txt is a text of Flag Admin’s own/);
  });

  it('ignores invalid arguments from other extensions', async () => {
    open(Uri.file('/work/open.txt'), 'open\n');
    const nonsense = [
      null,
      7,
      'file:///etc/passwd',
      {},
      { files: 'x' },
      { files: [7, null, {}, { name: 1 }] },
      [[]],
      { scheme: 'file', path: '/x' },
    ];
    for (const one of nonsense) {
      assert.equal((await readSource([one]))?.text, 'open\n', JSON.stringify(one));
      assert.equal((await readSource([undefined, [one]]))?.text, 'open\n', JSON.stringify(one));
    }
  });

  it('is refused with a message if the file exists but can’t be read', async (context) => {
    const locked = await file('locked.txt', 'a\n');
    const { workspace } = (
      globalThis as unknown as { fakeVscode: { workspace: { fs: { readFile(uri: Uri): Promise<Uint8Array> } } } }
    ).fakeVscode;
    context.mock.method(workspace.fs, 'readFile', () => Promise.reject(new Error('EACCES')));
    assert.equal(await readSource([locked, [locked]]), undefined);
    assert.match(shown.at(-1)?.message ?? '', /locked\.txt can’t be read/);
  });

  it('is refused with a message if the file does not exist', async () => {
    const gone = Uri.file(path.join(folder, 'gone.txt'));
    const binary = await file('binary.bin', new Uint8Array([1, 0, 2]));
    const cases: readonly (readonly [readonly unknown[], RegExp])[] = [
      [[gone, [gone]], /gone.txt can’t be read. It may have been moved, deleted or locked/],
      [[Uri.file(folder), []], /is a folder/],
      [[binary, [binary]], /binary.bin can’t be read as text/],
    ];
    for (const [args, words] of cases) {
      assert.equal(await readSource(args), undefined, String(words));
      assert.match(shown.at(-1)?.message ?? '', words);
    }
  });
});
