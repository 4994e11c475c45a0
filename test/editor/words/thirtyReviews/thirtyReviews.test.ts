/** Tests the full texts of reviews of changes. After a change of the wording, update the texts and read the differences. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pathOf, reviewTexts, TEXTS } from './reviewTexts.ts';

describe('the reviews of changes', () => {
  for (const text of TEXTS)
    it(`match the texts in ${text.file}`, async () => {
      const stored = readFileSync(pathOf(text.file), 'utf8').replaceAll('\r\n', '\n');
      assert.equal(await reviewTexts(text), stored, 'run: node test/editor/words/thirtyReviews/reviewTexts.ts');
    });

  it('are at least thirty, each for a different flag', () => {
    for (const { changes } of TEXTS) {
      assert.ok(changes.length >= 30);
      assert.equal(new Set(changes.map(({ wanted }) => wanted.name)).size, changes.length);
    }
  });
});
