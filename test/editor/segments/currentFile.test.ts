/** Tests keys from the current file while the log is in front: the user's file is used, and each question names it. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { Document, editor, Selection, Uri } from '../fakeDocuments.ts';
import { answering } from '../scripted.ts';
import { openWindow, segmentIn } from './window.ts';

const { removeKeysCommand, uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');

const service = useService();
const place = 'beta-accounts · development · Storefront';
const commands = [
  [uploadKeysCommand, 'Upload {keys} from {file}', 'Upload {keys}'],
  [removeKeysCommand, 'Remove {keys} listed in {file}', 'Remove {keys}'],
  [compareKeys, 'Compare with {keys} from {file}', 'Open as diff'],
] as const;
const words = (text: string, keys: string, file: string): string => text.replace('{keys}', keys).replace('{file}', file);

const log = new Document(new Uri({ scheme: 'output', path: 'Flag Admin' }), 'GET /workspaces 200\nGET /environments 200\n');
const accounts = new Document(Uri.file('/work/accounts.txt'), 'acct-1\nacct-2\nacct-3\n');

afterEach(() => {
  editor.active = undefined;
  editor.visible = [];
});

describe('keys from the current file, with the log in front', () => {
  it('are those of the only visible file, or of its selection, and the question for the segment names the file', async (t) => {
    for (const [selections, keys, file] of [
      [[], '3 keys', 'accounts.txt'],
      [[new Selection(1, 0, 3, 0)], '2 keys', 'the selection in accounts.txt'],
    ] as const) {
      for (const [command, title, way] of commands) {
        editor.active = { document: log, selections: [new Selection(0, 0, 1, 0)] };
        editor.visible = [{ document: accounts, selections }];
        const window = openWindow(t, service);
        const [where, how] = await answering([place, undefined], () => command(window, []));
        assert.equal(where?.title, words(title, keys, file));
        assert.ok(
          how?.options.some((option) => option.startsWith(words(way, keys, file))),
          how?.options.join('\n'),
        );
        assert.match(JSON.stringify(how), new RegExp(file), 'the last question');
        // From the tree, there is no question for the segment. The only question names the file.
        const [only] = await answering([undefined], () => command(window, [{ target: segmentIn(service, 'development') }]));
        assert.ok(
          [only?.prompt, ...(only?.details ?? [])].some((text) => text?.includes(file)),
          JSON.stringify(only),
        );
        if (command !== compareKeys) assert.equal(only?.prompt, `${file}: nothing was sent yet`);
      }
    }
  });

  it('are read from the clipboard if no file is open', async (t) => {
    editor.active = { document: log, selections: [] };
    editor.clipboard.text = 'acct-1\nacct-2\n';
    for (const [command] of commands) {
      const [, how] = await answering(['The clipboard', undefined], () =>
        command(openWindow(t, service), [{ target: segmentIn(service, 'development') }]),
      );
      assert.match(JSON.stringify(how), /the clipboard/);
    }
  });

  it('are not offered if no file is open, and no question is asked about the log', async (t) => {
    for (const [command] of commands) {
      editor.active = { document: log, selections: [] };
      const [asked] = await answering([undefined], () =>
        command(openWindow(t, service), [{ target: segmentIn(service, 'development') }]),
      );
      assert.deepEqual(asked?.options, ['The clipboard', 'Choose a file…']);
    }
    assert.deepEqual(service.seen, []);
  });
});
