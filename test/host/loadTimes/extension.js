/** Once after each start of the extension host: afterwards everything is loaded. The result goes to the clipboard, as JSON. */
const path = require('node:path');
const vscode = require('vscode');

exports.activate = function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('loadTimes.measure', () => measure(context.globalState)));
};

async function measure(memory) {
  const ours = vscode.extensions.getExtension('flag-admin.flag-admin');
  const tiny = vscode.extensions.getExtension('fixture.empty-webview');
  if (ours.isActive || tiny.isActive) throw new Error('what is measured is active already');
  require('./warm.js'); // what the first require of all takes is nobody's
  // By turns: whoever is first finds less that is ready to run.
  const isOursFirst = memory.get('isOursFirst', true);
  await memory.update('isOursFirst', !isOursFirst);
  const mainOf = ({ extensionPath, packageJSON }) => path.join(extensionPath, packageJSON.main);
  // Both ask for `vscode`, which the host makes for each extension at its first require.
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
