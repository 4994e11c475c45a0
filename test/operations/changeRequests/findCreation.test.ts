/** Tests finding the open change request that adds a missing definition. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { beginCreationSearch } from '../../../src/operations/changeRequests/findCreation.ts';

const at = { workspaceId: 'w', environmentId: 'e', flagName: 'new' };
const flag = { name: 'new', treatments: [], rules: [], defaultRule: [] };
const named = (id: string) => ({ ...flag, environment: { id, name: id } });
const open = { id: 'r', operationType: 'CREATE', flag, workspace: { id: 'w' } };
type EnvironmentOf = (id: string) => { readonly id: string } | undefined;
const nothing: EnvironmentOf = () => undefined;
const find = async (client: Client, environmentOf = nothing, isThere = false): Promise<string | undefined> =>
  beginCreationSearch().find(client, at, environmentOf, isThere);

/** A service with these pages. It repeats the last page with a new marker each time, and ignores filters. */
function serving(...pages: readonly (readonly object[])[]): { client: Client; asked: { environmentId?: string }[] } {
  const asked: { environmentId?: string }[] = [];
  const listChangeRequests = async (query: { environmentId?: string; nextMarker?: string }): Promise<object> => {
    asked.push(query);
    const index = Number(query.nextMarker ?? 0);
    return { data: pages[Math.min(index, pages.length - 1)], nextMarker: String(index + 1) };
  };
  return { client: { listChangeRequests } as unknown as Client, asked };
}

describe('the open request that adds a definition', () => {
  it('names the environment, or its environment is known', async () => {
    assert.equal(await find(serving([{ ...open, flag: named('e') }]).client), 'r');
    assert.equal(await find(serving([open]).client, (id) => ({ id: id === 'r' ? 'e' : 'other' })), 'r');
  });

  it('is never one with a different operation, flag, workspace or environment, or with an unknown environment', async () => {
    const others = [
      { ...open, operationType: 'UPDATE' },
      { ...open, flag: { ...flag, name: 'old' } },
      { ...open, workspace: { id: 'v' } },
      { ...open, flag: null, segment: { name: 'new', keys: [] } },
      { ...open, flag: named('f') },
    ];
    const { client } = serving(others, []);
    assert.equal(await find(client, () => ({ id: 'e' })), undefined);
    assert.equal(await find(serving([open], []).client), undefined);
  });

  it('is searched in later pages, up to a limit', async () => {
    const { client, asked } = serving([{ ...open, id: 'q', operationType: 'KILL' }], [open]);
    assert.equal(await find(client, () => ({ id: 'e' })), 'r');
    assert.deepEqual(asked.at(-1), { environmentId: 'e', limit: 100, nextMarker: '1' });
    const repeated = serving([{ ...open, operationType: 'KILL' }]);
    assert.equal(await find(repeated.client), undefined);
    assert.equal(repeated.asked.length, 2);
    const pages = Array.from({ length: 30 }, (_, index) => [{ ...open, id: `q${index}`, operationType: 'KILL' }]);
    const long = serving(...pages);
    assert.equal(await find(long.client), undefined);
    assert.equal(long.asked.length, 20);
  });

  it('may name no environment if the service can list by environment, which is not tried if the list shows that it can’t', async () => {
    for (const [status, is] of [
      [400, 'r'],
      [403, 'r'],
      [404, 'r'],
      [undefined, 'r'],
      [503, 'rejected'],
    ] as const) {
      const { client } = serving([open], []);
      const filtering = {
        listChangeRequests: async (query: { environmentId?: string }) => {
          if (query.environmentId === 'e' || query.environmentId === undefined) return client.listChangeRequests(query);
          if (status === undefined) return { data: [], nextMarker: undefined };
          throw Object.assign(new Error('refused'), { kind: 'service', status });
        },
      } as unknown as Client;
      assert.equal(await find(filtering).catch(() => 'rejected'), is, String(status));
    }
    const ignoring = serving([open], []);
    assert.equal(await find(ignoring.client), undefined);
    assert.equal(ignoring.asked.length, 3);
    for (const other of [{ flag: named('f') }, { workspace: { id: 'v' } }]) {
      const mixed = serving([open, { id: 'q', ...other }], []);
      assert.equal(await find(mixed.client), undefined);
      assert.equal(mixed.asked.length, 2);
    }
  });

  it('is the only possible one, if the service says that one is open', async () => {
    assert.equal(await find(serving([open], []).client, nothing, true), 'r');
    assert.equal(await find(serving([open, { ...open, id: 'q' }], []).client, nothing, true), undefined);
    assert.equal(await find(serving([open, { ...open, id: 'q', flag: named('e') }], []).client, nothing, true), 'q');
    assert.equal(await find(serving([{ ...open, flag: named('f') }], []).client, nothing, true), undefined);
  });
});

describe('searches that share their pages', () => {
  const other = { ...at, flagName: 'other' };

  it('read each page once, and only the pages that one of them needs', async () => {
    const first = { ...open, flag: named('e') };
    const { client, asked } = serving([first], [{ ...first, id: 's', flag: { ...named('e'), name: 'other' } }], []);
    const [one, two, three] = [beginCreationSearch(), beginCreationSearch(), beginCreationSearch()];
    assert.equal(await one.find(client, at, nothing), 'r');
    assert.equal(asked.length, 1);
    assert.deepEqual(await Promise.all([two, three].map((look) => look.find(client, other, nothing))), ['s', 's']);
    assert.equal(asked.length, 2);
  });

  it('share nothing with a search that began later, or that uses a different client or environment', async () => {
    const { client, asked } = serving([]);
    const ask = async (look = beginCreationSearch(), by = client, place = at): Promise<number> => {
      await look.find(by, place, nothing);
      return asked.length;
    };
    const look = beginCreationSearch();
    assert.equal(await ask(look), 1);
    assert.equal(await ask(look), 1);
    assert.equal(await ask(look, { ...client }), 2);
    assert.equal(await ask(look, client, { ...at, environmentId: 'f' }), 3);
    assert.equal(await ask(), 4);
    const [first, last] = [beginCreationSearch(), beginCreationSearch()];
    assert.equal(await ask(last), 5);
    assert.equal(await ask(first), 5);
  });
});
