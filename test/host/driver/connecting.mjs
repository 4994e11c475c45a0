/** The questions about a connection and its API keys, answered. */

/**
 * Adds a connection and waits until it is in use.
 * @param {import('./workbench.mjs').Workbench} workbench
 * @param {import('./service.mjs').Service} service
 * @param {{name: string, keyName?: string}} as
 */
export async function addConnection(workbench, service, { name, keyName = 'submitter-key' }) {
  const { quickInput } = workbench;
  await workbench.command('Flag Admin: Add Connection…');
  await quickInput.waitForText('Base URL of the admin service');
  await quickInput.answer(service.baseUrl);
  await quickInput.choose('flag');
  await quickInput.waitForText('Name of the connection');
  await quickInput.answer(name);
  await answerForApiKey(workbench, service, keyName);
  await workbench.notifications.waitFor(`Connected to ${name} with the API key “${keyName}”.`);
  await workbench.statusBar(name).waitFor();
}

/** Adds an API key to the connection in use; it is in use then. */
export async function addApiKey(workbench, service, keyName) {
  await workbench.command('Flag Admin: Add API Key…');
  await answerForApiKey(workbench, service, keyName);
  await workbench.notifications.waitFor(`The API key “${keyName}” is in use`);
}

/** Answers the last two questions: the API key's name, and the API key. */
export async function answerForApiKey(workbench, service, keyName) {
  await workbench.quickInput.waitForText('Name of the API key');
  await workbench.quickInput.answer(keyName);
  await workbench.enterApiKey(service.apiKeys[keyName]);
}

/** Makes another stored API key the one in use. */
export async function useApiKey(workbench, keyName) {
  await workbench.command('Flag Admin: Use API Key…');
  await workbench.quickInput.choose(keyName);
  await workbench.statusBar(keyName).waitFor();
}
