/**
 * Tests every second state of the review page, in turn in four themes, and every second of them unfolded. With `--rest` and
 * `--all`, tests each state in all themes, in four sizes, and unfolded. axe must find no faults, nothing may be cut off or scroll
 * sideways, and nothing may violate the page's policy. With `--pictures`, screenshots are in `test/host/.work/shots/page`.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { workDir } from '../setup/places.mjs';
import { isReadable } from './readTree.mjs';
import { SIZES, themes } from './reviewPage.mjs';
import { usePages } from './usePages.mjs';

/** Folded. Unfolded states are also tested in narrow pages. */
const isAll = process.env.ALL_TESTS === '1';
const sizes = isAll ? Object.keys(SIZES) : ['normal'];
/** Sizes for every second state, by its index. */
const unfoldedSizes = (index) => (isAll ? ['normal', 'narrow', 'narrowest'] : [['narrow'], [], ['narrowest'], []][index % 4]);
const hasPictures = process.env.PICTURES === '1';
const shots = path.join(workDir, 'shots', 'page');
// Imported by URL, because it has types and this file has none.
const { makeStates } = await import(String(new URL('states.ts', import.meta.url)));
const states = await makeStates();

describe('the review page', { concurrency: 2 }, () => {
  const openPage = usePages(shots);

  const tested = states.filter((_, index) => isAll || index % 2 === 0);
  for (const [index, { name, html, messages }] of tested.entries()) {
    it(`is usable: ${name}`, async () => {
      const page = await openPage(html);
      try {
        await page.post(messages);
        await isReadable(page);
        for (const size of sizes) {
          await page.resize(size);
          for (const theme of isAll ? themes : [themes[index % themes.length]]) {
            await page.theme(theme);
            const where = `${size}, ${theme}`;
            assert.deepEqual(await page.faults(), [], where);
            assert.deepEqual(await page.clipped(), [], where);
            const isPictured = hasPictures && (size === 'normal' || theme === 'dark');
            if (isPictured) await page.screenshot(path.join(shots, `${name}-${size}-${theme}.png`));
          }
        }
        await page.unfold();
        for (const size of unfoldedSizes(index)) {
          await page.resize(size);
          await page.theme(size === 'normal' ? 'light' : 'dark');
          assert.deepEqual([await page.faults(), await page.clipped()], [[], []], `unfolded, ${size}`);
        }
        assert.deepEqual([await page.violations(), page.errors], [[], []]);
      } finally {
        await page.close();
      }
    });
  }

  it('fails the checks if it has a fault', async () => {
    const [{ html, messages }] = states;
    const page = await openPage(html, { size: 'narrow' });
    await page.post(messages);
    await page.page.evaluate(() => {
      document.querySelector('h1').style.cssText = 'color: #555';
      document.querySelector('.facts').style.cssText = 'width: 400px';
      document.querySelector('.facts dd').style.cssText = 'overflow: hidden; height: 5px';
      document.querySelector('.bar').setAttribute('style', 'color: red');
      const script = document.body.appendChild(document.createElement('script'));
      script.textContent = 'globalThis.isHostile = true';
    });
    const [faults, clipped, stopped] = [await page.faults(), await page.clipped(), await page.violations()];
    await page.close();
    assert.match(faults.join('\n'), /color-contrast: <h1/);
    assert.match(clipped.join('\n'), /the page is 4\d\d wide in 3[012]\d/);
    assert.match(clipped.join('\n'), /cut off: dd/);
    assert.match(stopped.join('\n'), /script-src-elem inline/);
  });
});
