/** The file that a team shares connections with: what goes in, and what is refused on the way back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../fakeVscode.ts';

const { connectionFile, readConnectionFile } = await import('../../../src/editor/connection/shareConnections.ts');

const service = {
  id: 'c1',
  kind: 'service' as const,
  name: 'Production',
  baseUrl: 'https://admin.example.com/fme',
  word: 'split',
  keyNames: ['release-key'],
  keyInUse: 'release-key',
  email: 'maria@example.com',
  isReadOnly: true,
};
const sandbox = { ...service, id: 'sandbox', kind: 'sandbox' as const, name: 'Sandbox', baseUrl: 'http://127.0.0.1:5' };

const file = (...connections: readonly object[]): string => JSON.stringify({ flagAdminConnections: 1, connections });
const entry = { name: 'A', baseUrl: 'https://a.example.com', word: 'flag' };

describe('the file of connections', () => {
  it('holds what a service is, and nothing of a person or a key', () => {
    const text = connectionFile([service, sandbox]);
    assert.ok(!/release-key|maria|c1|Sandbox/.test(text), text);
    assert.deepEqual(readConnectionFile(text), {
      ok: true,
      connections: [{ name: 'Production', baseUrl: 'https://admin.example.com/fme', word: 'split', isReadOnly: true }],
    });
  });

  it('is refused if it is not a file of connections', () => {
    for (const text of ['', '{', '[]', 'null', '"x"', '{"connections":[]}', '{"flagAdminConnections":2,"connections":[]}']) {
      assert.deepEqual(readConnectionFile(text), { ok: false, refusal: { code: 'notOurs' } }, text);
    }
    assert.deepEqual(readConnectionFile(' '.repeat(300_000)), { ok: false, refusal: { code: 'notOurs' } });
    const tooMany = file(...Array.from({ length: 51 }, () => entry));
    assert.deepEqual(readConnectionFile(tooMany), { ok: false, refusal: { code: 'notOurs' } });
  });

  it('is refused as a whole for one entry that is wrong, which is named', () => {
    const refusals = [
      [
        { ...entry, name: ' ' },
        { code: 'badField', number: 2, field: 'name' },
      ],
      [
        { ...entry, name: 'a\nhttps://evil.example' },
        { code: 'badField', number: 2, field: 'name' },
      ],
      [
        { ...entry, name: 'a\u202Egpj' },
        { code: 'badField', number: 2, field: 'name' },
      ],
      [
        { ...entry, name: 5 },
        { code: 'badField', number: 2, field: 'name' },
      ],
      [
        { ...entry, name: '$(lock) Prod' },
        { code: 'badField', number: 2, field: 'name' },
      ],
      [
        { ...entry, isReadOnly: 'true' },
        { code: 'badField', number: 2, field: 'isReadOnly' },
      ],
      [
        { ...entry, isReadOnly: 1 },
        { code: 'badField', number: 2, field: 'isReadOnly' },
      ],
      [
        { ...entry, word: '../flag' },
        { code: 'badField', number: 2, field: 'word' },
      ],
      [
        { ...entry, baseUrl: 'http://a.example.com' },
        { code: 'badBaseUrl', number: 2, refusal: 'notHttps' },
      ],
      [
        { ...entry, baseUrl: 'https://u:p@a.example.com' },
        { code: 'badBaseUrl', number: 2, refusal: 'credentials' },
      ],
      [
        { ...entry, baseUrl: undefined },
        { code: 'badBaseUrl', number: 2, refusal: 'notAUrl' },
      ],
    ] as const;
    for (const [wrong, refusal] of refusals) {
      assert.deepEqual(readConnectionFile(file(entry, wrong)), { ok: false, refusal }, JSON.stringify(wrong));
    }
    assert.equal(readConnectionFile(file(null as unknown as object)).ok, false);
  });

  it('takes no key from an entry that brings one, and no other field', () => {
    const read = readConnectionFile(file({ ...entry, apiKey: 'x', keyNames: ['k'], __proto__: { isReadOnly: true } }));
    assert.deepEqual(read, { ok: true, connections: [{ ...entry, isReadOnly: false }] });
  });
});
