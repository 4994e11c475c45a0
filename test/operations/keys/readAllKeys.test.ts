/** Tests reading all keys of a segment from the sandbox, and from services with other pages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAllKeys } from '../../../src/operations/keys/keyPages.ts';
import { useService } from '../service.ts';

const service = useService();

describe('all keys of a segment', () => {
  it('are read completely', async () => {
    const { id } = service.environment('production');
    const { keys: all, count, isComplete } = await readAllKeys(service.as('submitter-key'), id, 'eu-accounts');
    assert.deepEqual([all.length, new Set(all).size, count, isComplete], [5318, 5318, 5318, true]);
    assert.equal(service.count('GET', /keys/), 6);
  });

  it('are the current ones, even if somebody exchanges a key while they are read', async () => {
    const { id } = service.environment('development');
    const client = service.as('submitter-key');
    const keys = Array.from({ length: 1500 }, (_, index) => `k${index}`);
    const workspaceId = service.workspace('Storefront');
    await client.createSegment(workspaceId, 'account', { name: 'made-here', description: '' });
    await client.activateSegment(id, 'made-here');
    await client.uploadKeys(id, 'made-here', keys);
    let isExchanged = false;
    service.onCall = async ({ path }) => {
      if (isExchanged || !/keys\?.*offset=999/.test(path)) return undefined;
      isExchanged = true;
      await client.removeKeys(id, 'made-here', { keys: ['k3'], comment: '' });
      await client.uploadKeys(id, 'made-here', ['new']);
      return undefined;
    };
    const read = await readAllKeys(client, id, 'made-here');
    assert.ok(isExchanged);
    assert.deepEqual([read.count, read.isComplete, read.hasMoved], [1500, true, false]);
    assert.deepEqual(new Set(read.keys), new Set([...keys.filter((key) => key !== 'k3'), 'new']));
  });

  it('are not requested again if a page of 100 is refused as well', async () => {
    const { id } = service.environment('production');
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 400, body: {} } : undefined);
    const client = service.as('submitter-key');
    await assert.rejects(client.readKeys(id, 'vip-accounts', { offset: 0, limit: 100 }), { status: 400 });
    assert.equal(service.seen.length, 1);
  });
});

for (const word of ['flag', 'split']) {
  describe(`all keys of a segment, with the word ${word},`, () => {
    const spoken = useService({ vocabulary: word });

    it('are read in pages of 1,000, or of 100 after the service has refused a larger page once', async () => {
      const client = spoken.as('submitter-key');
      const environmentId = spoken.environment('production').id;
      for (const name of ['eu-accounts', 'vip-accounts']) {
        const { keys, count, isComplete } = await readAllKeys(client, environmentId, name);
        assert.deepEqual([keys.length, isComplete], [count, true]);
      }
      const asked = (limit: number): number => spoken.count('GET', new RegExp(`limit=${limit}&`));
      if (word === 'flag') assert.deepEqual([asked(1000) > 1, asked(100)], [true, 0]);
      else assert.deepEqual([asked(1000), asked(100) > 50], [1, true]);
    });
  });
}
