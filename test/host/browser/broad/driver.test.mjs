/** What the stories rest on: what a step that fails says of the screen, with no API key, and what is said meanwhile. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { findApiKey } from '../../../canary/keyForms.mjs';
import { addConnection } from '../../driver/connecting.mjs';
import { inReview } from '../../driver/keyboard.mjs';
import { startService } from '../../driver/service.mjs';
import { leavesNoApiKey, story } from '../../driver/story.mjs';
import { tellWhere } from '../../driver/where.mjs';

let service;
before(async () => {
  service = await startService('driver');
});
after(() => service?.stop());

/** What is told of an error with this message. */
async function told(workbench, message) {
  const error = new Error(message);
  await tellWhere(error, workbench);
  assert.ok(error.stack.includes(error.message));
  assert.equal(findApiKey(error.stack, Object.values(service.apiKeys)), undefined);
  return error.message;
}

story('driver', {}, (step) => {
  step('names the question, the field in focus and the tabs, and nothing that is typed', async (workbench) => {
    const { page, quickInput, notifications } = workbench;
    const apiKey = service.apiKeys['release-key'];
    await workbench.openSideBar();
    await addConnection(workbench, service, { name: 'Shop' });
    workbench.canary.add(apiKey);
    await workbench.command('Flag Admin: Add API Key…');
    await quickInput.waitForText('Admin API key');
    await quickInput.field.and(page.locator('[type=password]')).waitFor();
    await quickInput.type(apiKey);
    const text = await told(workbench, `locator.fill: Timeout\n  - fill("${apiKey}")\n  - waiting`);
    assert.match(text, /^locator\.fill: Timeout\n\(a line with an API key\)\n {2}- waiting\n/);
    assert.match(text, /^- focus: input/m);
    assert.match(text, /^- tabs: \*accounts/m);
    assert.match(text, /^- notifications: (?:.*Connected to|$)/m);
    assert.match(text, /^- question: .*Add API Key to Shop/m);
    assert.match(text, /^- webview: none$/m);
    await quickInput.cancel();
    await notifications.clear();
  });

  step('names the rows of a question, and says whether the page of a webview has the focus', async (workbench) => {
    await workbench.command('Flag Admin: Review Change Request…');
    await workbench.quickInput.row('production · Restore the legacy cart').waitFor();
    assert.match(await told(workbench, 'x'), /^- question: .*: .*Restore the legacy cart.* \| /m);
    await workbench.quickInput.choose('production · Restore the legacy cart');
    await inReview(workbench.page).getByRole('heading', { name: 'Restore the legacy cart' }).click();
    await workbench.page.waitForFunction(() => document.activeElement?.localName === 'iframe');
    const text = await told(workbench, 'x');
    assert.match(text, /^- question: none$/m);
    assert.match(text, /^- focus: iframe/m);
    assert.match(text, /^- webview: its page has the focus: true$/m);
  });

  step('finds what was said and went by itself, once, and nothing that was cleared away', async (workbench) => {
    const { notifications } = workbench;
    const said = 'The diagnostics are copied';
    const copy = () => workbench.command('Flag Admin: Copy Diagnostics');
    await copy();
    await notifications.with(said).waitFor();
    assert.match(await told(workbench, 'x'), /^- notifications: .*The diagnostics are copied/m);
    await notifications.with(said).waitFor({ state: 'hidden', timeout: 80_000 });
    assert.match(await notifications.waitFor('THE diagnostics'), /^The diagnostics are copied/);
    await assert.rejects(notifications.waitFor(said, { timeout: 500 }), /No notification says “The diagnostics.*: none$/);
    await copy();
    await notifications.with(said).waitFor();
    await notifications.clear();
    await assert.rejects(notifications.waitFor(/^The diagnostics/, { timeout: 500 }));
  });

  leavesNoApiKey(step);
});
