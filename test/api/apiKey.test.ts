/** Tests which texts can be sent as an API key. test/canary/redaction.test.mjs tests that it is removed from texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkedApiKey } from '../../src/api/network/apiKey.ts';
import { redactor } from '../../src/api/network/redaction.ts';

describe('an API key', () => {
  it('is used without the spaces around it', () => {
    assert.equal(checkedApiKey(' \tkey-1\n'), 'key-1');
    assert.equal(checkedApiKey('~!\u00a0ÿ~'), '~!\u00a0ÿ~');
  });

  it('is refused if it is empty or can’t be sent in a header, and the error does not contain it', () => {
    for (const text of ['', ' \n'])
      assert.throws(() => checkedApiKey(text), { name: 'TypeError', message: 'the API key is empty' });
    const message = 'the API key has characters that a request can’t carry: copy it again';
    for (const text of ['a\nb', 'a\0b', 'a\x7fb', 'a\u0080b', 'aĀ', 'kéy\u2026', 'a\r\nx: b', 'a\u{1F511}'])
      assert.throws(() => checkedApiKey(text), { name: 'TypeError', message });
  });
});

describe('the removal of an API key from a text', () => {
  it('finds an API key whose letters have different bytes in a header and a body', () => {
    const apiKey = 'schlüssel-"é-1';
    for (const bytes of [Buffer.from(apiKey, 'latin1'), Buffer.from(apiKey)])
      for (const encoding of ['base64', 'hex'] as const)
        assert.match(redactor(apiKey)(`<${bytes.toString(encoding)}>`), /^<\[API key\]=*>$/);
  });

  it('replaces a key that is a part of the replacement “[API key]” just once, and ignores a very short key', () => {
    assert.equal(redactor('API key]')('before API key] after'), 'before [API key] after');
    assert.equal(redactor('abc')('abc and YWJj'), 'abc and YWJj');
    assert.equal(redactor('abcd')('abcd'), '[API key]');
  });
});
