/** Pages of any length, forwards and backwards, have each item exactly once. */
import assert from 'node:assert/strict';
import type { Json, Raw } from '../../sandbox/raw.ts';
import { keyOf, type Model } from './model.ts';
import { allByMarkers } from './reading.ts';
import { names } from './segmentCalls.ts';

/** The names of a run, the sample's left out. */
const own = (listed: readonly string[]): readonly string[] => listed.filter((one) => names.some((name) => name === one));

/** Everything that can be listed, by pages of `limit`. */
export async function assertPaged(raw: Raw, model: Model, limit: number): Promise<void> {
  const { id } = model.workspace;
  const is = async (path: string, wanted: Iterable<string>): Promise<void> =>
    assert.deepEqual(own(await byOffset(raw, path, limit)).toSorted(), [...wanted].toSorted(), path);

  await is(`/segments/ws/${id}`, model.segments);
  if (!model.isDocumentedOnly) await is(`/${model.word}s/ws/${id}`, model.flags.keys());
  for (const at of model.places) {
    const here = (held: ReadonlyMap<string, unknown>): readonly string[] => names.filter((name) => held.has(keyOf(at, name)));
    if (!model.isDocumentedOnly) {
      await is(`/segments/ws/${id}/environments/${at.id}`, here(model.keys));
      await is(`/${model.word}s/ws/${id}/environments/${at.id}`, here(model.definitions));
    }
    for (const name of here(model.keys)) await keysArePaged(raw, `/segments/${at.id}/${encodeURIComponent(name)}/keys`, limit);
  }
  await requestsArePaged(raw, model.isDocumentedOnly ? '' : `&limit=${limit}`);
}

/** The names of all objects, which are as many as the total says, none of them twice. */
async function byOffset(raw: Raw, path: string, limit: number): Promise<readonly string[]> {
  const all: string[] = [];
  for (;;) {
    const { body } = await raw.get(`${path}?limit=${limit}&offset=${all.length}`);
    const objects = body['objects'] as unknown as Json[];
    assert.ok(objects.length <= limit);
    all.push(...objects.map(({ name }) => String(name)));
    assert.deepEqual([body['offset'], body['limit']], [all.length - objects.length, limit]);
    if (objects.length === 0) {
      assert.equal(body['totalCount'], all.length);
      assert.equal(new Set(all).size, all.length);
      return all;
    }
  }
}

/** Two pages beside each other are one page of twice the length. */
async function keysArePaged(raw: Raw, path: string, limit: number): Promise<void> {
  const page = async (offset: number, length: number): Promise<readonly Json[]> =>
    (await raw.get(`${path}?limit=${length}&offset=${offset}`)).body['keys'] as unknown as Json[];
  const { body } = await raw.get(path);
  const offset = Math.max(0, Number(body['count']) - 2 * limit);
  assert.deepEqual([...(await page(offset, limit)), ...(await page(offset + limit, limit))], await page(offset, 2 * limit));
}

/** The next markers lead through all open requests, and the previous ones from the last page back through the same. */
async function requestsArePaged(raw: Raw, limit: string): Promise<void> {
  const pages: Json[] = [];
  const all = idsOf(await allByMarkers(raw, `status=REQUESTED${limit}`, (page) => pages.push(page)));
  assert.equal(new Set(all).size, all.length);
  const back = idsOf(pages.at(-1)?.['data'] as unknown as Json[]);
  let marker = pages.at(-1)?.['previousMarker'];
  while (typeof marker === 'string') {
    const { body } = await raw.get(`/changeRequests?status=REQUESTED${limit}&previousMarker=${encodeURIComponent(marker)}`);
    back.unshift(...idsOf(body['data'] as unknown as Json[]));
    marker = body['previousMarker'];
  }
  assert.deepEqual(back, all);
}

const idsOf = (requests: readonly Json[]): unknown[] => requests.map(({ id }) => id);
