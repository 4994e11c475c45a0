/** Tests Remove Keys Listed in Current File…, Empty Segment…, and Copy Keys to Another Environment…. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withReplies } from '../person.ts';
import { answering, submit, type Answer } from '../scripted.ts';
import { asRequest, keyLines, keysIn, lastMessage, openWindow, writeCount } from './window.ts';

const { copyKeys } = await import('../../../src/editor/segments/copyKeys.ts');
const { emptySegment } = await import('../../../src/editor/segments/emptySegment.ts');

describe('a removal', () => {
  it('is refused if the segment is empty, not active, or has none of the keys', async (t) => {
    const none = 'contains none of the keys in x.txt, so there is nothing to remove.';
    for (const [name, replies, sentence] of [
      ['churn-risk-accounts', [], none],
      ['wholesale-buyers', [], 'is not active in Storefront / development, or this API key can’t see it.'],
      ['beta-accounts', ['Remove 2 keys'], none],
    ] as const) {
      const told = await openWindow(t, { name }).remove(replies, 'x-1\nx-2', 'x.txt');
      assert.deepEqual(told, [`${name} ${sentence}`]);
    }
    assert.equal(writeCount(), 0);
  });
});

describe('Empty Segment…', () => {
  it('says how many keys it removes, offers to save them, removes them, and keeps the typed reason until then', async (t) => {
    const window = openWindow(t);
    const empty = (answer: Answer) => answering(['Remove 12 keys', answer], () => emptySegment(window, window));
    assert.equal((await empty({ typed: 'Ov' }))[1]?.value, '');
    const asked = await empty('Over.');
    assert.equal(asked[1]?.value, 'Ov');
    assert.match(asked[0]?.details.join() ?? '', /^The segment contains 12 keys now\b/);
    assert.ok(asked[0]?.options.includes('Save the keys to be removed as a file…'));
    assert.equal(asked[0]?.options[0], 'Once this window is closed, this change can’t be resumed or undone');
    assert.deepEqual(await keysIn(), []);
    await answering([], () => emptySegment(window, window));
    assert.match(lastMessage(), /contains no keys in Storefront \/ development\.$/);
    await window.addByOther(...keyLines(12).split('\n'));
    assert.equal((await empty(undefined))[1]?.value, '');
  });

  it('submits a change request if the user chooses that', async (t) => {
    const window = openWindow(t, { environment: 'production' });
    const before = await window.state();
    await answering([asRequest, submit], () => emptySegment(window, window));
    assert.match(lastMessage(), /^The change request “Remove \d+ keys from beta-accounts” is submitted\./);
    assert.equal((await window.state()).count, before.count);
  });
});

describe('a copy of the keys of a segment', () => {
  it('shows in one list the keys to add and those only in the target, and adds them', async (t) => {
    const window = openWindow(t, { environment: 'production' });
    const own = await keysIn('production');
    const development = openWindow(t);
    await development.addByOther('only-there');
    await development.removeByOther(...own.slice(0, 2));
    const before = await keysIn();
    const added = own.filter((key) => !before.includes(key));
    const both = own.length - added.length;
    assert.ok(added.length > 0 && before.length > both);
    const answers = [['development'], 'development', 'Add to development'];
    const asked = await answering(answers, () => copyKeys(window, window));
    assert.equal(asked[0]?.title, `Copy the ${own.length} keys of beta-accounts in production`);
    assert.ok(!asked[0]?.options.some((option) => option.startsWith('production')), 'not to itself');
    const row = `development · to add: ${added.length} · only in development: ${before.length - both} · in both environments: ${both}`;
    assert.deepEqual(asked[1]?.options.slice(0, 2), [row, 'Add to development']);
    const text = window.opened.at(-1)?.text ?? '';
    assert.match(text, /\nKeys that are only in development; they are not changed:\n[^+]* {2}only-there\n/);
    for (const key of added) assert.ok(text.includes(`\n+ ${key}\n`), text);
    assert.deepEqual(new Set(await keysIn()), new Set([...before, ...own]));
    assert.match(lastMessage(), /^beta-accounts in Storefront \/ development now contains/);
    await answering([['development']], () => copyKeys(window, window));
    assert.match(lastMessage(), /^All keys of beta-accounts in production are already in these environments\./);
  });

  it('changes production only after the user types its name, or by change requests if the user wants that', async (t) => {
    const window = openWindow(t);
    await answering([['production'], 'Add to production', undefined], () => copyKeys(window, window));
    assert.equal(writeCount(), 0, 'nothing is sent without the name');
    const asked = await answering([['production'], asRequest, submit], () => copyKeys(window, window));
    assert.match(asked[1]?.details[0] ?? '', /acct-/);
    assert.ok((await openWindow(t, { environment: 'production' }).state()).open);
    // A locked segment is shown, but nothing can be sent to it.
    const locked = await answering([['production'], undefined], () => copyKeys(window, window));
    assert.match(locked[1]?.details[0] ?? '', /change request/);
    assert.equal(locked[1]?.options.length, 1);
  });

  it('ends if the user cancels a question; a message then names the environments that were not reached', async (t) => {
    const window = openWindow(t);
    await answering([undefined], () => copyKeys(window, window));
    await answering([['staging'], undefined], () => copyKeys(window, window));
    await answering([['production', 'pre-production'], 'Submit as …', undefined], () => copyKeys(window, window));
    assert.equal(lastMessage(), 'Nothing was sent to production.');
    const readOnly = openWindow(t, { isReadOnly: true });
    assert.match((await withReplies([], () => copyKeys(readOnly, readOnly))).join(), /is read-only/);
    assert.equal(writeCount(), 0);
  });
});
