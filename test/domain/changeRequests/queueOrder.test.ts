/** Tests the order of the requests that wait for a person. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { extendOrder, sortQueue, type WaitingRequest } from '../../../src/domain/changeRequests/queueOrder.ts';

const waiting = (id: string, isProduction: boolean | undefined, operationType: string, timestamp?: number): WaitingRequest => ({
  isProduction,
  request: {
    id,
    operationType,
    comments: timestamp === undefined ? [] : [{ comment: 'x', user: 'a', role: 'SUBMITTER', timestamp }],
  } as unknown as ChangeRequest,
});
const all = [
  waiting('staging kill', false, 'KILL', 1),
  waiting('young', true, 'UPDATE', 9),
  waiting('old', true, 'CREATE', 2),
  waiting('place unknown', undefined, 'UPDATE', 5),
  waiting('removal', true, 'ARCHIVE', 8),
  waiting('staging', false, 'CREATE', 3),
  waiting('no time', true, 'UPDATE'),
  waiting('kill', undefined, 'KILL', 7),
];
const ids = (list: readonly WaitingRequest[]): readonly string[] => list.map(({ request }) => request.id);

describe('the queue', () => {
  it('begins with production or an unknown environment, then has requests that stop something, then the oldest', () => {
    const expected = ['kill', 'removal', 'no time', 'old', 'place unknown', 'young', 'staging kill', 'staging'];
    assert.deepEqual(ids(sortQueue(all, 'risk')), expected);
  });
  it('is sorted by age alone if the user chose that', () => {
    const expected = ['no time', 'staging kill', 'old', 'staging', 'place unknown', 'kill', 'removal', 'young'];
    assert.deepEqual(ids(sortQueue(all, 'age')), expected);
  });
  it('adds new requests at the end, so that the others stay in their places', () => {
    assert.deepEqual(extendOrder(['young', 'decided'], all.slice(0, 3), 'risk'), ['young', 'decided', 'old', 'staging kill']);
  });
});
