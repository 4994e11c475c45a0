/** Tests how the items of a list in a text are paired with the items to write. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pairItems } from '../../../../src/operations/definitions/text/editDefinitionText.ts';
import { any, map, type ValueShape } from '../../../../src/domain/definitions/document/shapes.ts';

/** As `0-1 1-0`. */
const pairs = (before: readonly unknown[], after: readonly unknown[], shape: ValueShape = any): string =>
  Array.from(pairItems(before, after, shape), ({ from, to }) => `${from}-${to}`).join(' ');

describe('items are paired', () => {
  it('if they are equal', () => {
    assert.equal(pairs(['a', 'b', 'c'], ['c', 'a', 'd']), '0-1 2-0');
    assert.equal(pairs([{ x: 1 }, { x: 2 }], [{ x: 2 }, { x: 1 }]), '0-1 1-0');
    assert.equal(pairs([['a'], 1, null], [1, ['a']]), '0-1 1-0');
  });

  it('if they have the same name of a treatment, a share or a matcher', () => {
    for (const name of ['name', 'treatment', 'type'])
      assert.equal(pairs([{ [name]: 'a', x: 1 }, { [name]: 'b', x: 1 }, { [name]: 'c' }], [{ [name]: 'b', x: 2 }, { [name]: 'a', x: 2 }]), '0-1 1-0'); // prettier-ignore
    assert.equal(pairs([{ id: 'a', x: 1 }, { id: 'b', x: 1 }], [{ id: 'b', x: 2 }, { id: 'a', x: 2 }]), '0-0 1-1'); // prettier-ignore
    // Both the name and the type must be equal.
    assert.equal(pairs([{ name: 'a', type: 1, x: 1 }, { name: 'a', type: 2 }], [{ name: 'a', type: 2, x: 1 }, { name: 'a', type: 1, x: 2 }]), '0-1 1-0'); // prettier-ignore
  });

  it('in order, if they remain and are equally many on both sides', () => {
    assert.equal(pairs([{ name: 'a' }, { name: 'b' }], [{ name: 'c' }, { name: 'd' }]), '0-0 1-1');
    assert.equal(pairs([{ name: 'a' }, { name: 'b' }], [{ name: 'c' }]), '');
    assert.equal(pairs([{ name: 'a' }], [{ name: 'c' }, { name: 'd' }]), '');
    assert.equal(pairs(['x', { name: 'a' }, { name: 'b' }], [{ name: 'c' }, { name: 'b', y: 1 }, 'x']), '0-2 1-0 2-1');
  });

  it('only if they are objects', () => {
    assert.equal(pairs(['a', 1], ['b', 2]), '');
    assert.equal(pairs([['a']], [['b']]), '');
    assert.equal(pairs(['a', { x: 1 }], [{ x: 2 }, 'b']), '1-0');
    assert.equal(pairs([{ x: 1 }, 'a'], ['b', { x: 2 }]), '0-1');
    assert.equal(pairs([{ x: 1 }], ['b', null, ['c']]), '');
    assert.equal(pairs(['b', null, ['c']], [{ x: 1 }]), '');
  });
});

describe('rules are paired', () => {
  const rule = (segment: string, size: number, extra = 'x') => ({
    buckets: [{ treatment: 'on', size }],
    condition: { matchers: [{ type: 'IN_SEGMENT', string: segment }, { type: 'IN_SEGMENT', string: extra }] },
  }); // prettier-ignore
  const shape = map('rule');

  it('by their conditions', () => {
    const before = [rule('a', 1), rule('b', 2)];
    assert.equal(pairs(before, [rule('c', 4), rule('b', 5), rule('a', 3)], shape), '0-2 1-1');
    assert.equal(pairs(before, [rule('b', 5), rule('a', 3)], shape), '0-1 1-0');
    // An object without a shape, or with a different one, is any object.
    for (const other of [any, map('bucket')]) assert.equal(pairs(before, [rule('b', 5), rule('a', 3)], other), '0-0 1-1');
  });
});
