/** Tests that facts are stored for their service, with a limit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import { knownEnvironment, rememberEnvironments } from '../../../src/operations/learned/environments.ts';
import { knownApiKey } from '../../../src/operations/learned/keyRecords.ts';
import { Memento } from '../../editor/fakeContext.ts';

const production = { id: 'e1', name: 'production', isProduction: true };
const here = 'https://one.example';
const there = 'https://other.example';
const key = { connectionId: 'c1', keyName: 'k', origin: here };

describe('a stored fact', () => {
  it('about an environment says whether it required approvals when it was last seen', async () => {
    const store = new Memento();
    const serviceFacts = createServiceFacts(store);
    assert.equal(serviceFacts.requiresApprovals(here, 'e1'), undefined);
    await serviceFacts.rememberRequiresApprovals(here, 'e1', true);
    assert.equal(createServiceFacts(store).requiresApprovals(here, 'e1'), true);
    await serviceFacts.rememberRequiresApprovals(here, 'e1', false);
    assert.equal(serviceFacts.requiresApprovals(here, 'e1'), false);
    await serviceFacts.rememberRequiresApprovals(there, 'e1', true);
    assert.deepEqual(
      [serviceFacts.requiresApprovals(here, 'e1'), serviceFacts.requiresApprovals(here, 'e2')],
      [false, undefined],
    );
    assert.equal(serviceFacts.requiresApprovals(here, 'constructor'), undefined, 'what every object has was not learnt');
  });

  it('about a request is only its environment, is never replaced by a different one, and is reported once to each listener', async () => {
    const store = new Memento();
    const serviceFacts = createServiceFacts(store);
    const told: string[] = [];
    const [first] = ['first', 'second'].map((name) => serviceFacts.onDidLearn(() => told.push(name)));
    assert.equal(serviceFacts.environmentOf(here, 'r1'), undefined);
    await serviceFacts.rememberRequest(here, 'r1', { ...production, secret: 'x' } as typeof production);
    assert.deepEqual(createServiceFacts(store).environmentOf(here, 'r1'), production);
    assert.equal(serviceFacts.environmentOf(there, 'r1'), undefined);
    const staging = { id: 'e2', name: 'staging', isProduction: false };
    await serviceFacts.rememberRequest(here, 'r1', staging);
    await serviceFacts.rememberSubmitted(key, 'r1', staging);
    assert.deepEqual(serviceFacts.environmentOf(here, 'r1'), production);
    await serviceFacts.rememberRequest(here, 'r1', { ...production, name: 'prod' });
    assert.equal(serviceFacts.environmentOf(here, 'r1')?.name, 'prod');
    assert.deepEqual(told, ['first', 'second']);
    first?.dispose();
    await serviceFacts.rememberRequest(here, 'r2', production);
    assert.deepEqual(told, ['first', 'second', 'second']);
  });

  it('about a request counts as proof only in the window that submitted it, and only for that environment', async () => {
    const store = new Memento();
    const serviceFacts = createServiceFacts(store);
    await serviceFacts.rememberRequest(here, 'r1', production);
    assert.equal(serviceFacts.wasSubmittedTo(here, 'r1', 'e1'), false);
    await serviceFacts.rememberSubmitted(key, 'r2', production);
    assert.equal(serviceFacts.wasSubmittedTo(here, 'r2', 'e1'), true);
    const elsewhere: readonly (readonly [string, string, string])[] = [[here, 'r2', 'e2'], [there, 'r2', 'e1'], [here, 'r1', 'e1']]; // prettier-ignore
    for (const place of elsewhere) assert.equal(serviceFacts.wasSubmittedTo(...place), false, place.join());
    assert.ok(knownApiKey(store, { ...key, isSandbox: false }).submitted?.has('r2'), 'the API key has submitted it');
    const later = createServiceFacts(store);
    assert.deepEqual([later.environmentOf(here, 'r2'), later.wasSubmittedTo(here, 'r2', 'e1')], [production, false]);
  });

  it('about an environment is shared: a listing that renames it also renames the environment of each request', async () => {
    const store = new Memento();
    const serviceFacts = createServiceFacts(store);
    await rememberEnvironments(store, here, [production, { id: 'e2', name: 'staging', isProduction: false }], 'Storefront');
    await serviceFacts.rememberRequest(here, 'r1', production);
    assert.equal(knownEnvironment(store, here, 'e1')?.workspaceName, 'Storefront', 'a request names no workspace');
    await rememberEnvironments(store, here, [{ id: 'e1', name: 'live', isProduction: true }]);
    assert.deepEqual(serviceFacts.environmentOf(here, 'r1'), { id: 'e1', name: 'live', isProduction: true });
    assert.equal(knownEnvironment(store, here, 'e2')?.isProduction, false);
    assert.equal(knownEnvironment(store, there, 'e1'), undefined);
  });

  it('about rejections says whether the service supports them, for the last 50 services', async () => {
    const serviceFacts = createServiceFacts(new Memento());
    for (let index = 0; index <= 50; index += 1)
      await serviceFacts.rememberCanReject(`https://s${index}.example`, index % 2 === 0);
    const known = [0, 1, 50, 51].map((index) => serviceFacts.canReject(`https://s${index}.example`));
    assert.deepEqual(known, [undefined, false, true, undefined]);
  });

  it('is dropped if it is the oldest of too many', async () => {
    const store = new Memento();
    const serviceFacts = createServiceFacts(store);
    for (let index = 0; index <= 1000; index += 1) await serviceFacts.rememberRequiresApprovals(here, `e${index}`, true);
    const ids = Array.from({ length: 5001 }, (_, index) => `r${index}`);
    await serviceFacts.rememberRequests(here, ids, production);
    assert.equal(serviceFacts.environmentOf(here, 'r0'), undefined);
    assert.deepEqual(serviceFacts.environmentOf(here, 'r1'), production);
    assert.deepEqual(serviceFacts.environmentOf(here, 'r5000'), production);
    assert.deepEqual([serviceFacts.requiresApprovals(here, 'e0'), serviceFacts.requiresApprovals(here, 'e1')], [undefined, true]);
  });
});
