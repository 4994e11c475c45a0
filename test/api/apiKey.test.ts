/** Tests which texts can be sent as an API key, and that the API key is removed from texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkedApiKey } from '../../src/api/network/apiKey.ts';
import { redactor } from '../../src/api/network/redaction.ts';

describe('an API key', () => {
  it('is taken without the spaces around it', () => {
    assert.equal(checkedApiKey(' \tkey-1\n'), 'key-1');
    assert.equal(checkedApiKey('~!\u00a0ÿ~'), '~!\u00a0ÿ~');
  });

  it('is refused if it is empty or can’t be sent in a header, and the error does not contain it', () => {
    for (const text of ['', ' \n']) assert.throws(() => checkedApiKey(text), { name: 'TypeError', message: 'the API key is empty' });
    for (const text of ['a\nb', 'a\x7fb', 'a\u0080b', 'aĀ', 'kéy\u2026'])
      assert.throws(() => checkedApiKey(text), { name: 'TypeError', message: 'the API key has characters that a request can’t carry: copy it again' });
  }); // prettier-ignore
});

describe('a text', () => {
  it('has no API key left in it, as it is, percent-encoded, or in base64', () => {
    const redact = redactor('key/1 é==x');
    assert.equal(redact('a key/1 é==x, key/1 é==x b'), 'a [API key], [API key] b');
    assert.equal(redact(`?k=${encodeURIComponent('key/1 é==x')}&`), '?k=[API key]&');
    for (const apiKey of ['abcd', 'abcde', 'abcdef', 'abcé']) {
      const encoded = Buffer.from(apiKey, 'latin1').toString('base64');
      assert.equal(redactor(apiKey)(`"${encoded}"`), `"[API key]${/=*$/.exec(encoded)![0]}"`, apiKey);
    }
  });

  it('contains no API key whose letters have different bytes in a header and a body', () => {
    const apiKey = 'schlüssel-"é-1';
    for (const bytes of [Buffer.from(apiKey, 'latin1'), Buffer.from(apiKey)])
      for (const encoding of ['base64', 'hex'] as const)
        assert.match(redactor(apiKey)(`<${bytes.toString(encoding)}>`), /^<\[API key\]=*>$/);
  });

  it('is replaced by the mark even if the key is a part of the mark', () => {
    assert.equal(redactor('API key]')('before API key] after'), 'before [API key] after');
  });

  it('is unchanged if the key is a common word', () => {
    assert.equal(redactor('abc')('abc and YWJj'), 'abc and YWJj');
    assert.equal(redactor('abcd')('abcd'), '[API key]');
  });
});
