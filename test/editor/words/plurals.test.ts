/** Tests sentences with numbers: singular and plural, in English and in German. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { translations } from '../../l10n/source.ts';
import { speak } from '../fakeVscode.ts';

const { keysWords, operationSentence } = await import('../../../src/editor/words/requestWords.ts');
const { planLabel, planSentence } = await import('../../../src/editor/segments/messages.ts');

const addition = (count: number): object => ({
  operationType: 'CREATE',
  segment: { name: 'beta', keys: Array.from({ length: count }, (_, at) => `k${at}`) },
});

/** The sentences for a number. */
const sentences: Readonly<Record<string, (count: number) => string>> = {
  'keys in a label': keysWords,
  'keys to add': (count) => planLabel({ adding: count, removing: 0 }),
  'keys of a request': (count) => operationSentence(addition(count) as never),
  'keys that are equal': (count) => planSentence({ code: 'alreadyEqual', count }, 'beta', 'a.csv'),
};

const languages = {
  en: { bundle: undefined, many: /(?<![\d.,])1 keys/, one: /1 key\b/ },
  de: {
    bundle: translations['l10n/bundle.l10n.de.json'].read(),
    many: /(?<![\d.,])1 Schlüsseln/,
    one: /1 Schlüssel\b/,
  },
};

for (const [language, { bundle, many, one }] of Object.entries(languages)) {
  describe(`sentences with a number in ${language}`, () => {
    afterEach(() => speak('en'));

    for (const [name, say] of Object.entries(sentences)) {
      it(`use the singular for one: ${name}`, () => {
        speak(language, bundle);
        assert.match(say(1), one);
        assert.doesNotMatch(say(1), many);
      });

      it(`write many as the language does: ${name}`, () => {
        speak(language, bundle);
        assert.ok(say(1234).includes(new Intl.NumberFormat(language).format(1234)), say(1234));
      });
    }
  });
}
