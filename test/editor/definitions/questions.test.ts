/** How many questions a definition takes from the command to the send: each box or pick that needs Enter is one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering, submit as submitRow, type Answer } from '../scripted.ts';
import { FLAG, last, useSubmitting } from './submitting.ts';
import { openWindow } from './window.ts';

const submitting = useSubmitting();
const count = async (replies: readonly Answer[], act: () => Promise<unknown>): Promise<number> =>
  (await answering(replies, act)).length;

describe('the questions for a definition', () => {
  it('that is opened are one: which flag, and where', async () => {
    submitting.window = await openWindow(submitting.service);
    const open = submitting.window.commands['flagAdmin.flag.open']!;
    assert.equal(await count([`${FLAG} · production · Storefront`], async () => open(undefined)), 1);
  });

  it('that is submitted if an approval is known to be asked for are one: the sheet', async () => {
    const uri = await submitting.draft('production');
    assert.equal(await count([submitRow], () => submitting.submit(uri)), 1);
    assert.match(last(), /^The change request “Change checkout-redesign” is submitted\./);
    const { data } = await submitting.service.as('submitter-key').listChangeRequests({ limit: 100 });
    const { rolloutStatus, comments } = data.find(({ title }) => title === 'Change checkout-redesign')!;
    assert.deepEqual([rolloutStatus?.['name'], comments[0]?.comment], ['Ramping', 'Traffic allocation 100% → 42%.']);
  });
});
