import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { pathOf, queryOf } from '../../src/api/resources/path.ts';
import { anyCharacter } from '../properties/anyCharacter.ts';
import { runs } from '../properties/runs.ts';

describe('names in paths', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['plain-name_1', 'plain-name_1'],
    ['a/b', 'a%2Fb'],
    ['a b+c', 'a%20b%2Bc'],
    ['50%', '50%25'],
    ['a?b#c&d', 'a%3Fb%23c%26d'],
    ['ключ', '%D0%BA%D0%BB%D1%8E%D1%87'],
    ['..a', '..a'],
    ['...', '...'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['%2e%2e', '%252e%252e'],
  ];
  for (const [name, encoded] of cases) {
    it(`${JSON.stringify(name)} is sent as ${encoded}`, () => {
      assert.equal(pathOf`/segments/${name}/keys`, `/segments/${encoded}/keys`);
    });
  }

  for (const name of ['', '.', '..', 'a\ud800', '\udc00b']) {
    it(`${JSON.stringify(name)} is refused`, () => {
      assert.throws(() => pathOf`/segments/${name}/keys`, { name: 'TypeError', message: /name/ });
    });
  }

  it('reach the service unchanged, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: anyCharacter, minLength: 1 }),
        (first, second) => {
          fc.pre([first, second].every((name) => name.isWellFormed() && name !== '.' && name !== '..'));
          const parts = new URL(`https://host.example${pathOf`/a/${first}/b/${second}`}`).pathname.split('/');
          assert.deepEqual(
            [parts.length, decodeURIComponent(parts[2] ?? ''), decodeURIComponent(parts[4] ?? '')],
            [5, first, second],
          );
        },
      ),
      runs(100),
    );
  });
});

describe('a query', () => {
  it('contains the fields with a value, encoded', () => {
    assert.equal(
      queryOf({ limit: 20, offset: 0, status: undefined, after: 'a b&c=+' }),
      '?limit=20&offset=0&after=a%20b%26c%3D%2B',
    );
  });
  it('is empty if nothing has one', () => {
    assert.equal(queryOf({ status: undefined }), '');
  });
  it('distinguishes an empty marker from a missing one', () => {
    assert.equal(queryOf({ after: '' }), '?after=');
  });
});
