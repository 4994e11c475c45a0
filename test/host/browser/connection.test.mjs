/** A connection made by hand to a service that runs elsewhere: checked before it is kept, and there after a reload. */
import { after, before } from 'node:test';
import { startSandboxProcess } from '../driver/sandboxProcess.mjs';
import { leavesNoApiKey, story } from '../driver/story.mjs';

let service;
before(async () => {
  service = await startSandboxProcess(['--vocabulary', 'split']);
});
after(() => service?.stop());

story('connection', {}, (step) => {
  step('refuses base URLs that an API key must not be sent to', async (workbench) => {
    await workbench.openSideBar();
    await workbench.pressInSideBar('Add Connection…');
    await workbench.quickInput.waitForText('Base URL of the admin service');
    for (const [url, says] of [
      ['nonsense', 'This is no URL'],
      ['http://admin.example.com', 'Use https'],
      ['https://me:secret@admin.example.com', 'Leave out the user name and password'],
      ['https://admin.example.com/internal/api/v2/workspaces', 'Leave out /internal/api/v2'],
    ]) {
      await workbench.quickInput.type(url);
      await workbench.quickInput.waitForMessage(says);
    }
    await workbench.screenshot('base-url');
  });

  step('says that the service is down', async (workbench) => {
    await workbench.quickInput.answer('http://127.0.0.1:9');
    await workbench.quickInput.choose('flag');
    await workbench.quickInput.waitForText('Name of the connection');
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForText('Name of the API key');
    await workbench.quickInput.type('q7Zb0tNsWPDrzT9q6B5Hs6pneX');
    await workbench.quickInput.waitForMessage('looks like the API key itself');
    await workbench.quickInput.answer('submitter-key');
    await workbench.quickInput.waitForText('Admin API key. It is kept');
    await workbench.enterApiKey('some-api-key-"1"\\%2B/+=');
    await workbench.quickInput.waitForMessage('can’t be reached');
    await workbench.screenshot('down');
    await workbench.quickInput.cancel();
  });

  step('refuses a wrong API key, masked while it is typed', async (workbench) => {
    await workbench.command('Flag Admin: Add Connection…');
    await workbench.quickInput.waitForText('Base URL of the admin service');
    await workbench.quickInput.answer(service.baseUrl);
    await workbench.quickInput.choose('split');
    await workbench.quickInput.waitForText('Name of the connection');
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForText('Name of the API key');
    await workbench.quickInput.answer('submitter-key');
    await workbench.quickInput.waitForText('Admin API key. It is kept');
    await workbench.enterApiKey('wrong-api-key-"1"\\%2B/+=');
    await workbench.quickInput.waitForMessage('does not accept this API key');
    await workbench.screenshot('wrong-key');
  });

  step('keeps the right one', async (workbench) => {
    await workbench.enterApiKey(service.keys[0].key);
    await workbench.notifications.waitFor('Connected to 127.0.0.1');
    await workbench.tree.row('Storefront', 'production', 'Flags', 'checkout-redesign');
    await workbench.statusBar('submitter-key').waitFor();
    await workbench.screenshot('connected');
    await workbench.notifications.clear();
  });

  step('has the connection and its API key after a reload', async (workbench) => {
    await workbench.reload();
    await workbench.openSideBar();
    await workbench.tree.row('Storefront', 'production');
    await workbench.statusBar('submitter-key').waitFor();
    await workbench.screenshot('reloaded');
  });

  step('opens a flag definition as YAML', async (workbench) => {
    await workbench.tree.click('Storefront', 'production', 'Flags', 'checkout-redesign');
    await workbench.tab('checkout-redesign.yaml').waitFor();
    await workbench.screenshot('definition');
    // What is open is read again with each refresh, which would fill the log.
    await workbench.command('View: Close Editor');
  });

  step('says that the service is gone, with Retry', async (workbench) => {
    await service.stop();
    await workbench.command('Flag Admin: Refresh');
    await workbench.tree.pane.getByText('can’t be reached').waitFor();
    await workbench.tree.click('Retry');
    await workbench.tree.row('Retry');
    await workbench.screenshot('gone');
  });

  step('names the API key that the service no longer accepts, and takes a new one', async (workbench) => {
    service = await startSandboxProcess(['--vocabulary', 'split', '--port', new URL(service.baseUrl).port]);
    await workbench.tree.click('Retry');
    await workbench.tree.row('Enter API Key…');
    await workbench.screenshot('refused');
    await workbench.tree.click('Enter API Key…');
    await workbench.quickInput.waitForText('Name of the API key');
    await workbench.quickInput.answer('submitter-key');
    await workbench.quickInput.waitForText('replaces the one that is stored');
    await workbench.enterApiKey(service.keys[0].key);
    await workbench.tree.row('Storefront');
    await workbench.screenshot('accepted');
  });

  step('has its calls in the log', async (workbench) => {
    await workbench.command('Flag Admin: Show Log');
    await workbench.page.locator('.panel .view-lines', { hasText: '/internal/api/v2/workspaces' }).waitFor();
    await workbench.screenshot('log');
  });

  leavesNoApiKey(step);
});
