/** Tests that the client removes each encoding of an API key that the search would find from the answers of a service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { redactor } from '../../src/api/network/redaction.ts';
import { runs } from '../properties/runs.ts';
import { findApiKey } from './keyForms.mjs';
import { anyKey, KEY, OTHER, encodings } from './apiKeyEncodings.mjs';

describe('a text', () => {
  for (const [how, encode] of Object.entries(encodings)) {
    it(`has no API key left that is in it ${how}`, () => {
      for (const key of [KEY, OTHER]) {
        const text = redactor(key)(`before ${encode(key)} | after`);
        assert.equal(findApiKey(text, [key]), undefined);
        assert.match(text, /^before .*\[API key\].* \| after$/);
      }
    });
  }

  it('has no API key left that is in it in lines of base64, or in hex with marks between', () => {
    const hex = Buffer.from(OTHER).toString('hex');
    const header = Buffer.from(`Authorization: Bearer ${'-'.repeat(20)}${OTHER}`.padEnd(90, '.')).toString('base64');
    for (const written of [header.replace(/.{76}/g, '$&\r\n'), hex.replace(/..(?!$)/g, '$& '), hex.replace(/..(?!$)/g, '$&:')]) {
      const text = redactor(OTHER)(`before ${written} after`);
      assert.equal(findApiKey(text.replace(/[\s:]/g, ''), [OTHER]), undefined);
      assert.match(text, /^before.*\[API key\].*after$/);
    }
  });

  it('contains no API key, whatever the key and the text around it are', () => {
    const encode = fc.constantFrom(...Object.values(encodings));
    fc.assert(
      fc.property(anyKey(8), encode, encode, fc.string(), fc.string(), (key, one, other, before, after) => {
        const text = redactor(key)(`${before} ${one(key)}${after}${other(key)}`);
        assert.equal(findApiKey(text, [key]), undefined);
      }),
      runs(1_000),
    );
  });

  it('contains no API key after an incomplete encoding that could include its first letter', () => {
    const key = '0!!!!!:!';
    for (const begun of ['%', '%8', '\\', '\\u006', '\\x', '&#', '&#x4', '=', '='.repeat(5)]) {
      const text = redactor(key)(`${begun}${encodeURIComponent(encodeURIComponent(key))}`);
      assert.equal(text, `${begun}[API key]`);
    }
  });

  it('has the same words around the API key as before, encoded or not', () => {
    const [around, behind] = ['50%25 of a%20b, \\u0041 &amp; ', ' c\\"d %7B'];
    for (const [how, encode] of Object.entries(encodings).filter(([name]) =>
      /escaped|percent|quoted|capitals|nobody/.test(name),
    )) {
      const text = redactor(KEY)(around + encode(KEY) + behind);
      assert.ok(text.startsWith(around) && text.endsWith(behind), how);
    }
  });

  it('has one mark if API keys overlap, and one for each that follows', () => {
    assert.equal(redactor('abcabcabc')('<abcabcabcabc>'), '<[API key]>');
    assert.equal(redactor('abcabcabd')('<abcabcabcabdabcabcabd>'), '<abc[API key][API key]>');
  });

  it('loses every part that is at least half of an API key, wherever the part begins, and keeps shorter parts', () => {
    for (const key of [KEY, OTHER, Array.from({ length: 100 }, (_, at) => (at * 37 + 11).toString(36)).join('')]) {
      const least = Math.min(Math.ceil(key.length / 2), 40);
      for (const [start, length] of [0, 1, 3, 7, 11].flatMap((at) => [least, least + 1, least + 4].map((one) => [at, one]))) {
        const part = key.slice(start, start + length);
        if (part.length < length) continue;
        for (const written of [part, encodeURIComponent(part), part.toUpperCase()])
          assert.equal(redactor(key)(`|${written}|`), '|[API key]|', written);
      }
      assert.equal(redactor(key)(`(${key.slice(1, least)})`), `(${key.slice(1, least)})`);
    }
  });

  it('has one mark for an API key in a rarer encoding, or over two lines', () => {
    const byCode = (mark, digits) => KEY.replace(/[^]/g, (char) => mark + char.charCodeAt(0).toString(16).padStart(digits, '0'));
    const lines = ['\r\n', '\\r\\n', '=\r\n', '%0d%0a', '&#10;'].map((end) => `another-a${end}pi-key-of-plain-letters`);
    for (const form of [encodeURIComponent(KEY), byCode('%u', 4), byCode('\\U', 8), ...lines])
      assert.equal(redactor(form.startsWith('another') ? OTHER : KEY)(`<${form}>`), '<[API key]>', form);
  });

  it('contains no API key with spaces or colons between its letters, unless it is short and may occur by chance', () => {
    assert.equal(redactor('abcdefgh')('<ab cd: ef gh>'), '<[API key]>');
    assert.equal(redactor('inth')('in the middle: <inth>'), 'in the middle: <[API key]>');
    assert.equal(redactor('inth')('<in\u200bth>'), '<[API key]>');
  });

  it('contains no API key whose letters have two bytes each', () => {
    const key = 'schlüssel-À-1';
    const inMail = [...Buffer.from(key)].map((byte) => `=${byte.toString(16)}`).join('');
    const forms = [encodeURIComponent(key), encodeURIComponent(encodeURIComponent(key)), inMail, key.toUpperCase()];
    for (const form of forms) assert.equal(redactor(key)(`<${form}>`), '<[API key]>');
  });

  it('contains no API key with up to 16 characters between its letters, encoded or not', () => {
    for (const between of ['\u200b', ' ', '%E2%80%8F', '%20', '\\u200b']) {
      const key = 'abcdefgh';
      assert.equal(redactor(key)(`<abcd${between.repeat(16)}efgh>`), '<[API key]>', between);
      const tooMany = `<abcd${between.repeat(17)}efgh>`;
      assert.equal(redactor(key)(tooMany), tooMany);
    }
  });

  it('is cut after 10,000 characters, and not in the middle of an API key', () => {
    const long = 'x'.repeat(9_990);
    assert.equal(redactor(OTHER)(`${long}${OTHER}${long}`), `${long}[API key]`);
    assert.equal(redactor(OTHER)(`${long}${Buffer.from(OTHER).toString('hex')}`), `${long}[API key]`);
    assert.equal(redactor(OTHER)(`${long}0123456789abc`), `${long}0123456789`);
    assert.equal(redactor(OTHER)(`${long}0123456789${OTHER}`), `${long}0123456789`);
    // The text before each match must not make the largest answer slow.
    for (const part of ['%E2%80%8F', '%20', '\\', 'a%20', ':'])
      assert.ok(redactor(KEY)(part.repeat(256 * 1024)).length <= 10_000);
  });

  it('is unchanged if it contains no API key', () => {
    const text = 'Can’t find “50 %25” in C:\\\\u0041 &amp; %C3%A9: 日本 🔑 Q2FuYXJ5';
    assert.equal(redactor(KEY)(text), text);
  });

  it('is one line, and controls no terminal, even if that and an API key are encoded', () => {
    const forged = 'a\r\n2026-01-01 [info] PUT /x 200\u001b[2J\u0085b\u2028c\u0000d\tf';
    assert.equal(redactor(KEY)(forged), 'a 2026-01-01 [info] PUT /x 200 [2J b cd f');
    assert.doesNotMatch(redactor(KEY)(`%0d%0a ${encodeURIComponent(encodeURIComponent(`\n${KEY}`))}`), /\p{Cc}/u);
  });
});
