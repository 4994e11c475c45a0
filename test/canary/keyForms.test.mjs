/** Tests that the search for API keys finds planted ones. Otherwise, an empty result after a story would prove nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { findApiKey } from './keyForms.mjs';
import { anyKey, base64, KEY, OTHER, encodings } from './apiKeyEncodings.mjs';
import { runs } from '../properties/runs.ts';

describe('the search for API keys', () => {
  for (const [how, encode] of Object.entries(encodings)) {
    it(`finds an API key ${how}`, () => {
      for (const [index, key] of [KEY, OTHER].entries()) {
        const found = findApiKey(`{"a": "50%", before ${encode(key)} after}`, [KEY, OTHER]);
        assert.equal(found?.number, index + 1);
        assert.ok(!found.form.includes('canary'));
      }
    });
  }

  it('finds any API key at any position and in every form', () => {
    const encode = fc.constantFrom(...Object.entries(encodings).filter(([how]) => !how.startsWith('cut off')));
    fc.assert(
      fc.property(anyKey(12), encode, fc.string(), fc.string(), (key, [how, planted], before, after) => {
        assert.ok(findApiKey(`${before} ${planted(key)} ${after}`, [key]), how);
      }),
      runs(2_000),
    );
  });

  it('finds nothing in a text without an API key', () => {
    const text = `{"authorization": "[API key]", "path": "/internal/api/v2", "q": "%7B", "x": "${base64('release-key')}"}`;
    assert.equal(findApiKey(text, [KEY, OTHER]), undefined);
    assert.equal(findApiKey(KEY.slice(0, 8), [KEY]), undefined);
  });

  it('refuses to search for texts that match by chance', () => {
    for (const key of ['', 'short', 'schlüssel-é']) assert.throws(() => findApiKey('text', [key]), /can’t be searched for/);
  });
});
