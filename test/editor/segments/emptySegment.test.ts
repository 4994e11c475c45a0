/** Tests Empty Segment…: the keys are read, saved if the user wants that, and removed or proposed to be removed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import '../fakeDocuments.ts';
import { shown } from '../fakeVscode.ts';
import { answering, submit, type Answer } from '../scripted.ts';
import { openWindow, segmentIn } from './window.ts';

const { emptySegment } = await import('../../../src/editor/segments/emptySegment.ts');

const service = useService();
const last = (): string => shown.at(-1)?.message ?? '';
const held = async (environment: string): Promise<number> => {
  const { id } = service.environment(environment);
  return (await service.as('submitter-key').readKeys(id, 'beta-accounts', { offset: 0, limit: 1 })).count;
};

describe('Empty Segment…', () => {
  it('says how many keys it removes, offers to save them, and removes them', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const asked = await answering(['Remove 12 keys', 'Over.'], () => emptySegment(window, { target }));
    assert.match(asked[0]?.details.join() ?? '', /^It contains 12 keys now\b/);
    assert.ok(asked[0]?.options.includes('Save what is removed as a file…'));
    assert.equal(asked[0]?.options[0], 'Once this window closes, it can’t be resumed or undone');
    assert.equal(await held('development'), 0);
    await answering([], () => emptySegment(window, { target }));
    assert.match(last(), /holds no key in Storefront \/ development yet\.$/);
  });

  it('keeps the typed reason until the keys are removed', async (t) => {
    const window = openWindow(t, service);
    const empty = { target: segmentIn(service, 'development') };
    const ask = async (answer: Answer): Promise<string | undefined> =>
      (await answering(['Remove 12 keys', answer], () => emptySegment(window, empty)))[1]?.value;
    assert.equal(await ask({ typed: 'Ov' }), '');
    assert.equal(await ask('Over.'), 'Ov');
    const { id } = service.environment('development');
    const keys = Array.from({ length: 12 }, (_, index) => `k-${index}`);
    await service.as('submitter-key').uploadKeys(id, 'beta-accounts', keys);
    assert.equal(await ask(undefined), '');
  });

  it('submits a change request if the user chooses that', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    const before = await held('production');
    await answering(['Submit as a change request…', submit], () => emptySegment(window, { target }));
    assert.match(last(), /^The change request “Remove \d+ keys from beta-accounts” is submitted\./);
    assert.equal(await held('production'), before);
  });
});
