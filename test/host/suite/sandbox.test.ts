/** Tests drafts as files in the editor itself. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pause } from './watchedWindow.ts';

// The sandbox's IDs are the same after each start.
const workspace = { id: '44573f86-24c2-43c7-82e0-849663057e76', name: 'Storefront', requiresTitleAndComments: false };
const environment = { id: '09f6990b-60db-4b58-8612-8b7a22d604d3', name: 'production', isProduction: true };

const run = (command: string, ...args: unknown[]): Thenable<unknown> => vscode.commands.executeCommand(command, ...args);

/** Saves the document. `TextDocument.save` returns false while the editor, which saves after a second, begins to save by itself. */
async function save(document: vscode.TextDocument): Promise<void> {
  for (let tries = 0; tries < 50 && document.isDirty; tries += 1) if (!(await document.save())) await pause(100);
  assert.ok(!document.isDirty, 'the document is not saved');
}

describe('with the sandbox', () => {
  before(() => run('flagAdmin.sandbox.start'));
  afterEach(() => run('workbench.action.closeAllEditors'));

  it('keeps a saved definition as a draft of its document, whose file data is the same at each request', async () => {
    await run('flagAdmin.flag.open', { target: { kind: 'flag', workspace, environment, name: 'checkout-redesign' } });
    const editor = vscode.window.activeTextEditor!;
    const { document } = editor;
    const before = await vscode.workspace.fs.stat(document.uri);
    assert.deepEqual(await vscode.workspace.fs.stat(document.uri), before);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# mine\n'));
    await save(document);
    const after = await vscode.workspace.fs.stat(document.uri);
    // The size depends on the text. The editor uses the size and the time to detect that a different window has saved.
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    await assert.rejects(async () => vscode.workspace.fs.delete(document.uri), vscode.FileSystemError);
    // If the user restores the live text by hand, it is no longer a draft.
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 1, 0)));
    await save(document);
    assert.equal((await vscode.workspace.fs.stat(document.uri)).size, before.size);
  });
});
