/** Tests that a permit for production needs its name, and that a permit is valid for only one environment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { confirmWrite, permitRequest, requirePermit } from '../../src/operations/productionGuard.ts';

const open = { isReadOnly: false };
const staging = { id: 'e1', name: 'staging', isProduction: false };
const production = { id: 'e2', name: 'prod EU', isProduction: true };

describe('a permit', () => {
  it('for production requires its exact name', () => {
    for (const typed of [undefined, '', 'prod eu', 'prod', 'prod  EU', 'production', 'yes']) {
      assert.deepEqual(confirmWrite(open, production, typed), {
        ok: false,
        refusal: { code: 'nameMismatch', expected: 'prod EU' },
      });
    }
    assert.equal(confirmWrite(open, production, 'prod EU').ok, true);
    assert.equal(confirmWrite(open, production, ' prod EU ').ok, true);
  });

  it('for an unknown environment has the rules of production', () => {
    assert.deepEqual(confirmWrite(open, undefined, undefined), {
      ok: false,
      refusal: { code: 'nameMismatch', expected: 'production' },
    });
    assert.equal(confirmWrite(open, undefined, 'production').ok, true);
  });

  it('is not given for an empty text, even if the name is empty', () => {
    assert.equal(confirmWrite(open, { ...production, name: '' }, '').ok, false);
    assert.equal(confirmWrite(open, { ...production, name: '  ' }, ' ').ok, false);
  });

  it('is given without a typed name if the environment is not production, and is valid only for its own environment', () => {
    const confirmed = confirmWrite(open, staging, undefined);
    assert.ok(confirmed.ok);
    assert.equal(confirmed.permit.environmentId, 'e1');
    requirePermit(confirmed.permit, 'e1');
    assert.throws(() => requirePermit(confirmed.permit, 'e2'), /another environment/);
    assert.throws(() => requirePermit(confirmed.permit, undefined), /another environment/);
  });

  it('is not given for a connection that is read-only, whatever is typed', () => {
    const refused = { ok: false, refusal: { code: 'readOnly' } };
    const readOnly = { isReadOnly: true };
    assert.deepEqual(confirmWrite(readOnly, staging, undefined), refused);
    assert.deepEqual(confirmWrite(readOnly, production, 'prod EU'), refused);
    assert.deepEqual(confirmWrite(readOnly, undefined, 'production'), refused);
    assert.deepEqual(permitRequest(readOnly), refused);
    assert.equal(permitRequest(open).ok, true);
  });
});
