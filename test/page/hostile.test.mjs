/** Tests that texts of the service with markup, scripts or reversed lines stay text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usePages } from './usePages.mjs';

// Imported by URL, because they have types and this file has none.
const ours = async (file) => import(String(new URL(file, import.meta.url)));
const { makeStates } = await ours('states.ts');

const TEXTS = [
  '<img src=x onerror="globalThis.isHostile=true">',
  '</script><script>globalThis.isHostile=true</script>',
  'U+2028',
  'U+202E',
];

describe('in the review page', () => {
  const openPage = usePages();

  for (const name of ['hostile', 'segment-hostile']) {
    it(`hostile names are text, and no script in them runs: ${name}`, async () => {
      const { html, messages } = (await makeStates()).find((state) => state.name === name);
      const page = await openPage(html);
      await page.post(messages);
      const found = await page.page.evaluate(() => ({
        text: document.body.innerText,
        isHostile: globalThis.isHostile === true,
        tags: [...new Set(Array.from(document.querySelectorAll('body *'), ({ localName }) => localName))],
        scripts: document.scripts.length,
        handlers: [...document.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((one) => /^on|^style$/.test(one)),
        ),
      }));
      assert.deepEqual([await page.violations(), page.errors], [[], []]);
      await page.close();
      for (const text of TEXTS) assert.ok(found.text.includes(text), text);
      assert.doesNotMatch(found.text, /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      assert.equal(found.isHostile, false);
      assert.equal(found.scripts, 1);
      assert.deepEqual(
        found.handlers.filter((one) => one !== 'style'),
        [],
      );
      assert.deepEqual(
        found.tags.filter((tag) => ['img', 'a', 'iframe', 'object', 'embed', 'link', 'form', 'base', 'meta'].includes(tag)),
        [],
      );
    });
  }
});
