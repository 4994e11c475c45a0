/**
 * Every state of the review page in languages whose words are longer: nothing cut off, nothing that scrolls sideways, and, in
 * the one that nobody speaks, no word of ours that did not come through `vscode.l10n`.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { workDir } from '../../setup/places.mjs';
import { usePages } from '../usePages.mjs';

const shots = path.join(workDir, 'shots', 'languages');
// By their URLs, as they have types and this file has none.
const load = (file) => import(String(new URL(file, import.meta.url)));
const { speak } = await load('../../editor/fakeVscode.ts');
const { makeStates } = await load('../states.ts');
const { PSEUDO, pseudoWords, unspoken } = await load('../../l10n/pseudo.ts');
const { sourceWords, translations } = await load('../../l10n/source.ts');
const { sampleWords } = await load('../../l10n/sampleWords.ts');

const known = sampleWords('test/page');
/** A matcher that nobody knows stands on the page as the service sends it, with the names of its fields. */
const MATCHER_AS_SENT = /\{"type":.*\}/g;
const languages = {
  [PSEUDO]: { words: pseudoWords(sourceWords()), sizes: ['normal', 'narrow'] },
  de: { words: translations['l10n/bundle.l10n.de.json'].read(), sizes: ['narrow'] },
};

for (const [language, { words, sizes }] of Object.entries(languages)) {
  speak(language, words);
  const states = await makeStates();

  describe(`the review page in ${language}`, () => {
    const openPage = usePages(shots);

    for (const { name, html, messages } of states) {
      it(`has room for the words: ${name}`, async () => {
        const page = await openPage(html);
        try {
          await page.post(messages);
          for (const isUnfolded of [false, true]) {
            if (isUnfolded) await page.unfold();
            for (const size of sizes) {
              await page.resize(size);
              assert.deepEqual(await page.clipped(), [], `${size}, ${isUnfolded ? 'unfolded' : 'as it comes'}`);
              if (!isUnfolded) await page.screenshot(path.join(shots, `${language}-${name}-${size}.png`));
            }
          }
          assert.equal(await page.page.evaluate(() => document.documentElement.lang), language);
          // Hostile names have brackets and dots of their own, and cut a sentence in pieces.
          if (language === PSEUDO && !name.includes('hostile'))
            assert.deepEqual(unspoken((await page.page.evaluate(readPage)).replaceAll(MATCHER_AS_SENT, ' '), known), []);
        } finally {
          await page.close();
        }
      });
    }
  });
}

/** Runs in the page: all that it says, to those who see and to those who don't. */
function readPage() {
  const said = [document.title, document.body.innerText];
  for (const element of document.querySelectorAll('body *'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'])
      said.push(element.getAttribute(name) ?? '');
  return said.join('\n');
}
