/** Tries what any extension can try, and writes the results to a file in the open folder for the tests. */
const vscode = require('vscode');

const PROVIDER = 'flagAdmin';

exports.activate = function activate(context) {
  const report = async (name, got) => {
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, `${name}.json`);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(got)));
  };

  /** Results without the user's consent. */
  async function tryWithoutAsking() {
    const accounts = await vscode.authentication.getAccounts(PROVIDER);
    const secrets = accounts.map(({ id }) => `apiKey/${id}`);
    const flagAdmin = vscode.extensions.getExtension('flag-admin.flag-admin');
    await report('tried', {
      accounts,
      session: await vscode.authentication.getSession(PROVIDER, [], { silent: true }),
      scopedSession: await vscode.authentication.getSession(PROVIDER, ['keys'], { silent: true }),
      sessionsOfAccounts: await Promise.all(
        accounts.map((account) => vscode.authentication.getSession(PROVIDER, [], { silent: true, account })),
      ),
      secrets: await Promise.all(secrets.map((name) => context.secrets.get(name))),
      exports: flagAdmin.exports,
      results: [await vscode.commands.executeCommand('flagAdmin.view.refresh')],
      settings: JSON.stringify(vscode.workspace.getConfiguration(PROVIDER)),
      environment: process.env,
    });
  }

  /** Results with the user's consent. */
  async function ask() {
    await report('asked', await vscode.authentication.getSession(PROVIDER, [], { createIfNone: true }).catch(String));
  }

  context.subscriptions.push(
    vscode.commands.registerCommand('secondExtension.try', tryWithoutAsking),
    vscode.commands.registerCommand('secondExtension.ask', ask),
  );
};
