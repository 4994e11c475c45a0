/**
 * Tests requests that add a definition, with the sandbox: how documents without a definition find them, and with how many calls.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { shown } from '../fakeVscode.ts';
import { answering, fill, submit as submitRow } from '../scripted.ts';
import { openUris } from './fakeEditor.ts';
import { addDefinition } from './openRequest.ts';
import { useSubmitting } from './submitting.ts';
import { unnamed } from './unnamed.ts';
import { openWindow } from './window.ts';

const submitting = useSubmitting();
const { service, isGated, submit } = submitting;
const FLAG = 'wishlist-sharing';
const walks = (): number => service.count('GET', /^\/changeRequests\?/);
afterEach(() => {
  openUris.length = 0;
  shown.length = 0;
});

/** Opens documents of flags without a definition. */
async function open(...names: readonly string[]): Promise<void> {
  submitting.window = await openWindow(service);
  for (const name of names) {
    const uri = submitting.window.uri(name);
    openUris.push(uri);
    await submitting.window.read(uri);
  }
  service.seen.length = 0;
}
async function isLocked(flag = FLAG, environment = 'production'): Promise<boolean> {
  const { permissions } = await submitting.window.stat(submitting.window.uri(flag, environment));
  return permissions !== undefined;
}
const beginning = async (): Promise<string> => submitting.window.read(submitting.window.uri(FLAG));
async function withdraw(): Promise<void> {
  const client = service.as('submitter-key');
  const { data } = await client.listChangeRequests({ limit: 100 });
  const { id } = data.find(({ flag }) => flag?.name === FLAG) ?? assert.fail('none is open');
  await client.decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'c' });
}

describe('documents without a definition that are checked together', () => {
  it('read once which requests are open, and again at the next check', async () => {
    await open(FLAG, 'one', 'two', 'three', 'four');
    await addDefinition(service, 'production', await beginning());
    service.seen.length = 0;
    await submitting.window.refresh();
    assert.equal(walks(), 1);
    assert.deepEqual([await isLocked(), await isLocked('one')], [true, false]);
    await withdraw();
    service.seen.length = 0;
    await submitting.window.refresh();
    assert.equal(walks(), 1);
    assert.equal(await isLocked(), false);
  });

  it('do not use a reading that began before the check was requested', async () => {
    await open(FLAG, 'one', 'two');
    const text = await beginning();
    const [listed, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { client } = submitting.window.inUse.now!;
    const held: typeof client = {
      ...client,
      listChangeRequests: async (...of: Parameters<typeof client.listChangeRequests>) => {
        const page = await client.listChangeRequests(...of);
        listed.resolve();
        if (walks() === 1) await slow.promise;
        return page;
      },
    };
    submitting.window.inUse.now = { ...submitting.window.inUse.now!, client: held };
    const earlier = submitting.window.refresh();
    await listed.promise;
    await addDefinition(service, 'production', text);
    await submitting.window.refresh();
    assert.equal(await isLocked(), true);
    slow.resolve();
    await earlier;
    assert.equal(await isLocked(), true);
    assert.equal(walks(), 2);
  });

  it('fail together, without an effect on the next check', async () => {
    await open(FLAG, 'one', 'two');
    await addDefinition(service, 'production', await beginning());
    service.onCall = ({ path }) => (path.startsWith('/changeRequests') ? 403 : undefined);
    service.seen.length = 0;
    await submitting.window.refresh();
    assert.deepEqual([walks(), await isLocked()], [1, false]);
    service.onCall = () => undefined;
    await submitting.window.refresh();
    assert.equal(await isLocked(), true);
  });
});

describe('a request to add a definition that the service refuses because one is open', () => {
  const SENT = [...fill({ rolloutStatus: 'Ramping', title: 'Mine', comment: 'Because.' }), submitRow];

  /** Submits a definition just after somebody else did. */
  async function race(isGatedThere: boolean, answers: readonly string[], onCall: typeof service.onCall): Promise<void> {
    await open(FLAG);
    const { window } = submitting;
    await isGated('production', isGatedThere);
    const uri = window.uri(FLAG);
    const text = await window.read(uri);
    await window.write(uri, text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
    let isDone = false;
    service.onCall = async (call, body) => {
      if (call.method === 'POST' && !isDone) {
        isDone = true;
        await addDefinition(service, 'production', text);
        if (!isGatedThere)
          return { status: 409, body: { code: 409, message: 'A change request is open.', details: '', transactionId: 't' } };
      }
      return onCall(call, body);
    };
    await answering(answers, () => submit(uri));
    assert.match(await window.read(uri), /trafficAllocation: 42/);
  }

  for (const [what, isFiltered] of [
    ['names its environment', undefined],
    ['names none, and is listed by environment', true],
    ['names none, and is listed with those of all environments', false],
  ] as const)
    it(`is reported with a link to the open request, if that ${what}`, async () => {
      await race(true, SENT, isFiltered === undefined ? () => undefined : unnamed(service, isFiltered));
      const said = shown.at(-1)!;
      assert.match(said.message, /^Not submitted: a change request is open on wishlist-sharing in production\./);
      assert.match(said.message, /What you typed is kept/);
      assert.deepEqual(said.buttons, ['Review']);
      if (isFiltered === false) return;
      for (let tries = 0; tries < 200 && !(await isLocked()); tries += 1) await setTimeout(5);
      assert.equal(await isLocked(), true);
    });
});
