/** Tests the text for screen readers and the keyboard focus, with the browser's accessibility tree. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { readTree } from './readTree.mjs';
import { themes } from './reviewPage.mjs';
import { usePages } from './usePages.mjs';

const { makeStates } = await import(String(new URL('states.ts', import.meta.url)));
const states = new Map((await makeStates()).map((state) => [state.name, state]));

describe('with a screen reader, the review page', () => {
  const openPage = usePages();
  let page;
  afterEach(() => page?.close());
  const open = async (name, how) => {
    const { html, messages } = states.get(name);
    page = await openPage(html, how);
    await page.post(messages);
    return readTree(page);
  };

  it('describes the change of every row in a word', async () => {
    await open('update');
    const rows = await page.page.locator('.row >> visible=true').allInnerTexts();
    assert.ok(rows.length > 8);
    for (const row of rows) assert.match(row, /added|removed|changed|moved|unchanged/, row);
    for (const word of [/added/, /removed/, /changed/, /moved from \d+ to \d+/])
      assert.ok(
        rows.some((row) => word.test(row)),
        `${word}`,
      );
  });

  it('announces progress and failures as they happen', async () => {
    const { html, messages } = states.get('approvable');
    page = await openPage(html);
    const spoken = async (role) => page.page.getByRole(role).first().innerText();
    // Live regions exist before they contain text.
    assert.equal(await page.page.getByRole('status').count(), 1);
    assert.equal(await page.page.getByRole('alert').count(), 1);
    await page.post([{ type: 'busy', message: 'Reading…' }]);
    assert.equal(await spoken('status'), 'Reading…');
    await page.post(messages);
    // The progress is no longer announced, but the result of the request is.
    assert.equal((await page.page.locator('div[role=status]').innerText()).trim(), '');
    assert.equal(await page.page.locator('span[role=status]').innerText(), 'Waiting for approval');
    await page.post(states.get('failure-over-view').messages.filter(({ type }) => type === 'failure'));
    assert.match(await spoken('alert'), /\S/);
  });

  it('has disabled buttons with a reason while something is in progress', async () => {
    await open('loading-again');
    const button = (await readTree(page)).find(({ role, name }) => role === 'button' && name === 'Approve…');
    assert.equal(button.disabled, true);
    assert.match(button.description, /Reading the change request/);
    await page.page.getByRole('button', { name: 'Approve…' }).press('Enter');
    assert.deepEqual(
      (await page.sent()).map(({ type }) => type),
      ['ready'],
    );
  });
});

describe('with the keyboard, the review page', () => {
  const openPage = usePages();
  let page;
  afterEach(() => page?.close());

  for (const theme of themes) {
    it(`shows the focus on each element that it reaches: ${theme}`, async () => {
      for (const name of ['approvable', 'segment-add', 'failure-over-view']) {
        const { html, messages } = states.get(name);
        page = await openPage(html, { theme });
        await page.post(messages);
        const reached = await walk(page.page);
        assert.ok(reached.length > 3, `${reached.length}`);
        for (const { what, isVisible } of reached) assert.ok(isVisible, `${name}: ${what}`);
        // From top to bottom, in reading order.
        const tops = reached.map(({ top }) => top);
        assert.deepEqual(
          tops,
          tops.toSorted((one, other) => one - other),
        );
        await page.close();
      }
    });
  }

  for (const [reducedMotion, isMoving] of [
    ['no-preference', true],
    ['reduce', false],
  ]) {
    it(`${isMoving ? 'moves' : 'does not move'} if the reader prefers ${reducedMotion}`, async () => {
      const { html, messages } = states.get('loading');
      page = await openPage(html, { reducedMotion });
      await page.post(messages);
      // Both the setting of the editor and that of the system count.
      await page.page.evaluate(() => document.body.classList.remove('vscode-reduce-motion'));
      const running = () => page.page.evaluate(() => document.getAnimations().length > 0);
      assert.equal(await running(), isMoving);
      await page.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
      assert.equal(await running(), false);
    });
  }
});

/** Presses Tab from the top until the focus leaves the page. Returns the focused elements and whether the focus is visible. */
async function walk(page) {
  const reached = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const { backgroundColor } = getComputedStyle(document.documentElement);
      const light = (colour) => {
        const parts = colour.match(/[\d.]+/g).map(Number);
        const linear = parts.slice(0, 3).map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05;
      };
      const [dark, bright] = [light(outlineColor), light(backgroundColor)].toSorted((one, other) => one - other);
      const isOpaque = !/rgba\(.*, 0(\.\d+)?\)$/.test(outlineColor);
      const isVisible = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && isOpaque && bright / dark >= 3;
      const { top, left, height } = element.getBoundingClientRect();
      const isSame = element.dataset.wasReached === 'yes';
      element.dataset.wasReached = 'yes';
      return {
        what: `${element.localName} ${element.textContent.slice(0, 40)}`,
        isVisible,
        isSame,
        top: Math.round((top + scrollY + height / 2) / 24) * 10_000 + left,
      };
    });
    if (!at || at.isSame) return reached;
    reached.push(at);
  }
  return reached;
}
