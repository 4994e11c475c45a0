/** The commands that show something, with the sandbox, in the extension host: called as the tree calls them. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

// The sandbox's ids are the same after every start.
const workspace = { id: '44573f86-24c2-43c7-82e0-849663057e76', name: 'Storefront', requiresTitleAndComments: false };
const environment = { id: '09f6990b-60db-4b58-8612-8b7a22d604d3', name: 'production', isProduction: true };
const KILL_REQUEST = '57a8fafd-68da-4025-84bd-ad1506ae13bd';
const KEYS_REQUEST = '73f32061-754e-4c22-8f40-a77b65f9e708';

const run = (command: string, ...args: unknown[]): Thenable<unknown> => vscode.commands.executeCommand(command, ...args);
const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

/** Waits until `look` finds something, for as long as Mocha lets the test run. */
async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('with the sandbox', () => {
  before(() => run('flagAdmin.sandbox.start'));
  afterEach(() => run('workbench.action.closeAllEditors'));

  it('shows the keys of a segment as text', async () => {
    await run('flagAdmin.segment.showKeys', {
      target: { kind: 'segment', workspace, environment, name: 'beta-accounts', trafficType: 'account' },
    });
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText().trim().split(/\r?\n/).length, 8);
    assert.match(document?.getText() ?? '', /^acct-00041\n/);
  });

  it('opens a definition as YAML', async () => {
    await run('flagAdmin.flag.open', { target: { kind: 'flag', workspace, environment, name: 'checkout-redesign' } });
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'yaml');
    assert.match(document?.getText() ?? '', /^name: checkout-redesign$/m);
  });

  it('keeps a saved definition as a draft of its document, whose file is the same however often it is asked for', async () => {
    await run('flagAdmin.flag.open', { target: { kind: 'flag', workspace, environment, name: 'checkout-redesign' } });
    const editor = vscode.window.activeTextEditor!;
    const { document } = editor;
    const before = await vscode.workspace.fs.stat(document.uri);
    assert.deepEqual(await vscode.workspace.fs.stat(document.uri), before);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# mine\n'));
    assert.ok(await document.save());
    const after = await vscode.workspace.fs.stat(document.uri);
    // The size stands for the text: by it and the time the editor tells that another window has saved.
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    await assert.rejects(async () => vscode.workspace.fs.delete(document.uri), vscode.FileSystemError);
    // Taken back by hand, it is no draft any more.
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 1, 0)));
    assert.ok(await document.save());
    assert.equal((await vscode.workspace.fs.stat(document.uri)).size, before.size);
  });

  it('opens nothing for a flag that has no definition in the environment', async () => {
    await run('flagAdmin.flag.open', { target: { kind: 'flag', workspace, environment, name: 'wishlist-sharing' } });
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  for (const [command, id, title] of [
    ['flagAdmin.changeRequest.open', KILL_REQUEST, 'recommendation-engine · production'],
    ['flagAdmin.changeRequest.approve', KEYS_REQUEST, 'vip-accounts · production'],
    ['flagAdmin.changeRequest.withdraw', KEYS_REQUEST, 'vip-accounts · production'],
  ] as const) {
    it(`opens the review for ${command}: nobody decides on what they have not seen`, async () => {
      await run(command, { target: { kind: 'changeRequest', id } });
      const tab = await eventually(() => tabs().find(({ label }) => label === title));
      assert.ok(tab.input instanceof vscode.TabInputWebview);
    });
  }

  it('opens one review for one request', async () => {
    await run('flagAdmin.changeRequest.open', KILL_REQUEST);
    await run('flagAdmin.changeRequest.open', KILL_REQUEST);
    const reviews = (): number => tabs().filter(({ input }) => input instanceof vscode.TabInputWebview).length;
    await eventually(() => (reviews() > 0 ? true : undefined));
    assert.equal(reviews(), 1);
  });

  it('says that a request does not exist, in the panel and not by failing', async () => {
    await run('flagAdmin.changeRequest.open', 'no-such-request');
    await eventually(() => tabs().find(({ label }) => label === 'Change Request'));
  });
});
