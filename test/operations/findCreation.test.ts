/** The open change request that adds a definition where there is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { findCreation } from '../../src/operations/findCreation.ts';

const at = { workspaceId: 'w', environmentId: 'e', flagName: 'new' };
const flag = { name: 'new', treatments: [], rules: [], defaultRule: [] };
const open = { id: 'r', operationType: 'CREATE', flag, workspace: { id: 'w' } };
const nothing = (): undefined => undefined;

/** A service with these pages; the last one comes again and again, with another marker each time. */
function serving(...pages: readonly (readonly object[])[]): { client: Pick<Client, 'listChangeRequests'>; asked: unknown[] } {
  const asked: unknown[] = [];
  const listChangeRequests = async (query: unknown): Promise<object> => {
    asked.push(query);
    return { data: pages[Math.min(asked.length, pages.length) - 1], nextMarker: String(asked.length) };
  };
  return { client: { listChangeRequests } as unknown as Pick<Client, 'listChangeRequests'>, asked };
}

describe('the open request that adds a definition', () => {
  it('is one that names the environment, or of which it is known', async () => {
    const named = { ...open, flag: { ...flag, environment: { id: 'e', name: 'production' } } };
    assert.equal(await findCreation(serving([named]).client, at, nothing), 'r');
    assert.equal(await findCreation(serving([open]).client, at, (id) => ({ id: id === 'r' ? 'e' : 'other' })), 'r');
  });

  it('is none of another operation, flag, workspace or environment, or of which nobody knows the environment', async () => {
    const others = [
      { ...open, operationType: 'UPDATE' },
      { ...open, flag: { ...flag, name: 'old' } },
      { ...open, workspace: { id: 'v' } },
      { ...open, flag: null, segment: { name: 'new', keys: [] } },
      { ...open, flag: { ...flag, environment: { id: 'f', name: 'staging' } } },
    ];
    const { client } = serving(others, []);
    assert.equal(await findCreation(client, at, () => ({ id: 'e' })), undefined);
    assert.equal(await findCreation(serving([open], []).client, at, nothing), undefined);
  });

  it('is looked for in the pages that follow, and not for ever', async () => {
    const { client, asked } = serving([{ ...open, id: 'q', operationType: 'KILL' }], [open]);
    assert.equal(await findCreation(client, at, () => ({ id: 'e' })), 'r');
    assert.deepEqual(asked.at(-1), { environmentId: 'e', limit: 100, marker: { next: '1' } });
    const endless = serving([{ ...open, operationType: 'KILL' }]);
    assert.equal(await findCreation(endless.client, at, nothing), undefined);
    assert.equal(endless.asked.length, 20);
  });
});
