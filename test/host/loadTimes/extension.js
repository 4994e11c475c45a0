/**
 * Measures once after each start of the extension host, because everything is loaded afterwards. Writes the result as JSON to the
 * clipboard.
 */
const path = require('node:path');
const vscode = require('vscode');

exports.activate = function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('loadTimes.measure', () => measure(context.globalState)));
};

async function measure(memory) {
  const ours = vscode.extensions.getExtension('flag-admin.flag-admin');
  const tiny = vscode.extensions.getExtension('fixture.empty-webview');
  if (ours.isActive || tiny.isActive) throw new Error('what is measured is active already');
  require('./warm.js'); // the time of the very first require does not count
  // In turns, because the first one finds fewer things cached.
  const isOursFirst = memory.get('isOursFirst', true);
  await memory.update('isOursFirst', !isOursFirst);
  const mainOf = ({ extensionPath, packageJSON }) => path.join(extensionPath, packageJSON.main);
  // Both require `vscode`, which the host creates for each extension at its first require.
  const loads = { tiny: mainOf(tiny), entry: mainOf(ours) };
  const times = inOrder(loads, isOursFirst, load);
  await vscode.env.clipboard.writeText(JSON.stringify(times));
  void vscode.window.showInformationMessage('Load times are measured.');
}

const inOrder = (contestants, isReversed, time) => {
  const names = isReversed ? Object.keys(contestants).toReversed() : Object.keys(contestants);
  return Object.fromEntries(names.map((name) => [name, time(contestants[name])]));
};

function load(file) {
  const start = performance.now();
  require(file);
  return performance.now() - start;
}
