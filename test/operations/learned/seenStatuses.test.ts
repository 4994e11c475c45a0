/** Tests that the statuses of a service are stored for this service only, each once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberStatuses, knownStatuses } from '../../../src/operations/learned/requestNews.ts';
import { Memento } from '../../editor/fakeContext.ts';

const here = 'https://one.example';

describe('the statuses that a service has used', () => {
  it('are stored only for that service, each once', async () => {
    const store = new Memento();
    await rememberStatuses(store, here, ['PUBLISHED', 'SCHEDULED', 'PUBLISHED']);
    await rememberStatuses(store, here, ['SCHEDULED', 'IN_REVIEW']);
    assert.deepEqual(knownStatuses(store, here), ['PUBLISHED', 'SCHEDULED', 'IN_REVIEW']);
    assert.deepEqual(knownStatuses(store, 'https://other.example'), []);
  });

  it('are limited in number and length', async () => {
    const store = new Memento();
    await rememberStatuses(store, here, ['', 'x'.repeat(1000), ...Array.from({ length: 500 }, (_, index) => `S${index}`)]);
    assert.equal(knownStatuses(store, here).length, 100);
  });
});
