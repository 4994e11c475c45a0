/** Answers the questions about a connection and its API keys. */

/** The name that Add API Key… suggests if it does not recognize the kind of the API key. */
const LABEL = 'API key';

/** Adds a connection with the names that Add Connection… suggests. It is then in use. */
export async function connect(workbench, service, keyName = 'submitter-key') {
  await workbench.command('Flag Admin: Add Connection…');
  await workbench.quickInput.waitForText('URL or host of the admin service');
  await workbench.quickInput.answer(service.baseUrl);
  await enterApiKey(workbench, service, keyName);
  await workbench.notifications.waitFor(`Connected to ${new URL(service.baseUrl).host}.`);
}

/** Adds a connection, and gives it and its API key the names from the story. */
export async function addConnection(workbench, service, { name, keyName = 'submitter-key' }) {
  const { quickInput, notifications } = workbench;
  await connect(workbench, service, keyName);
  const { host } = new URL(service.baseUrl);
  await workbench.command('Flag Admin: Edit Connection…');
  await chooseConnectionInUse(workbench, /^Edit /);
  await quickInput.choose('Name');
  await quickInput.waitForText('Name of the connection');
  await quickInput.answer(name);
  await notifications.waitFor(`The connection “${host}” was changed. Name: ${name}`);
  await nameApiKey(workbench, keyName);
  await workbench.statusBar(name).waitFor();
}

/** Adds an API key with this label to the connection in use. The API key is then in use. */
export async function addApiKey(workbench, service, keyName) {
  await workbench.command('Flag Admin: Add API Key…');
  await answerForApiKey(workbench, service, keyName);
}

/** Answers the questions for an API key, and gives it this name. The first one of a connection is used without a question. */
export async function answerForApiKey(workbench, service, keyName, { isFirst = false } = {}) {
  await enterApiKey(workbench, service, keyName);
  await workbench.quickInput.waitForText('A name for the API key');
  await workbench.quickInput.answer(keyName);
  if (!isFirst) await workbench.quickInput.choose(`Use “${keyName}”`);
  await workbench.statusBar(`· ${keyName}`).waitFor();
}

async function enterApiKey(workbench, service, keyName) {
  await workbench.quickInput.waitForText('Admin API key. It is kept');
  await workbench.enterApiKey(service.apiKeys[keyName]);
}

/** Renames the API key that was just added. */
async function nameApiKey(workbench, keyName) {
  const { quickInput } = workbench;
  await workbench.command('Flag Admin: Edit Connection…');
  await chooseConnectionInUse(workbench, /^Edit /);
  await quickInput.choose(`Label of the API key “${LABEL}”`);
  await quickInput.waitForText('as it is shown in this editor');
  await quickInput.answer(keyName);
  await workbench.notifications.waitFor(`Label of the API key “${LABEL}”: ${keyName}`);
  await workbench.statusBar(keyName).waitFor();
}

/** If there are several connections, chooses the one in use, which has the focus. */
async function chooseConnectionInUse({ quickInput }, title) {
  await quickInput.waitForTitle(title);
  const inUse = quickInput.rows.filter({ hasText: 'in use' }).first();
  if (/^\w+ Connection$/.test(await quickInput.title())) await quickInput.take(inUse);
}
