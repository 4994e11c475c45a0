/** Tests Copy Keys to Another Environment…: one confirmation for all environments, and no key is removed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heldIn } from '../../operations/keys/prepared.ts';
import { useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { answering, submit } from '../scripted.ts';
import { openWindow, segmentIn } from './window.ts';

const { copyKeys } = await import('../../../src/editor/segments/copyKeys.ts');

const service = useService();
const writes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;
const node = (environment: string) => ({ target: segmentIn(service, environment) });

describe('the keys of a segment', () => {
  it('are compared with the target in one list, with the keys to add and the keys only in the target, and are then added', async (t) => {
    const window = openWindow(t, service);
    const own = await heldIn(service, 'production');
    const { id } = service.environment('development');
    await service.as('submitter-key').uploadKeys(id, 'beta-accounts', ['only-there']);
    await service.as('submitter-key').removeKeys(id, 'beta-accounts', { keys: own.slice(0, 2), comment: 'x' });
    const before = await heldIn(service, 'development');
    const added = own.filter((key) => !before.includes(key));
    const both = own.length - added.length;
    assert.ok(added.length > 0 && before.length > both);
    const answers = [['development'], 'development', 'Add to development'];
    const asked = await answering(answers, () => copyKeys(window, node('production')));
    assert.equal(asked[0]?.title, `Copy the ${own.length} keys of beta-accounts in production`);
    assert.ok(!asked[0]?.options.some((option) => option.startsWith('production')), 'not to itself');
    const row = `development · added: ${added.length} · only there: ${before.length - both} · in both: ${both}`;
    assert.deepEqual(asked[1]?.options.slice(0, 2), [row, 'Add to development']);
    const text = window.opened.at(-1)?.text ?? '';
    assert.match(text, /\nOnly in development, and unchanged:\n[^+]* {2}only-there\n/);
    assert.ok(
      added.every((key) => text.includes(`\n+ ${key}\n`)),
      text,
    );
    assert.deepEqual(new Set(await heldIn(service, 'development')), new Set([...before, ...own]));
    assert.match(shown.at(-1)?.message ?? '', /^beta-accounts in Storefront \/ development now holds/);
    // The next copy has nothing to add.
    await answering([['development']], () => copyKeys(window, node('production')));
    assert.match(shown.at(-1)?.message ?? '', /^All keys of beta-accounts in production are already in these environments\./);
  });

  it('are announced with the number of calls, which depends on the host if the keys are long', async (t) => {
    const long = Array.from({ length: 9_000 }, (_, index) => `acct-${String(index).padStart(60, '0')}`);
    await service.as('submitter-key').uploadKeys(service.environment('development').id, 'beta-accounts', long);
    const detailAt = async (origin: string): Promise<string> => {
      const window = openWindow(t, service, { origin });
      const asked = await answering([['production'], undefined], () => copyKeys(window, node('development')));
      return asked[1]?.details[0] ?? '';
    };
    assert.match(await detailAt('https://app.harness.io'), /^In 2 calls\. /);
    assert.doesNotMatch(await detailAt('https://api.split.io'), /calls/);
  });

  it('are sent to production only after the user types its name, or become change requests if the user wants that', async (t) => {
    const window = openWindow(t, service);
    const before = writes();
    await answering([['production'], 'Add to production', undefined], () => copyKeys(window, node('development')));
    assert.equal(writes(), before, 'nothing is sent without the name');
    const asked = await answering([['production'], 'Submit as a change request…', submit], () =>
      copyKeys(window, node('development')),
    );
    assert.match(asked[1]?.details[0] ?? '', /acct-/);
    const { openChangeRequestId } = await service
      .as('submitter-key')
      .readKeys(service.environment('production').id, 'beta-accounts', { offset: 0, limit: 1 });
    assert.ok(openChangeRequestId);
    // A locked segment is shown, but nothing can be sent to it.
    const locked = await answering([['production'], undefined], () => copyKeys(window, node('development')));
    assert.match(locked[1]?.details[0] ?? '', /change request/);
    assert.equal(locked[1]?.options.length, 1);
  });

  it('are not sent to further environments after the user cancels one, and a message names those environments', async (t) => {
    const window = openWindow(t, service);
    const answers = [['production', 'pre-production'], 'Submit as …', undefined];
    const before = writes();
    await answering(answers, () => copyKeys(window, node('development')));
    assert.equal(writes(), before);
    assert.equal(shown.at(-1)?.message, 'There is no sign that it was sent to production.');
  });

  it('are not copied if the user cancels, if the connection is read-only, or if the target has all of them', async (t) => {
    const before = writes();
    await answering([undefined], () => copyKeys(openWindow(t, service), node('development')));
    await answering([['staging'], undefined], () => copyKeys(openWindow(t, service), node('development')));
    await answering([], () => copyKeys(openWindow(t, service, { isReadOnly: true }), node('development')));
    assert.match(shown.at(-1)?.message ?? '', /read-only/);
    assert.equal(writes(), before);
  });
});
