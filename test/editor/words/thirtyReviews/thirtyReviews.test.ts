/** Tests the full texts of reviews of realistic changes. After a change of the wording, update the texts and read the differences. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { CHANGES } from './changes.ts';
import { fileOf, LANGUAGES, reviewTexts } from './reviewTexts.ts';

describe('the reviews of realistic changes', () => {
  for (const language of LANGUAGES)
    it(`match the texts in reviews.${language}.txt`, async () => {
      const stored = readFileSync(fileOf(language), 'utf8').replaceAll('\r\n', '\n');
      assert.equal(await reviewTexts(language), stored, 'run: node test/editor/words/thirtyReviews/reviewTexts.ts');
    });

  it('are at least thirty, each for a different flag', () => {
    assert.ok(CHANGES.length >= 30);
    assert.equal(new Set(CHANGES.map(({ wanted }) => wanted.name)).size, CHANGES.length);
  });
});
