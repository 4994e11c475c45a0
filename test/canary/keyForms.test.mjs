/** The search for API keys finds what is planted: else its silence after a story would say nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { findApiKey } from './keyForms.mjs';
import { runs } from '../properties/runs.ts';

/** Every character that some encoding changes. */
const KEY = `canary-"Zq7"/9+x=\\s&%2B<e'>_~`;
const OTHER = 'another-api-key-of-plain-letters';

const base64 = (text) => Buffer.from(text).toString('base64');
const json = (text) => JSON.stringify(text);
const allPercent = (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');

const plants = {
  'as it is': (key) => key,
  'in base64, with padding': base64,
  'in base64, without padding': (key) => base64(key).replace(/=+$/, ''),
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in the base64 of a header': (key) => base64(`Bearer ${key}`),
  'in the base64 of a JSON body': (key) => base64(json({ key, name: 'release-key' })),
  'in base64url behind one byte': (key) => Buffer.from(`:${key}:`).toString('base64url'),
  'in base64, in a query': (key) => encodeURIComponent(base64(`x${key}`)),
  'percent-encoded': (key) => encodeURIComponent(key),
  'percent-encoded in part': (key) => encodeURI(key),
  'percent-encoded in full, in small letters': allPercent,
  'percent-encoded twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'JSON-escaped': json,
  'JSON-escaped twice': (key) => json(json({ key })),
  'JSON-escaped by numbers': (key) => key.replace(/\W/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON-escaped, in a query': (key) => encodeURIComponent(json(key)),
  'HTML-escaped': html,
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in upper-case hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  'in UTF-16': (key) => Buffer.from(key, 'utf16le').toString('latin1'),
  'cut off after its half': (key) => `${key.slice(0, Math.ceil(key.length / 2))}…`,
};

describe('the search for API keys', () => {
  for (const [how, plant] of Object.entries(plants)) {
    it(`finds one ${how}`, () => {
      for (const [index, key] of [KEY, OTHER].entries()) {
        const found = findApiKey(`{"a": "50%", before ${plant(key)} after}`, [KEY, OTHER]);
        assert.equal(found?.number, index + 1);
        assert.ok(!found.form.includes('canary'));
      }
    });
  }

  it('finds any API key, wherever it stands, in every form', () => {
    const anyKey = fc.string({
      minLength: 12,
      maxLength: 60,
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    });
    const plant = fc.constantFrom(...Object.entries(plants).filter(([how]) => !how.startsWith('cut off')));
    fc.assert(
      fc.property(anyKey, plant, fc.string(), fc.string(), (key, [how, planted], before, after) => {
        assert.ok(findApiKey(`${before} ${planted(key)} ${after}`, [key]), how);
      }),
      runs(2_000),
    );
  });

  it('finds nothing where there is none', () => {
    const text = `{"authorization": "[API key]", "path": "/internal/api/v2", "q": "%7B", "x": "${base64('release-key')}"}`;
    assert.equal(findApiKey(text, [KEY, OTHER]), undefined);
    assert.equal(findApiKey(KEY.slice(0, 8), [KEY]), undefined);
  });

  it('refuses to search for what would be found by chance', () => {
    for (const key of ['', 'short', 'schlüssel-é']) assert.throws(() => findApiKey('text', [key]), /can’t be searched for/);
  });
});
