/** What was learnt is kept by the storage it was given, and no more of it than fits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLearnt, type Store } from '../../src/operations/learnt.ts';

/** As the editor's Memento: it keeps what JSON can say. */
function createStore(): Store & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: <T>(key: string) => (texts.has(key) ? (JSON.parse(texts.get(key)!) as T) : undefined),
    update: async (key, value) => void texts.set(key, JSON.stringify(value)),
  };
}

const production = { id: 'e1', name: 'production', isProduction: true };

describe('what was learnt', () => {
  it('of an environment is whether it is gated, as last seen', async () => {
    const store = createStore();
    const learnt = createLearnt(store);
    assert.equal(learnt.isGated('e1'), undefined);
    await learnt.rememberGated('e1', true);
    assert.equal(createLearnt(store).isGated('e1'), true);
    await learnt.rememberGated('e1', false);
    assert.equal(learnt.isGated('e1'), false);
    assert.equal(learnt.isGated('e2'), undefined);
    assert.equal(learnt.isGated('constructor'), undefined, 'what every object has was not learnt');
  });

  it('of a request is its environment, and nothing else that came with it', async () => {
    const store = createStore();
    const learnt = createLearnt(store);
    assert.equal(learnt.environmentOf('r1'), undefined);
    await learnt.rememberRequest('r1', { ...production, secret: 'x' } as typeof production);
    assert.deepEqual(createLearnt(store).environmentOf('r1'), production);
    await learnt.rememberRequest('r1', { ...production, name: 'prod' });
    assert.equal(learnt.environmentOf('r1')?.name, 'prod');
  });

  it('is forgotten from the oldest on', async () => {
    const learnt = createLearnt(createStore());
    for (let index = 0; index <= 1000; index += 1) await learnt.rememberRequest(`r${index}`, production);
    assert.equal(learnt.environmentOf('r0'), undefined);
    assert.deepEqual(learnt.environmentOf('r1'), production);
    assert.deepEqual(learnt.environmentOf('r1000'), production);
  });
});
