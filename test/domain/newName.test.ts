import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { pathOf } from '../../src/api/resources/path.ts';
import { nameRefusal } from '../../src/domain/newName.ts';
import { runs } from '../properties/runs.ts';
import { texts } from '../properties/texts.ts';

const none = new Set<string>();

describe('the name of a new segment or flag', () => {
  it('may contain everything that the service accepts: spaces, signs, any script', () => {
    for (const name of ['beta-accounts', 'loyalty: gold & platinum', 'القطاع', '👩‍👧 families', '50 %', 'a/b'])
      assert.equal(nameRefusal(name, none), undefined, name);
  });

  it('is refused if it is empty, taken, invisible, or can’t be sent', () => {
    assert.equal(nameRefusal(' \t ', none), 'empty');
    assert.equal(nameRefusal(' beta ', new Set(['beta'])), 'taken');
    assert.equal(nameRefusal('be\nta', none), 'unusable');
    assert.equal(nameRefusal('be\u202Eta', none), 'unusable');
    assert.equal(nameRefusal('be\u200Bta', none), 'unusable');
    for (const name of ['.', '..']) assert.equal(nameRefusal(name, none), 'unusable');
    assert.equal(nameRefusal('be\uD83D', none), 'unusable');
  });

  it('can be part of a path whenever it is not refused', () => {
    fc.assert(
      fc.property(texts, (typed) => {
        if (nameRefusal(typed, none) === undefined) assert.ok(pathOf`/segments/ws/w/${typed.trim()}`);
      }),
      runs(300),
    );
  });
});
