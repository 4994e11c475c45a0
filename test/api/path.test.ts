import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathOf, queryOf } from '../../src/api/resources/path.ts';

describe('names in paths', () => {
  it('are encoded', () => {
    assert.equal(pathOf`/segments/${'a/b c+%?#&ключ\r\n..'}/keys`, '/segments/a%2Fb%20c%2B%25%3F%23%26%D0%BA%D0%BB%D1%8E%D1%87%0D%0A../keys');
    for (const name of ['..a', '...']) assert.equal(pathOf`/segments/${name}/keys`, `/segments/${name}/keys`);
  }); // prettier-ignore

  it('are refused if a path can’t contain them', () => {
    for (const name of ['', '.', '..', 'a\ud800', '\udc00b'])
      assert.throws(() => pathOf`/segments/${name}/keys`, { name: 'TypeError', message: /name/ });
  });
});

it('a query contains the fields with a value, encoded, and distinguishes an empty marker from a missing one', () => {
  const query = { limit: 20, offset: 0, status: undefined, after: 'a b&c=+' };
  assert.equal(queryOf(query), '?limit=20&offset=0&after=a%20b%26c%3D%2B');
  assert.deepEqual([queryOf({ status: undefined }), queryOf({ after: '' })], ['', '?after=']);
});
