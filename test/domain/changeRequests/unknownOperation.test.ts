import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ChangeRequest, FlagDefinition } from '../../../src/api/model.ts';
import { changeRequestFromWire } from '../../../src/api/vocabulary.ts';
import { inverseOf } from '../../../src/domain/changeRequests/inverse.ts';
import { passesFilter } from '../../../src/domain/changeRequests/requestGroups.ts';
import { flagFindingsOf, isKnownOperation, keyFindingsOf, keysEffect } from '../../../src/domain/changeRequests/requestEffect.ts';

const flag = FlagDefinition.parse({ name: 'new-search', treatments: [{ name: 'on' }], rules: [], defaultRule: [] });
const segment = { name: 'beta', keys: ['a'] };
const wire = { id: '1', status: 'REQUESTED', operationType: 'UPDATE', approvers: [], comments: [] };
const request = (fields: object): ChangeRequest => ChangeRequest.parse({ ...wire, ...fields });

it('a request with an object of a different kind beside its segment or flag counts as unknown', () => {
  for (const other of ['split', 'ruleBasedSegment', 'largeSegment']) {
    assert.equal(isKnownOperation(request({ segment, [other]: { name: 'x' }, operationType: 'CREATE' })), false, other);
    assert.equal(isKnownOperation(request({ flag, [other]: { name: 'x' } })), false, other);
    assert.equal(isKnownOperation(request({ segment, [other]: null, operationType: 'CREATE' })), true, other);
  }
  const read = changeRequestFromWire({ ...wire, flag, split: { ...flag, name: 'other' } }, { flag: 'split' });
  assert.equal(isKnownOperation(ChangeRequest.parse(read)), false, 'both words for a flag');
});

it('a request with a flag and a segment counts as unknown, is listed under both, and has no inverse', () => {
  const both = request({ flag, segment, operationType: 'CREATE' });
  assert.equal(isKnownOperation(both), false);
  assert.deepEqual(flagFindingsOf(both, flag), [{ code: 'flagAndSegment' }]);
  const effect = keysEffect(both, new Set());
  assert.deepEqual(effect, { added: [], removed: [], unchanged: ['a'], isKnown: false });
  assert.deepEqual(keyFindingsOf(both, effect, { count: 0 }), [{ code: 'flagAndSegment' }]);
  assert.ok(passesFilter(both, undefined, { object: 'flag' }) && passesFilter(both, undefined, { object: 'segment' }));
  const refusal = { code: 'unknownOperation', operation: 'CREATE' };
  assert.deepEqual(inverseOf({ ...both, status: 'PUBLISHED' }, undefined), { ok: false, refusal });
});

it('an update that sets only the rollout status is not said to change nothing', () => {
  assert.deepEqual(flagFindingsOf(request({ flag }), flag), [{ code: 'nothingChanges' }]);
  assert.deepEqual(flagFindingsOf(request({ flag, rolloutStatus: { id: 'r1' } }), flag), []);
});
