import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyLimitOf, checkAddress, checkBaseUrl } from '../../src/api/network/baseUrl.ts';

const long = `https://admin.example.com/${'a'.repeat(2000)}`;

describe('a base URL', () => {
  for (const [text, baseUrl] of [
    ['  https://admin.example.com/ \n', 'https://admin.example.com'],
    ['HTTPS://Admin.Example.com:443', 'https://admin.example.com'],
    ['https://app.example.com/a/b-c_1.2~/', 'https://app.example.com/a/b-c_1.2~'],
    ['https://app.example.com/internal/apis', 'https://app.example.com/internal/apis'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ] as const)
    it(`is accepted: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(checkBaseUrl(text), { ok: true, baseUrl, origin: new URL(baseUrl).origin }));

  const site = 'https://admin.example.com';
  // prettier-ignore
  const refused = {
    notAUrl: [
      '', 'admin.example.com', 'localhost:8080', 'https://', 'https:admin.example.com', 'https:///admin.example.com',
      'https:\\\\admin.example.com', `${site}\\@evil.example`, 'https://admin.exa\nmple.com', 'https://%61dmin.example.com',
      `${site}/a b`, 'https://admin\u200b.example.com', `${site}:99999`, long,
    ],
    notHttps: [
      'http://admin.example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com', 'http://evil-localhost',
      'http://admin.localhost:8080', 'http://10.0.0.1', 'http://[::ffff:127.0.0.1]', 'http://0.0.0.0', 'ftp://admin.example.com',
    ],
    credentials: ['https://user:word@admin.example.com', 'https://@admin.example.com', 'https://127.0.0.1@evil.example'],
    queryOrFragment: [`${site}?x=1`, `${site}/fme?`, `${site}/#`],
    pathIsEndpoint: [`${site}/internal/api/v2`, `${site}/fme/internal/api`, `${site}/Internal/API/v2/workspaces`],
    badPrefix: [`${site}//`, `${site}//fme`, `${site}/a/../b`, `${site}/.`, `${site}/%2e%2e/b`, `${site}/a;b`],
  };
  for (const [refusal, texts] of Object.entries(refused))
    it(`is refused: ${refusal}`, () => {
      for (const text of texts) assert.deepEqual(checkBaseUrl(text), { ok: false, refusal }, text);
    });
});

describe('a typed address', () => {
  for (const [text, baseUrl] of [
    ['https://admin.example.com/fme/', 'https://admin.example.com/fme'],
    [' admin.example.com ', 'https://admin.example.com'],
    ['admin', 'https://admin'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['evil-localhost:3000', 'https://evil-localhost:3000'],
  ] as const)
    it(`${JSON.stringify(text)} is ${baseUrl}`, () =>
      assert.deepEqual(checkAddress(text), { ok: true, baseUrl, origin: new URL(baseUrl).origin }));

  it('is refused like a base URL', () => {
    for (const [text, refusal] of [
      ['', 'notAUrl'],
      ['https://', 'notAUrl'],
      ['//admin.example.com', 'notAUrl'],
      ['C:\\admin', 'notAUrl'],
      ['mailto:maria@example.com', 'credentials'],
      ['http://admin.example.com', 'notHttps'],
    ] as const)
      assert.deepEqual(checkAddress(text), { ok: false, refusal }, text);
  });
});

it('the limit of a request body depends only on the host', () => {
  for (const host of ['app.harness.io', 'harness.io', 'app.eu.harness.io:8443'])
    assert.equal(bodyLimitOf(`https://${host}/fme`), 500_000, host);
  for (const host of ['api.split.io', 'notharness.io', 'harness.io.example.com', '127.0.0.1:80'])
    assert.equal(bodyLimitOf(`https://${host}`), undefined, host);
});
