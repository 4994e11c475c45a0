/** Tests that numbers, dates, ages and lists use the display language, not that of the system. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setLanguage } from '../fakeVscode.ts';

const { displayLanguage } = await import('../../../src/editor/words/displayLanguage.ts');
const { ageInWords, formatNumber, formatPercent, formatTime } = await import('../../../src/editor/words/requestWords.ts');

describe('the display language', () => {
  afterEach(() => setLanguage('en'));

  it('is the language of the sentences: German if they are in German', () => {
    setLanguage('de', { Retry: 'Noch einmal versuchen' });
    assert.equal(displayLanguage(), 'de');
    assert.equal(formatNumber(12_345.5), '12.345,5');
    assert.equal(formatPercent(12.5), '12,5\u00A0%');
    assert.equal(formatTime(Date.UTC(2026, 10, 3, 12)).slice(0, 10), '03.11.2026');
    assert.equal(ageInWords(Date.now() - 3 * 3_600_000), 'vor 3 Stunden');
  });

  it('creates each formatter once, however many numbers it formats', (context) => {
    setLanguage('de', { Retry: 'Noch einmal versuchen' });
    const made = (['NumberFormat', 'RelativeTimeFormat', 'DateTimeFormat'] as const).map((name) =>
      context.mock.method(Intl, name),
    );
    for (let each = 0; each < 1000; each += 1) {
      formatNumber(each);
      formatPercent(each % 100);
      formatTime(each);
      ageInWords(each);
    }
    // Formatters that an earlier test has created are not created again.
    assert.ok(made.every(({ mock }) => mock.callCount() <= 2));
  });

  it('is English if the sentences are not translated to the editor’s language', () => {
    setLanguage('fr');
    assert.equal(displayLanguage(), 'en');
    assert.equal(formatNumber(12_345.5), '12,345.5');
  });
});
