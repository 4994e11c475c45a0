/** Tests that the current file is a file of the user, even if a text of the editor or of Flag Admin is in front. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Document, editor, Selection, Tab, Uri, type TextEditor } from '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer } from '../scripted.ts';
import { currentFake } from '../standIn.ts';

const { currentFile, likelyFile } = await import('../../../src/editor/ask/currentFile.ts');
const window = currentFake().window!;

beforeEach(() => {
  Object.assign(editor, { active: undefined, visible: [], groups: [] });
  shown.length = 0;
});

const editorOf = (uri: Uri, viewColumn = 1): TextEditor => ({
  document: new Document(uri, 'a\n'),
  selections: [new Selection(0, 0, 0, 0)],
  viewColumn,
});
const accounts = Uri.file('/work/accounts.csv');
const other = Uri.file('/work/lists/accounts.csv');
const of = (scheme: string): Uri => new Uri({ scheme, path: '/text' });

const THOSE_OF_THE_USER = ['file', 'untitled', 'vscode-remote', 'vscode-vfs', 'memfs', 'vscode-notebook-cell', 'git'];

/** URIs of texts of the editor and of Flag Admin. */
const FOREIGN = [
  new Uri({ scheme: 'output', path: 'extension-output-flag-admin.flag-admin-#1-Flag Admin' }),
  new Uri({ scheme: 'vscode-userdata', path: '/User/settings.json' }),
  // Show Keys, and a report.
  new Uri({ scheme: 'flag-admin-text', path: '/beta.txt', query: 'c1' }),
  new Uri({ scheme: 'flag-admin-text', path: '/accounts.csv – found.txt', query: '[]' }),
  ...['debug', 'vscode-settings', 'vscode', 'flag-admin', 'vscode-scm', 'comment', 'code-setting', 'chatSessionInput'].map(of),
  ...['vscode-chat-code-block', 'accessible-view', 'vscode-interactive-input', 'vscode-terminal', 'walkThrough'].map(of),
  ...['walkThroughSnippet', 'inmemory'].map(of),
];

async function asking(answers: readonly Answer[], args: readonly unknown[] = []) {
  let file: Awaited<ReturnType<typeof currentFile<never>>>;
  const asked = await answering(answers, async () => (file = await currentFile(args)));
  return { asked, uri: file && String(file.uri), shownIn: file?.editor as unknown };
}

describe('the current file', () => {
  it('is the document in front: a file, unsaved text, a remote or virtual file, a cell, the older side of a diff', async () => {
    for (const scheme of THOSE_OF_THE_USER) {
      const front = editorOf(of(scheme));
      Object.assign(editor, { active: front, visible: [editorOf(accounts, 2)] });
      const { uri, shownIn } = await asking([]);
      assert.deepEqual([uri, shownIn], [String(of(scheme)), front]);
    }
    // A file that no text editor shows.
    Object.assign(editor, { active: undefined, visible: [], groups: [[new Tab(of('file'))], [new Tab(accounts)]] });
    const { uri, shownIn } = await asking([]);
    assert.deepEqual([uri, shownIn], [String(of('file')), undefined]);
  });

  it('is asked for if several files are visible, or all are hidden, and is never a text of the editor or of Flag Admin', async () => {
    for (const front of FOREIGN) {
      Object.assign(editor, { active: editorOf(front), visible: [editorOf(accounts, 2), editorOf(other, 3)] });
      editor.groups = [FOREIGN.map((uri) => new Tab(uri)), [new Tab(accounts)], [new Tab(other)]];
      const { asked, uri, shownIn } = await asking(['accounts.csv · lists/accounts.csv']);
      assert.deepEqual(asked[0]?.options, ['accounts.csv', 'accounts.csv · lists/accounts.csv', 'Choose a file…']);
      assert.equal(
        asked[0]?.prompt,
        'Which file? The active document was created by the editor or by Flag Admin, so it can’t be used',
      );
      assert.equal(asked[0]?.active, undefined, 'a second Enter takes none');
      assert.deepEqual([uri, shownIn], [String(other), editor.visible[1]]);
      Object.assign(editor, { visible: [], groups: [[new Tab(front), new Tab(accounts)]] });
      assert.equal((await asking(['accounts.csv'])).uri, String(accounts));
      assert.equal((await asking([undefined])).uri, undefined);
    }
    assert.deepEqual(shown, []);
  });

  it('is a chosen file on disk, or another source that the command can read, if no file is open', async (t) => {
    t.after(() => delete window.showOpenDialog);
    window.showOpenDialog = async () => [accounts];
    for (const front of [FOREIGN[0], undefined]) {
      Object.assign(editor, { active: front && editorOf(front), groups: front ? [[new Tab(front)]] : [] });
      const { asked, uri } = await asking(['Choose a file…']);
      assert.deepEqual([asked[0]?.options, uri], [['Choose a file…'], String(accounts)]);
    }
    const clipboard = { label: 'The clipboard', value: 'clipboard' } as const;
    let answer: unknown;
    const [asked] = await answering(['The clipboard'], async () => (answer = await currentFile([], clipboard)));
    assert.deepEqual([asked?.options, answer], [['The clipboard', 'Choose a file…'], 'clipboard']);
    window.showOpenDialog = async () => undefined;
    assert.equal((await asking(['Choose a file…'])).uri, undefined, 'the user left the dialog');
  });

  it('is the selected cell of the active notebook, even if the cell has no focus', async (t) => {
    const cells = ['/a.ipynb', '/b.ipynb'].map((path) => new Uri({ scheme: 'vscode-notebook-cell', path }));
    const notebook = { cellCount: 2, cellAt: (index: number) => ({ document: { uri: cells[index] } }) };
    t.after(() => delete window.activeNotebookEditor);
    window.activeNotebookEditor = { notebook, selection: { start: 1 } };
    assert.equal((await asking([])).uri, String(cells[1]));
    window.activeNotebookEditor = { notebook, selection: { start: 2 } };
    assert.equal((await asking([undefined])).uri, undefined, 'below the last cell');
  });

  it('is the file from the menu of an editor or the Explorer, unless that is a text of the editor or of Flag Admin', async () => {
    const front = editorOf(accounts);
    editor.active = front;
    assert.equal((await asking([], [accounts, { groupId: 0 }])).shownIn, front);
    const { uri, shownIn } = await asking([], [accounts, [accounts]]);
    assert.deepEqual([uri, shownIn], [String(accounts), undefined], 'the whole file');
    assert.equal((await asking([], [other])).uri, String(other));
    for (const args of FOREIGN.flatMap((one) => [[one], [one, [one]]]))
      assert.equal((await asking([], args)).uri, undefined, String(args[0]));
    assert.equal(shown.length, FOREIGN.length * 2);
  });

  it('is shown in the editor of the group in front, if several show it', () => {
    Object.assign(editor, { active: editorOf(FOREIGN[0]!), visible: [editorOf(accounts, 2), editorOf(accounts, 1)] });
    assert.equal(likelyFile()?.editor, editor.visible[1]);
  });
});
