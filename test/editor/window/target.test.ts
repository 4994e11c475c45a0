import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { flagFrom, requestFrom, segmentFrom, workspaceFrom, workspaceSegmentFrom } from '../../../src/editor/window/target.ts';
import { runs } from '../../properties/runs.ts';

const place = {
  workspace: { id: 'w', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e', name: 'production', isProduction: true },
};

describe('the argument of a command', () => {
  it('is read from a node', () => {
    const target = { kind: 'segment', ...place, name: 'beta-accounts', trafficType: 'account' };
    assert.deepEqual(segmentFrom({ target }), target);
    assert.equal(flagFrom({ target }), undefined);
    assert.deepEqual(flagFrom({ target: { kind: 'flag', ...place, name: 'x' } }), { kind: 'flag', ...place, name: 'x' });
  });

  it('may be a segment in no environment, or a workspace', () => {
    const { workspace } = place;
    const segment = { kind: 'workspaceSegment', workspace, name: 'beta-accounts', trafficType: 'account' };
    assert.deepEqual(workspaceSegmentFrom({ target: segment }), segment);
    assert.equal(segmentFrom({ target: segment }), undefined);
    const active = { ...segment, ...place };
    assert.deepEqual(workspaceSegmentFrom({ target: { ...active, kind: 'segment' } }), active);
    assert.deepEqual(workspaceFrom({ target: { kind: 'workspace', workspace } }), { kind: 'workspace', workspace });
    assert.equal(workspaceFrom({ target: { kind: 'workspace', workspace, environment: 'production' } }), undefined);
    assert.equal(workspaceFrom({ target: segment }), undefined);
  });

  it('may be the id of a change request', () => {
    assert.deepEqual(requestFrom('cr-1'), { kind: 'changeRequest', id: 'cr-1' });
    assert.equal(requestFrom(''), undefined);
  });

  it('is undefined for any other argument, because any extension may call a command', () => {
    fc.assert(
      fc.property(fc.anything(), (argument) => {
        assert.equal(segmentFrom(argument), undefined);
        assert.equal(flagFrom(argument), undefined);
        assert.equal(workspaceFrom(argument), undefined);
        assert.equal(workspaceSegmentFrom(argument), undefined);
      }),
      runs(100),
    );
  });
});
