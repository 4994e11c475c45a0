/** Tests the timeline and the history of a change request as JSON and CSV. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import '../fakeVscode.ts';

const { historyAsCsv, historyAsJson, timelineOf } = await import('../../../src/editor/review/history.ts');

const request: ChangeRequest = {
  id: 'r1',
  status: 'PUBLISHED',
  title: 'T',
  operationType: 'KILL',
  flag: { name: 'checkout', treatments: [], rules: [], defaultRule: [] },
  approvers: [],
  comments: [
    {
      comment: 'It "breaks", now\nat once',
      user: 'maria',
      role: 'SUBMITTER',
      timestamp: Date.UTC(2026, 0, 2, 3, 4, 5),
      extra: 1,
    },
    { comment: '=1+1', user: null, role: undefined, timestamp: 8.64e15 * 2 },
  ],
};

describe('the history', () => {
  it('as CSV has times in UTC, and contains no formula, also in a spreadsheet that separates cells with semicolons or tabs', () => {
    const [, first, second] = historyAsCsv(request).split(/\r\n(?=r1|$)/);
    assert.equal(first, 'r1,T,2026-01-02T03:04:05.000Z,maria,SUBMITTER,"It ""breaks"", now\nat once"');
    assert.equal(second, "r1,T,,,,'=1+1");
    for (const [comment, written] of [
      ['a;=1+1;b', `"a;'=1+1;b"`],
      ['a; "@x"\t+1', `"a;' ""@x""\t'+1"`],
      ['a\n-1;b-c', `"a\n'-1;b-c"`],
      ['a = b', 'a = b'],
    ] as const) {
      const [, row = ''] = historyAsCsv({ ...request, comments: [{ comment, user: 'a' }] }).split('\r\n');
      assert.equal(row.slice('r1,T,,a,,'.length), written);
    }
    const comments = [{ comment: '"', user: 'a' }, { user: 'b' }] as ChangeRequest['comments'];
    const csv = historyAsCsv({ ...request, title: undefined, comments });
    assert.equal(csv, 'id,title,time,user,role,comment\r\nr1,,,a,,""""\r\nr1,,,b,,\r\n');
  });

  it('as JSON names the flag or the segment, and has all fields of the service, even unknown ones', () => {
    const { flag, comments } = JSON.parse(historyAsJson(request)) as Record<string, unknown>;
    assert.deepEqual([flag, comments], ['checkout', JSON.parse(JSON.stringify(request.comments))]);
    const ofSegment = { ...request, flag: null, segment: { name: 's', keys: [] }, workspace: { id: 'w' } };
    const json = JSON.parse(historyAsJson(ofSegment)) as Record<string, unknown>;
    assert.deepEqual([json.segment, json.flag, json.workspaceId], ['s', undefined, 'w']);
  });
});

it('the timeline names who decided if the role of the entry shows it', () => {
  for (const [status, roles, told] of [
    ['PUBLISHED', ['SUBMITTER', 'SUBMITTER', 'APPROVER'], ['submitted it', 'commented', 'approved it']],
    ['REJECTED', ['SUBMITTER', 'APPROVER'], ['submitted it', 'rejected it']],
    ['WITHDRAWN', ['SUBMITTER', 'SUBMITTER'], ['submitted it', 'withdrew it']],
    // The only entry belongs to the submission or to the withdrawal.
    ['WITHDRAWN', ['SUBMITTER'], ['commented']],
  ] as const) {
    const comments = roles.map((role, index) => ({ comment: 'x', user: `u${index}`, role, timestamp: 1 }));
    assert.deepEqual(timelineOf({ ...request, status, comments }).map(({ what }) => what), told); // prettier-ignore
  }
});
