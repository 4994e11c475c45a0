import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { flagFrom, requestFrom, segmentFrom } from '../../src/editor/target.ts';

const place = {
  workspace: { id: 'w', name: 'Storefront', requiresTitleAndComments: false },
  environment: { id: 'e', name: 'production', isProduction: true },
};

describe('what a command is called with', () => {
  it('is read from a node', () => {
    const target = { kind: 'segment', ...place, name: 'beta-accounts', trafficType: 'account' };
    assert.deepEqual(segmentFrom({ target }), target);
    assert.equal(flagFrom({ target }), undefined);
    assert.deepEqual(flagFrom({ target: { kind: 'flag', ...place, name: 'x' } }), { kind: 'flag', ...place, name: 'x' });
  });

  it('may be the id of a change request', () => {
    assert.deepEqual(requestFrom('cr-1'), { kind: 'changeRequest', id: 'cr-1' });
    assert.equal(requestFrom(''), undefined);
  });

  it('is nothing where it is anything else: any extension may call a command', () => {
    fc.assert(
      fc.property(fc.anything(), (argument) => {
        assert.equal(segmentFrom(argument), undefined);
        assert.equal(flagFrom(argument), undefined);
      }),
    );
  });
});
