/** Tests sentences with numbers: singular and plural, in English and in German. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { translations } from '../../l10n/source.ts';
import { speak } from '../fakeVscode.ts';

const { keysWords, operationSentence } = await import('../../../src/editor/words/requestWords.ts');
const { planLabel, planSentence } = await import('../../../src/editor/segments/messages.ts');

/** The sentences for a number. */
const sentences: readonly ((count: number) => string)[] = [
  keysWords,
  (count) => planLabel({ adding: count, removing: 0 }),
  (count) => operationSentence({ operationType: 'CREATE', segment: { name: 'beta', keys: Array(count).fill('k') } } as never),
  (count) => planSentence({ code: 'alreadyEqual', count }, 'beta', 'a.csv'),
];

describe('a sentence with a number', () => {
  afterEach(() => speak('en'));

  for (const [language, bundle, many, one] of [
    ['en', undefined, /(?<![\d.,])1 keys/, /1 key\b/],
    ['de', translations['l10n/bundle.l10n.de.json'].read(), /(?<![\d.,])1 Schlüsseln/, /1 Schlüssel\b/],
  ] as const)
    it(`uses the singular for one, and writes many as the language does: ${language}`, () => {
      speak(language, bundle);
      for (const say of sentences) {
        assert.match(say(1), one);
        assert.doesNotMatch(say(1), many);
        assert.ok(say(1234).includes(new Intl.NumberFormat(language).format(1234)), say(1234));
      }
    });
});
