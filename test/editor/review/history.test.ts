/** Tests the history of a change request as JSON and CSV, and IDs in pasted text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { ChangeRequest } from '../../../src/api/model.ts';
import '../fakeVscode.ts';

const { historyAsCsv, historyAsJson } = await import('../../../src/editor/review/history.ts');
const { requestIdIn } = await import('../../../src/editor/review/openReview.ts');

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
  it('as CSV is read back cell by cell, and contains no formula', () => {
    assert.deepEqual(parse(historyAsCsv(request)), [
      ['id', 'title', 'time', 'user', 'role', 'comment'],
      ['r1', 'T', '2026-01-02T03:04:05.000Z', 'maria', 'SUBMITTER', 'It "breaks", now\nat once'],
      ['r1', 'T', '', '', '', "'=1+1"],
    ]);
  });

  it('contains no formula when it is opened as CSV in a spreadsheet that separates cells with semicolons or tabs', () => {
    const written = (comment: string): string | undefined =>
      historyAsCsv({ ...request, comments: [{ comment, user: 'a' }] })
        .split('\r\n')[1]
        ?.slice('r1,T,,a,,'.length);
    assert.equal(written('a;=1+1;b'), `"a;'=1+1;b"`);
    assert.equal(written('a; "@x"\t+1'), `"a;' ""@x""\t'+1"`);
    assert.equal(written('a\n-1;b-c'), `"a\n'-1;b-c"`);
    assert.equal(written('a = b'), 'a = b');
  });

  it('as CSV quotes cells only if necessary, and leaves a cell empty if the service gives no value', () => {
    const comments = [{ comment: '"', user: 'a' }, { user: 'b' }] as ChangeRequest['comments'];
    assert.equal(
      historyAsCsv({ ...request, title: undefined, comments }),
      'id,title,time,user,role,comment\r\nr1,,,a,,""""\r\nr1,,,b,,\r\n',
    );
  });

  it('names the segment if the request is about one', () => {
    const ofSegment = { ...request, flag: null, segment: { name: 's', keys: [] }, workspace: { id: 'w' } };
    const json = JSON.parse(historyAsJson(ofSegment)) as Record<string, unknown>;
    assert.deepEqual([json.segment, json.flag, json.workspaceId], ['s', undefined, 'w']);
  });

  it('as JSON has all fields of the service, even unknown ones', () => {
    const json = JSON.parse(historyAsJson(request)) as { comments: unknown; flag: unknown };
    assert.equal(json.flag, 'checkout');
    assert.deepEqual(json.comments, JSON.parse(JSON.stringify(request.comments)));
  });
});

describe('the ID of a change request in a pasted text', () => {
  const id = '73f32061-754e-4c22-8f40-a77b65f9e708';
  const other = '00000000-0000-4000-8000-000000000001';

  it('is found if the text is the ID itself, with spaces, or in capitals', () => {
    for (const text of [id, ` ${id}\n`, id.toUpperCase(), `"${id}"`]) assert.equal(requestIdIn(text), id);
  });
  it('is the one after “change requests” in a link, otherwise the last ID', () => {
    assert.equal(requestIdIn(`https://app.example.com/org/${other}/ws/${other}/change-requests/${id}?tab=${other}`), id);
    assert.equal(requestIdIn(`https://app.example.com/org/${other}/changeRequests/${id}#comments`), id);
    assert.equal(requestIdIn(`https://app.example.com/${other}/${id}`), id);
  });
  it('is the one after “change requests” even if another ID follows, however the link is written', () => {
    for (const way of ['change-requests/', 'change-request/', 'changeRequests/', '?changeRequest='])
      assert.equal(requestIdIn(`https://app.example.com/${way}${id}/${other}`), id, way);
  });
  it('does not exist in any other text', () => {
    for (const text of ['', 'beta-accounts', '73f32061-754e-4c22-8f40', 'https://example.com/change-requests/12'])
      assert.equal(requestIdIn(text), undefined);
  });
});
