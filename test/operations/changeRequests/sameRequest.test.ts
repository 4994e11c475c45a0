/** Tests when an open change request counts as the sent one: it must request the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChangeRequest } from '../../../src/api/model.ts';
import { isSameRequest } from '../../../src/operations/changeRequests/submission.ts';

describe('an open change request of a flag', () => {
  const sent = (fields: object) =>
    ({ operationType: 'UPDATE', title: 'T', approvers: [], flag: { name: 'f', ...fields } }) as const;
  const open = (fields: object) =>
    ChangeRequest.parse({ id: 'i', status: 'REQUESTED', operationType: 'UPDATE', title: 'T', flag: { name: 'f', ...fields } });

  it('counts as the sent one if it requests at least the same', () => {
    assert.ok(isSameRequest(sent({ rules: [], note: { a: 1 } }), open({ rules: null, note: { a: 1, b: 2 } })));
    assert.ok(!isSameRequest(sent({ note: { a: 1 } }), open({ note: { b: 2 } })));
  });

  it('is compared by its own fields, not by those that every object has', () => {
    assert.ok(isSameRequest(sent({ constructor: null, note: { toString: [] } }), open({ note: {} })));
    assert.ok(!isSameRequest(sent({ valueOf: {} }), open({})));
  });
});

it('an open request that also has the other kind of object does not count as the sent one', () => {
  const common = { operationType: 'CREATE', title: 'T', approvers: [] } as const;
  const segment = { name: 's', keys: ['a'] };
  const open = (fields: object) => ChangeRequest.parse({ id: 'i', status: 'REQUESTED', ...common, ...fields });
  assert.ok(isSameRequest({ ...common, segment }, open({ segment })));
  assert.ok(!isSameRequest({ ...common, segment }, open({ segment, flag: { name: 'f' } })));
  assert.ok(!isSameRequest({ ...common, flag: { name: 'f' } }, open({ segment, flag: { name: 'f' } })));
});
