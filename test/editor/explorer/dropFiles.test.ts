/** Tests files that are dropped on the tree: which of them reach the command, and with which segment. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { DataTransfer } from 'vscode';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import '../fakeDocuments.ts';
import { executed, shown } from '../fakeVscode.ts';

const { dropFiles } = await import('../../../src/editor/explorer/dropFiles.ts');

const target = { kind: 'segment', name: 'beta' };
const node = { contextValue: 'segment hasName', target } as unknown as TreeNode;

type Item = { readonly uris: string } | { readonly name: string; readonly uri?: object; readonly bytes?: Uint8Array };

/** The data that the editor passes. */
function transferOf(...items: readonly Item[]): DataTransfer {
  const all = items.map((item, index): readonly [string, object] =>
    'uris' in item
      ? ['text/uri-list', { asString: async () => item.uris, asFile: () => undefined }]
      : [`file${index}`, { asFile: () => ({ ...item, data: async () => item.bytes }) }],
  );
  return new Map(all) as unknown as DataTransfer;
}

beforeEach(() => {
  executed.length = 0;
  shown.length = 0;
});

describe('a dropped file', () => {
  it('on a segment is uploaded to it, read by its address, or by its content if it has no address', async () => {
    await dropFiles(node, transferOf({ uris: 'file:///work/a.txt\r\n# a comment\r\nfile:///work/b%20c.csv\r\n' }));
    const [[id, call]] = executed as unknown as [[string, { target: object; files: object[] }]];
    assert.equal(id, 'flagAdmin.segment.uploadKeys');
    assert.deepEqual([call.target, call.files.map(String)], [target, ['file:///work/a.txt', 'file:///work/b%20c.csv']]);
    executed.length = 0;
    const [uri, bytes] = [{ path: '/desktop/a.txt' }, new Uint8Array([97])];
    await dropFiles(node, transferOf({ name: 'a.txt', uri }, { name: 'b.txt', bytes }));
    const [[, outside]] = executed as unknown as [[string, { files: object[] }]];
    assert.deepEqual(outside.files, [uri, { name: 'b.txt', bytes }]);
  });

  it('is refused with a message if it is dropped anywhere else or is not a file', async () => {
    for (const other of [undefined, { contextValue: 'segments' }, { contextValue: 'flag', target: { kind: 'flag' } }])
      await dropFiles(other as TreeNode | undefined, transferOf({ uris: 'file:///work/a.txt' }));
    assert.deepEqual(
      new Set(shown.map(({ message }) => message)),
      new Set(['Nothing is uploaded. To add keys to a segment, drop a file with keys on the row of that segment.']),
    );
    for (const nothing of [transferOf(), transferOf({ uris: '\r\nno address at all\r\n' })]) await dropFiles(node, nothing);
    assert.match(shown.at(-1)?.message ?? '', /drop a file with keys on the row of that segment/);
    assert.deepEqual(executed, []);
  });
});
