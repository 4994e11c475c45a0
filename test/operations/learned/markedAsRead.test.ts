/** Tests which change requests count as read by the user in their present state. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { forgetRead, forgetReadOf, isRead, rememberRead } from '../../../src/operations/learned/markedAsRead.ts';
import { Memento } from '../../editor/fakeContext.ts';

const request = (fields: object): ChangeRequest => ({
  id: 'a',
  status: 'REQUESTED',
  title: 'T',
  operationType: 'KILL',
  approvers: [],
  comments: [],
  ...fields,
});

it('a request is read until it or its object changes', async () => {
  const store = new Memento();
  const place = { object: 'flag', workspaceId: 'w', environmentId: 'e', name: 'f' };
  for (const id of ['a', 'b', 'c']) await rememberRead(store, 'shop', request({ id }), id === 'c' ? undefined : place);
  assert.equal(isRead(store, 'shop', request({ links: 'not documented' })), true);
  assert.equal(isRead(store, 'lab', request({})), false, 'a different connection');
  assert.equal(isRead(store, 'shop', request({ comments: [{ comment: 'New.' }] })), false);
  await forgetRead(store, 'shop', 'a');
  assert.deepEqual([isRead(store, 'shop', request({})), isRead(store, 'shop', request({ id: 'b' }))], [false, true]);
  await forgetReadOf(store, 'shop', { ...place });
  assert.deepEqual([isRead(store, 'shop', request({ id: 'b' })), isRead(store, 'shop', request({ id: 'c' }))], [false, true]);
});

it('the marks are limited, and the oldest are dropped', async () => {
  const store = new Memento();
  for (let index = 0; index <= 500; index += 1) await rememberRead(store, 'shop', request({ id: String(index) }), undefined);
  assert.deepEqual([isRead(store, 'shop', request({ id: '0' })), isRead(store, 'shop', request({ id: '500' }))], [false, true]);
});
