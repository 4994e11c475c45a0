/**
 * Tests all states of the review page in languages with longer words: nothing is cut off, nothing scrolls sideways, and in the
 * pseudo-language, all text of the extension comes from `vscode.l10n`.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { workDir } from '../../setup/places.mjs';
import { usePages } from '../usePages.mjs';

const shots = path.join(workDir, 'shots', 'languages');
// Imported by URL, because they have types and this file has none.
const load = (file) => import(String(new URL(file, import.meta.url)));
const { setLanguage } = await load('../../editor/fakeVscode.ts');
const { makeStates } = await load('../states.ts');
const { PSEUDO, pseudoWords, unspoken } = await load('../../l10n/pseudo.ts');
const { sourceWords, translations } = await load('../../l10n/source.ts');
const { sampleWords } = await load('../../l10n/sampleWords.ts');

const known = sampleWords('test/page');
/** The page shows an unknown matcher as the service sends it, with its field names. */
const MATCHER_AS_SENT = /\{"type":.*\}/g;
const languages = {
  [PSEUDO]: { words: pseudoWords(sourceWords()), sizes: ['normal', 'narrow'] },
  de: { words: translations['l10n/bundle.l10n.de.json'].read(), sizes: ['narrow'] },
};

for (const [language, { words, sizes }] of Object.entries(languages)) {
  setLanguage(language, words);
  const states = await makeStates();

  describe(`the review page in ${language}`, () => {
    const openPage = usePages(shots);

    for (const { name, html, messages } of states) {
      it(`has enough room for the words: ${name}`, async () => {
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
          // Hostile names contain brackets and dots, which split a sentence.
          if (language === PSEUDO && !name.includes('hostile'))
            assert.deepEqual(unspoken((await page.page.evaluate(readPage)).replaceAll(MATCHER_AS_SENT, ' '), known), []);
        } finally {
          await page.close();
        }
      });
    }
  });
}

/** Runs in the page. Returns all visible text and all text for screen readers. */
function readPage() {
  const said = [document.title, document.body.innerText];
  for (const element of document.querySelectorAll('body *'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'])
      said.push(element.getAttribute(name) ?? '');
  return said.join('\n');
}
