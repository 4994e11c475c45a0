import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { pathOf, queryOf } from '../../src/api/resources/path.ts';
import { anyCharacter } from '../properties/anyCharacter.ts';
import { runs } from '../properties/runs.ts';

describe('names in paths', () => {
  it('are encoded', () => {
    assert.equal(pathOf`/segments/${'a/b c+%?#&ключ\r\n..'}/keys`, '/segments/a%2Fb%20c%2B%25%3F%23%26%D0%BA%D0%BB%D1%8E%D1%87%0D%0A../keys');
    for (const name of ['..a', '...']) assert.equal(pathOf`/segments/${name}/keys`, `/segments/${name}/keys`);
  }); // prettier-ignore

  it('are refused if a path can’t contain them', () => {
    for (const name of ['', '.', '..', 'a\ud800', '\udc00b'])
      assert.throws(() => pathOf`/segments/${name}/keys`, { name: 'TypeError', message: /name/ });
  });

  it('reach the service unchanged, whatever they contain', () => {
    const names = [fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: anyCharacter, minLength: 1 })] as const;
    fc.assert(
      fc.property(...names, (first, second) => {
        fc.pre([first, second].every((name) => name.isWellFormed() && name !== '.' && name !== '..'));
        const parts = new URL(`https://host.example${pathOf`/a/${first}/b/${second}`}`).pathname.split('/');
        assert.deepEqual(parts.map(decodeURIComponent), ['', 'a', first, 'b', second]);
      }),
      runs(100),
    ); // prettier-ignore
  });
});

it('a query contains the fields with a value, encoded, and distinguishes an empty marker from a missing one', () => {
  const query = { limit: 20, offset: 0, status: undefined, after: 'a b&c=+' };
  assert.equal(queryOf(query), '?limit=20&offset=0&after=a%20b%26c%3D%2B');
  assert.deepEqual([queryOf({ status: undefined }), queryOf({ after: '' })], ['', '?after=']);
});
