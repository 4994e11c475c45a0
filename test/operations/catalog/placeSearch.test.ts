/** Tests the search for places: its results, and its work in steps, because no test measures time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPlaceSearch, type PlaceSource } from '../../../src/operations/catalog/placeSearch.ts';

type Item = { readonly name: string };

/** One workspace with these items in these environments. */
const source = (items: readonly Item[], environments: readonly string[], workspace = 'shop'): PlaceSource<Item, string> => ({
  items,
  places: environments.map((where) => ({ where, names: [where, workspace] })),
});
const found = (text: string, ...sources: readonly PlaceSource<Item, string>[]): readonly string[] => {
  const search = createPlaceSearch<Item, string>(text, 100);
  search.update(sources);
  assert.equal(search.best.length, search.count);
  return search.best.map(({ item, where }) => `${item.name} ${where}`);
};

it('the search finds a place by words of its name, environment and workspace, and lists names that begin with them first', () => {
  const items = [{ name: 'old-beta' }, { name: 'beta' }, { name: 'shopping' }];
  const shop = source(items, ['staging', 'production']);
  assert.deepEqual(found('BETA prod', shop), ['beta production', 'old-beta production']);
  assert.deepEqual(found('shop · stag', shop), ['old-beta staging', 'beta staging', 'shopping staging']);
  assert.deepEqual(found('beta shop', shop, source([{ name: 'beta' }], ['dev'], 'desk')).length, 4);
  assert.deepEqual(found('nothing', shop), []);
});

it('the search checks each of 15,000 items only once for 750,000 places, also if others arrive later, and lists no more than are shown', () => {
  let reads = 0;
  const items: Item[] = Array.from({ length: 15_000 }, (_, index) => ({
    get name() {
      reads += 1;
      return `segment-${index}`;
    },
  }));
  const environments = Array.from({ length: 50 }, (_, index) => `environment-${index}`);
  const search = createPlaceSearch<Item, string>('seg env', 200);
  const all = [source(items, environments)];
  search.update(all);
  assert.deepEqual([search.count, search.best.length, reads], [750_000, 200, 15_000]);
  items.push({ name: 'segment-0-1' });
  search.update([...all, source([{ name: 'segment-0-2' }], ['environment-a'], 'desk')]);
  assert.deepEqual([search.count, reads], [750_051, 15_000]);
});

it('the search omits items that are listed elsewhere', () => {
  const pinned = source([{ name: 'b' }], ['dev']);
  const rest = { ...source([{ name: 'a' }, { name: 'b' }], ['dev']), except: new Set(['b']) };
  assert.deepEqual(found('', pinned, rest), ['b dev', 'a dev']);
});
