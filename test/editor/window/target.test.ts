import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { flagFrom, requestFrom, segmentFrom, workspaceFrom, workspaceSegmentFrom } from '../../../src/editor/window/target.ts';
import { runs } from '../../properties/runs.ts';

const workspace = { id: 'w', name: 'Storefront', requiresTitleAndComments: false };
const place = { workspace, environment: { id: 'e', name: 'production', isProduction: true } };

describe('the argument of a command', () => {
  it('is read from a node, which may be a segment in no environment, or a workspace', () => {
    const segment = { kind: 'segment', ...place, name: 'beta-accounts', trafficType: 'account' };
    const flag = { kind: 'flag', ...place, name: 'x' };
    const inactive = { kind: 'workspaceSegment', workspace, name: 'beta-accounts', trafficType: 'account' };
    assert.deepEqual([segmentFrom({ target: segment }), flagFrom({ target: segment })], [segment, undefined]);
    assert.deepEqual(flagFrom({ target: flag }), flag);
    assert.deepEqual([workspaceSegmentFrom({ target: inactive }), segmentFrom({ target: inactive })], [inactive, undefined]);
    assert.deepEqual(workspaceSegmentFrom({ target: segment }), { ...segment, kind: 'workspaceSegment' });
    const whole = { kind: 'workspace', workspace };
    assert.deepEqual(workspaceFrom({ target: whole }), whole);
    for (const target of [{ ...whole, environment: 'production' }, inactive]) assert.equal(workspaceFrom({ target }), undefined);
  });

  it('may be the id of a change request', () => {
    assert.deepEqual(requestFrom('cr-1'), { kind: 'changeRequest', id: 'cr-1' });
    assert.equal(requestFrom(''), undefined);
  });

  it('is undefined for any other argument, because any extension may call a command', () => {
    fc.assert(
      fc.property(fc.anything(), (argument) => {
        for (const from of [segmentFrom, flagFrom, workspaceFrom, workspaceSegmentFrom]) assert.equal(from(argument), undefined);
      }),
      runs(100),
    );
  });
});
