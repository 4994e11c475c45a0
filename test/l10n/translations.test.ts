/** Tests the translations that ship with the extension. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsIn, inOrder, missingIn, staleIn } from './compare.ts';
import { manifestWords, translations, type Words } from './source.ts';

for (const [file, { read, source }] of Object.entries(translations)) {
  describe(file, () => {
    it('contains exactly the messages in use: `npm run l10n` lists missing ones and removes unused ones', () => {
      assert.deepEqual({ missing: missingIn(read(), source()), stale: staleIn(read(), source()) }, { missing: [], stale: [] });
    });

    it('keeps placeholders and links, and has no blank texts', () => {
      assert.deepEqual(faultsIn(read(), source()), []);
    });

    it('is sorted as `npm run l10n` sorts it', () => {
      assert.deepEqual(Object.keys(read()), Object.keys(inOrder(read(), read())));
    });

    it('has the plurals of its language', () => {
      // The source has one sentence for one and one for all other numbers. A language with more plural forms would need more of
      // both.
      const language = /\.([a-z-]+)\.json$/i.exec(file)![1]!;
      const plurals = new Intl.PluralRules(language);
      for (let count = 0; count < 1000; count += 1) assert.equal(plurals.select(count) === 'one', count === 1, `${count}`);
      assert.deepEqual(plurals.resolvedOptions().pluralCategories.toSorted(), ['one', 'other']);
    });
  });
}

describe('the comparison', () => {
  const said = { one: 'Add {0} to {1}', two: '[Retry](command:x)', three: 'Done. ' };

  it('finds missing and unused translations', () => {
    assert.deepEqual(missingIn({ one: '' }, said), ['two', 'three']);
    assert.deepEqual(staleIn({ one: '', four: '' }, said), ['four']);
    assert.deepEqual(Object.keys(inOrder({ two: 'b', one: 'a', four: 'd' }, said)), ['one', 'two']);
  });

  it('accepts placeholders in a different order', () => {
    assert.deepEqual(faultsIn({ one: '{1} bekommt {0}', two: '[Noch einmal](command:x)', three: 'Fertig. ' }, said), []);
  });

  for (const [name, translated] of Object.entries<Words>({
    'a blank one': { one: ' ' },
    'a place that is lost': { one: '{0} hinzufügen' },
    'a place that is new': { one: '{0} {1} {2}' },
    'another command': { two: '[Noch einmal](command:y)' },
    'a space that is lost': { three: 'Fertig.' },
  }))
    it(`finds ${name}`, () => assert.equal(faultsIn(translated, said).length, 1));

  it('includes the texts of the manifest', () => {
    assert.ok(Object.keys(manifestWords()).length > 50);
  });
});
