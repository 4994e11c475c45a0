/** Tests that the current file is a file of the user, even if a text of the editor or of Flag Admin is in front. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Document, documents, editor, Selection, Tab, Uri, type TextEditor } from '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';
import { answering, type Answer, type Asked } from '../scripted.ts';

const { currentFile, likelyFile } = await import('../../../src/editor/ask/currentFile.ts');

beforeEach(() => {
  editor.active = undefined;
  editor.visible = [];
  editor.groups = [];
  documents.length = 0;
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
  new Uri({ scheme: 'debug', path: 'replinput' }),
  new Uri({ scheme: 'vscode-userdata', path: '/User/settings.json' }),
  new Uri({ scheme: 'vscode-settings', path: '/settings.json' }),
  new Uri({ scheme: 'vscode', path: '/defaultSettings.json' }),
  new Uri({ scheme: 'flag-admin', path: '/Shop/Storefront/production/new-search.yaml' }),
  // Show Keys, a report, a plan.
  new Uri({ scheme: 'flag-admin-text', path: '/beta.txt', query: 'c1' }),
  new Uri({ scheme: 'flag-admin-text', path: '/accounts.csv – found.txt', query: '[]' }),
  new Uri({ scheme: 'flag-admin-text', path: '/plan.txt' }),
  ...['vscode-scm', 'comment', 'code-setting', 'chatSessionInput', 'vscode-chat-code-block', 'accessible-view'].map(of),
  ...['vscode-interactive-input', 'vscode-terminal', 'walkThrough', 'walkThroughSnippet', 'inmemory'].map(of),
];

async function asking(answers: readonly Answer[], args: readonly unknown[] = []) {
  let file: Awaited<ReturnType<typeof currentFile<never>>>;
  const asked: readonly Asked[] = await answering(answers, async () => (file = await currentFile(args)));
  return { asked, uri: file?.uri as unknown as Uri | undefined, shownIn: file?.editor as unknown };
}

describe('the current file', () => {
  it('is the document in front: a file, unsaved text, a remote or virtual file, a cell, the older side of a diff', async () => {
    for (const scheme of THOSE_OF_THE_USER) {
      const front = editorOf(of(scheme));
      editor.active = front;
      editor.visible = [editorOf(accounts, 2)];
      const { uri, shownIn } = await asking([]);
      assert.equal(uri?.scheme, scheme);
      assert.equal(shownIn, front);
    }
  });

  it('is a file in front that no text editor shows', async () => {
    editor.groups = [[new Tab(of('file'))], [new Tab(accounts)]];
    const { uri, shownIn } = await asking([]);
    assert.deepEqual([uri?.path, shownIn], ['/text', undefined]);
  });

  it('is the only visible file if a text of the editor or of Flag Admin is in front', async () => {
    const file = editorOf(accounts);
    for (const front of FOREIGN) {
      editor.active = editorOf(front, 2);
      editor.visible = [file];
      editor.groups = [[new Tab(front)], [new Tab(accounts), new Tab(other)]];
      const { uri, shownIn } = await asking([]);
      assert.equal(uri?.toString(), accounts.toString(), front.toString());
      assert.equal(shownIn, file, 'its selection counts');
    }
    // A file without a text editor is also visible.
    editor.visible = [];
    assert.equal((await asking([])).uri?.toString(), accounts.toString());
    // The same next to a webview, which is not a text.
    editor.active = undefined;
    editor.groups = [[], [new Tab(accounts)]];
    assert.equal((await asking([])).uri?.toString(), accounts.toString());
  });

  it('is asked for if several files are visible, or all are hidden, and is never a text of the editor or of Flag Admin', async () => {
    for (const front of FOREIGN) {
      editor.active = editorOf(front);
      editor.visible = [editorOf(accounts, 2), editorOf(other, 3)];
      editor.groups = [FOREIGN.map((uri) => new Tab(uri)), [new Tab(accounts)], [new Tab(other)]];
      const { asked, uri, shownIn } = await asking(['accounts.csv · lists/accounts.csv']);
      assert.deepEqual(asked[0]?.options, ['accounts.csv', 'accounts.csv · lists/accounts.csv', 'Choose a file…']);
      assert.equal(asked[0]?.prompt, 'Which file? The text in front belongs to the editor or to Flag Admin');
      assert.equal(asked[0]?.active, undefined, 'a second Enter takes none');
      assert.equal(uri?.toString(), other.toString());
      assert.equal(shownIn, editor.visible[1]);
      editor.visible = [];
      editor.groups = [[new Tab(front), new Tab(accounts)]];
      assert.deepEqual((await asking(['accounts.csv'])).uri?.toString(), accounts.toString());
      assert.equal((await asking([undefined])).uri, undefined);
    }
    assert.deepEqual(shown, []);
  });

  it('is a chosen file on disk, or another source that the command can read, if no file is open', async (t) => {
    const { window } = (
      globalThis as unknown as { fakeVscode: { window: { showOpenDialog?: () => Promise<readonly Uri[] | undefined> } } }
    ).fakeVscode;
    t.after(() => delete window.showOpenDialog);
    window.showOpenDialog = async () => [accounts];
    for (const front of [...FOREIGN, undefined]) {
      editor.active = front && editorOf(front);
      editor.groups = front ? [[new Tab(front)]] : [];
      const { asked, uri } = await asking(['Choose a file…']);
      assert.deepEqual([asked[0]?.options, uri], [['Choose a file…'], accounts]);
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
    const { window } = (globalThis as unknown as { fakeVscode: { window: { activeNotebookEditor?: unknown } } }).fakeVscode;
    t.after(() => delete window.activeNotebookEditor);
    editor.active = undefined;
    editor.groups = [];
    window.activeNotebookEditor = { notebook, selection: { start: 1 } };
    assert.equal((await asking([])).uri, cells[1]);
    window.activeNotebookEditor = { notebook, selection: { start: 2 } };
    assert.equal((await asking([undefined])).uri, undefined, 'below the last cell');
  });

  it('is the file from the menu of an editor or the Explorer, unless that is a text of the editor or of Flag Admin', async () => {
    const front = editorOf(accounts);
    editor.active = front;
    const fromMenu = await asking([], [accounts, { groupId: 0 }]);
    assert.equal(fromMenu.shownIn, front);
    const fromExplorer = await asking([], [accounts, [accounts]]);
    assert.deepEqual([fromExplorer.uri, fromExplorer.shownIn], [accounts, undefined], 'the whole file');
    assert.deepEqual((await asking([], [other])).uri, other);
    for (const uri of FOREIGN) {
      for (const args of [[uri], [uri, [uri]]]) assert.equal((await asking([], args)).uri, undefined, uri.toString());
    }
    assert.equal(shown.length, FOREIGN.length * 2);
  });

  it('is shown in the editor of the group in front, if several show it', () => {
    editor.active = editorOf(FOREIGN[0]!);
    editor.visible = [editorOf(accounts, 2), editorOf(accounts, 1)];
    assert.equal(likelyFile()?.editor, editor.visible[1]);
    assert.equal(String(likelyFile()?.uri), accounts.toString());
  });
});
