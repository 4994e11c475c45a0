import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as z from 'zod/mini';
import { pageOf } from '../../src/api/resources/envelope.ts';
import { Named, SegmentKeys, Workspace } from '../../src/api/model.ts';

const objects = [{ id: '1', name: 'one', other: true }];

it('a page begins at the offset that the service reports', () => {
  const said = { objects, totalCount: 21, offset: 4, limit: 5 };
  assert.deepEqual(pageOf(Named, { offset: 20, limit: 10 }).safeParse(said), { success: true, data: said });
});

it('a page is refused if it is not a page with objects of the requested kind, even a kind that was not read before', () => {
  const page = { objects, totalCount: 1 };
  for (const one of [{ objects }, { ...page, objects: [{ id: 1 }] }, { ...page, offset: '0' }, { ...page, limit: '0' }]) {
    const kind = z.looseObject({ id: z.string() });
    assert.equal(pageOf(kind, { offset: 0, limit: 1 }).safeParse(one).success, false, JSON.stringify(one));
  }
  const body = { objects: [{ id: '1', name: 'one', requiresTitleAndComments: 'yes' }], totalCount: 1 };
  assert.equal(pageOf(Named, { offset: 0, limit: 1 }).safeParse(body).success, true);
  const read = pageOf(Workspace, { offset: 0, limit: 1 }).safeParse(body);
  assert.ok(!read.success);
  assert.deepEqual(read.error.issues[0]?.path, ['objects', 0, 'requiresTitleAndComments']);
});

it('a list of segment keys is returned unchanged, or refused with the place of the fault', () => {
  const keys = [{ key: 'a', addedBy: 'somebody' }, { key: '' }];
  assert.equal(SegmentKeys.parse({ keys, count: 2 }).keys, keys);
  for (const [wrong, path] of [
    [{ 0: { key: 'a' } }, ['keys']],
    [null, ['keys']],
    [
      [{ key: 'a' }, 'b'],
      ['keys', 1, 'key'],
    ],
    [[null], ['keys', 0, 'key']],
    [
      [{ key: 'a' }, { key: 'b' }, { key: 3 }],
      ['keys', 2, 'key'],
    ],
    [[{}], ['keys', 0, 'key']],
  ] as const)
    assert.deepEqual(SegmentKeys.safeParse({ keys: wrong, count: 3 }).error?.issues[0]?.path, path);
});
