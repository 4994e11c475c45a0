/** Tests which draft a command uses that was called from the palette. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { activate, activateLoading, type Uri } from './fakeEditor.ts';
import { FLAG, last, useSubmitting } from './submitting.ts';
import { openWindow } from './window.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const submitting = useSubmitting();
afterEach(() => activate(undefined));

const discard = async (): Promise<void> => void (await submitting.window.commands['flagAdmin.flag.discardDraft']!(undefined));

describe('a command about a draft', () => {
  it('uses the draft of the active tab, also of a diff, and while its text is still being read', async () => {
    const tabs: readonly ((uri: Uri, live: Uri) => void)[] = [activate, (uri) => activateLoading(uri), activateLoading];
    for (const show of tabs) {
      const uri = (await submitting.draft()) as unknown as Uri;
      const { window } = submitting;
      show(uri, definitionUri(window.place(FLAG, 'development'), 'live'));
      pressNext('Discard Draft');
      assert.deepEqual(await answering([], discard), []);
      assert.match(last(), /^Discard the draft of checkout-redesign in Storefront \/ development\?/);
      assert.equal(window.context.drafts.all().length, 0);
      window.dispose();
    }
  });

  it('offers only the existing drafts', async () => {
    const uri = await submitting.draft();
    const { window } = submitting;
    await window.write(window.uri('new-search', 'staging'), await window.read(window.uri('new-search', 'staging')).then((text) => `# mine\n${text}`)); // prettier-ignore
    const all = ['checkout-redesign · development · Storefront · Shop', 'new-search · staging · Storefront · Shop'];
    for (const command of ['discardDraft', 'submit', 'reviewDraft'] as const) {
      const asked = await answering([undefined], async () => window.commands[`flagAdmin.flag.${command}`]!(undefined));
      assert.deepEqual(asked.map(({ options }) => options), [all]); // prettier-ignore
    }
    pressNext('Discard Draft');
    await answering([all[0]], discard);
    assert.match(last(), /^Discard the draft of checkout-redesign/);
    assert.doesNotMatch(await window.read(uri), /42/);
    assert.equal(window.context.drafts.all().length, 1);
  });

  it('says so if there is no draft', async () => {
    await submitting.draft();
    submitting.window.dispose();
    submitting.window = await openWindow(submitting.service);
    const before = shown.length;
    await answering([], discard);
    assert.deepEqual(
      [last(), shown.length],
      ['There is no draft: a definition that you change and save becomes one.', before + 1],
    );
  });
});
