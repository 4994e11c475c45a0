/** Tests the extension in VS Code: installed, inactive until needed, and then with all declared commands. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const ID = 'flag-admin.flag-admin';

interface Manifest {
  activationEvents: string[];
  contributes: { commands: { command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(ID);
  assert.ok(found, `${ID} is installed`);
  return found;
}

describe('activation', () => {
  it('waits until the extension is used, in a folder without the file that activates it', async () => {
    const file = '.flagadmin.json';
    assert.ok((extension().packageJSON as Manifest).activationEvents.includes(`workspaceContains:${file}`));
    assert.deepEqual(await vscode.workspace.findFiles(file), []);
    assert.equal(extension().isActive, false);
  });

  it('registers every command it declares', async () => {
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension().packageJSON as Manifest;
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
