import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import { pageOf } from '../../src/api/resources/envelope.ts';
import { Named, SegmentKeys, Workspace } from '../../src/api/model.ts';

const objects = [{ id: '1', name: 'one', other: true }];

describe('a page of a listing', () => {
  it('begins at the offset that the service reports, or else at the requested one', () => {
    const [first, second] = [pageOf(Named, { offset: 0, limit: 20 }), pageOf(Named, { offset: 20, limit: 10 })];
    const bare = { objects, totalCount: 21 };
    assert.deepEqual(first.safeParse(bare), { success: true, data: { ...bare, offset: 0, limit: 20 } });
    assert.deepEqual(second.safeParse({ ...bare, offset: null }), { success: true, data: { ...bare, offset: 20, limit: 10 } });
    const said = { ...bare, offset: 4, limit: 5 };
    assert.deepEqual(second.safeParse(said), { success: true, data: said });
  });

  it('is refused if it is not a page, even for a kind of object that was not read before', () => {
    for (const wrong of [{}, { objects }, { objects, totalCount: '1' }, { objects: [{ id: 1 }], totalCount: 1 }]) {
      const kind = z.looseObject({ id: z.string() });
      assert.equal(pageOf(kind, { offset: 0, limit: 1 }).safeParse(wrong).success, false, JSON.stringify(wrong));
    }
    const kind = pageOf(z.looseObject({ id: z.string() }), { offset: 0, limit: 1 });
    assert.equal(kind.safeParse({ objects, totalCount: 1, offset: '0' }).success, false);
    assert.equal(kind.safeParse({ objects, totalCount: 1, limit: '0' }).success, false);
  });

  it('has objects of the kind that was asked for', () => {
    const body = { objects: [{ id: '1', name: 'one', requiresTitleAndComments: 'yes' }], totalCount: 1 };
    assert.equal(pageOf(Named, { offset: 0, limit: 1 }).safeParse(body).success, true);
    const read = pageOf(Workspace, { offset: 0, limit: 1 }).safeParse(body);
    assert.ok(!read.success);
    assert.deepEqual(read.error.issues[0]?.path, ['objects', 0, 'requiresTitleAndComments']);
  });
});

describe('a list of segment keys', () => {
  it('is returned unchanged, including undocumented fields', () => {
    const keys = [{ key: 'a', addedBy: 'somebody' }, { key: '' }];
    assert.equal(SegmentKeys.parse({ keys, count: 2 }).keys, keys);
  });

  const wrong: readonly (readonly [what: string, keys: unknown, path: readonly PropertyKey[]])[] = [
    ['no list', { 0: { key: 'a' } }, ['keys']],
    ['null', null, ['keys']],
    ['plain texts', [{ key: 'a' }, 'b'], ['keys', 1, 'key']],
    ['a null in it', [null], ['keys', 0, 'key']],
    ['a key that is a number', [{ key: 'a' }, { key: 'b' }, { key: 3 }], ['keys', 2, 'key']],
    ['an object without key', [{}], ['keys', 0, 'key']],
  ];
  for (const [what, keys, path] of wrong) {
    it(`is refused with the place of the fault: ${what}`, () => {
      const read = SegmentKeys.safeParse({ keys, count: 3 });
      assert.ok(!read.success);
      assert.deepEqual(read.error.issues[0]?.path, path);
    });
  }
});
