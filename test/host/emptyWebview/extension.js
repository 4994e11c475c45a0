/** Opens a webview that contains only a line of text, and makes no calls. */
const vscode = require('vscode');

exports.activate = function activate(context) {
  const open = () => {
    const panel = vscode.window.createWebviewPanel('emptyWebview', 'Empty', vscode.ViewColumn.Active, { enableScripts: true });
    panel.webview.html = '<!DOCTYPE html><html lang="en"><body><p class="section">A line of text.</p></body></html>';
  };
  const item = new vscode.TreeItem('Open it');
  item.command = { command: 'emptyWebview.open', title: 'Open' };
  context.subscriptions.push(
    vscode.commands.registerCommand('emptyWebview.open', open),
    vscode.window.registerTreeDataProvider('emptyWebview.tree', { getChildren: () => [item], getTreeItem: (one) => one }),
  );
};
