/** Tests the text of each history entry: a decision only if the service names who decided. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import '../fakeVscode.ts';

const { timelineOf } = await import('../../../src/editor/review/history.ts');

const told = (status: string, ...roles: readonly (string | null)[]): readonly string[] => {
  const comments = roles.map((role, index) => ({ comment: 'x', user: `u${index}`, role, timestamp: 1 }));
  const request = { id: 'r', status, operationType: 'KILL', approvers: [], comments } as unknown as ChangeRequest;
  return timelineOf(request).map(({ what }) => what);
};

describe('the timeline', () => {
  it('names who decided if the role of the entry shows it', () => {
    assert.deepEqual(told('PUBLISHED', 'SUBMITTER', 'SUBMITTER', 'APPROVER'), ['submitted it', 'commented', 'approved it']);
    assert.deepEqual(told('REJECTED', 'SUBMITTER', 'APPROVER'), ['submitted it', 'rejected it']);
    assert.deepEqual(told('WITHDRAWN', 'SUBMITTER', 'SUBMITTER'), ['submitted it', 'withdrew it']);
  });
});
