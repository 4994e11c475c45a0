import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { checkAddress, checkBaseUrl } from '../../src/api/network/baseUrl.ts';
import { anyCharacter } from '../properties/anyCharacter.ts';
import { runs } from '../properties/runs.ts';

describe('a base URL', () => {
  const accepted: readonly (readonly [string, string])[] = [
    ['https://admin.example.com', 'https://admin.example.com'],
    ['  https://admin.example.com/ \n', 'https://admin.example.com'],
    ['HTTPS://Admin.Example.com:443', 'https://admin.example.com'],
    ['https://admin.example.com:8443/fme', 'https://admin.example.com:8443/fme'],
    ['https://app.example.com/fme/', 'https://app.example.com/fme'],
    ['https://app.example.com/a/b-c_1.2~', 'https://app.example.com/a/b-c_1.2~'],
    ['https://app.example.com/internal', 'https://app.example.com/internal'],
    ['https://app.example.com/internal/apis', 'https://app.example.com/internal/apis'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ];
  for (const [text, baseUrl] of accepted) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      assert.deepEqual(checkBaseUrl(text), { ok: true, baseUrl, origin: new URL(baseUrl).origin });
    });
  }

  const refused: readonly (readonly [string, string])[] = [
    ['', 'notAUrl'],
    ['admin.example.com', 'notAUrl'],
    ['localhost:8080', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['https:admin.example.com', 'notAUrl'],
    ['https:///admin.example.com', 'notAUrl'],
    ['https:\\\\admin.example.com', 'notAUrl'],
    ['https://admin.example.com\\@evil.example', 'notAUrl'],
    ['https://admin.exa\nmple.com', 'notAUrl'],
    ['https://%61dmin.example.com', 'notAUrl'],
    ['https://admin.example.com/a b', 'notAUrl'],
    ['https://admin\u200b.example.com', 'notAUrl'],
    ['https://admin.example.com:99999', 'notAUrl'],
    [`https://admin.example.com/${'a'.repeat(2000)}`, 'notAUrl'],
    ['http://admin.example.com', 'notHttps'],
    ['http://127.0.0.1.example.com', 'notHttps'],
    ['http://localhost.example.com', 'notHttps'],
    ['http://evil-localhost', 'notHttps'],
    ['http://admin.localhost:8080', 'notHttps'],
    ['http://10.0.0.1', 'notHttps'],
    ['http://[::ffff:127.0.0.1]', 'notHttps'],
    ['http://0.0.0.0', 'notHttps'],
    ['ftp://admin.example.com', 'notHttps'],
    ['https://user:word@admin.example.com', 'credentials'],
    ['https://@admin.example.com', 'credentials'],
    ['https://127.0.0.1@evil.example', 'credentials'],
    ['https://admin.example.com?x=1', 'queryOrFragment'],
    ['https://admin.example.com/fme?', 'queryOrFragment'],
    ['https://admin.example.com/#', 'queryOrFragment'],
    ['https://admin.example.com/internal/api/v2', 'pathIsEndpoint'],
    ['https://admin.example.com/fme/internal/api', 'pathIsEndpoint'],
    ['https://admin.example.com/Internal/API/v2/workspaces', 'pathIsEndpoint'],
    ['https://admin.example.com//', 'badPrefix'],
    ['https://admin.example.com//fme', 'badPrefix'],
    ['https://admin.example.com/a/../b', 'badPrefix'],
    ['https://admin.example.com/.', 'badPrefix'],
    ['https://admin.example.com/%2e%2e/b', 'badPrefix'],
    ['https://admin.example.com/a;b', 'badPrefix'],
  ];
  for (const [text, refusal] of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}: ${refusal}`, () => {
      assert.deepEqual(checkBaseUrl(text), { ok: false, refusal });
    });
  }

  it('never throws, and what it gives is its own result again', () => {
    const text = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(text, (given) => {
        const checked = checkBaseUrl(given);
        if (!checked.ok) return;
        assert.deepEqual(checkBaseUrl(checked.baseUrl), checked);
        assert.equal(new URL(checked.baseUrl).origin, checked.origin);
        assert.ok(!checked.baseUrl.endsWith('/'));
      }),
      runs(100),
    );
  });
});

describe('a typed address', () => {
  for (const [text, baseUrl] of [
    ['https://admin.example.com/fme/', 'https://admin.example.com/fme'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    [' admin.example.com ', 'https://admin.example.com'],
    ['admin', 'https://admin'],
    ['admin.example.com:8443/fme', 'https://admin.example.com:8443/fme'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
    ['evil-localhost:3000', 'https://evil-localhost:3000'],
  ] as const) {
    it(`${JSON.stringify(text)} is ${baseUrl}`, () => {
      assert.deepEqual(checkAddress(text), { ok: true, baseUrl, origin: new URL(baseUrl).origin });
    });
  }

  for (const [text, refusal] of [
    ['', 'notAUrl'],
    ['two words', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['//admin.example.com', 'notAUrl'],
    ['C:\\admin', 'notAUrl'],
    ['mailto:maria@example.com', 'credentials'],
    ['127.0.0.1@evil.example', 'credentials'],
    ['http://admin.example.com', 'notHttps'],
    ['ftp://admin.example.com', 'notHttps'],
    ['admin.example.com?x=1', 'queryOrFragment'],
    ['admin.example.com/internal/api/v2/workspaces', 'pathIsEndpoint'],
  ] as const) {
    it(`${JSON.stringify(text)} is refused: ${refusal}`, () => {
      assert.deepEqual(checkAddress(text), { ok: false, refusal });
    });
  }
});
