/** Tests that an update of the page keeps focus, scrolling, selection, search and folds. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { usePages } from './usePages.mjs';

const { makeStates } = await import(String(new URL('states.ts', import.meta.url)));
const states = new Map((await makeStates()).map((state) => [state.name, state]));

/** The same view with one more entry in its history, for example after a comment. */
const withNews = (messages) =>
  structuredClone(messages).map((message) =>
    message.type === 'view'
      ? {
          ...message,
          view: { ...message.view, timeline: [...message.view.timeline, { ...message.view.timeline[0], comment: 'News.' }] },
        }
      : message,
  );

describe('an update of the review page', () => {
  const openPage = usePages();
  let page;
  afterEach(() => page?.close());
  const open = async (name, size = 'normal') => {
    const state = states.get(name);
    page = await openPage(state.html, { size });
    await page.post(state.messages);
    return state;
  };
  const focused = () => page.page.evaluate(() => `${document.activeElement.localName} ${document.activeElement.textContent}`);

  it('begins at the heading, once', async () => {
    const { messages } = await open('approvable');
    assert.match(await focused(), /^h1 /);
    await page.page.evaluate(() => document.activeElement.blur());
    await page.post(withNews(messages));
    assert.match(await focused(), /^body /);
  });

  it('keeps the focus on a button, and the selected text', async () => {
    const { messages } = await open('approvable');
    await page.page.getByRole('button', { name: 'Refresh' }).focus();
    await page.page.getByText('Traffic allocation 50% → 100%.').first().selectText();
    await page.post(withNews(messages));
    await page.page.getByText('News.').waitFor();
    assert.equal(await focused(), 'button Refresh');
    assert.equal(await page.page.evaluate(() => String(getSelection())), 'Traffic allocation 50% → 100%.');
  });

  it('removes a request before the next one is shown, and begins at the heading of the next one', async () => {
    const { messages } = await open('approvable');
    await page.page.getByRole('button', { name: 'Refresh' }).focus();
    await page.page.evaluate(() => window.scrollTo(0, 300));
    await page.post([{ type: 'refill', restore: 'next' }]);
    assert.equal(await page.page.getByRole('button', { name: 'Refresh' }).count(), 0);
    // A reload now restores the next request, even if it can't be read.
    assert.deepEqual(await page.page.evaluate(() => globalThis.state), { restore: 'next' });
    const steps = [{ id: 'next', label: 'Next' }];
    const queue = { title: 'Requests that wait for me', label: '3 of 14', steps };
    await page.post(
      messages.map((message) => (message.type === 'view' ? { ...message, view: { ...message.view, queue, id: 'n' } } : message)),
    );
    assert.match(await focused(), /^h1 /);
    assert.equal(await page.page.evaluate(() => window.scrollY), 0);
    assert.match(await page.page.getByRole('navigation', { name: 'Requests that wait for me' }).innerText(), /3 of 14\s+Next/);
  });

  it('takes no search and no open fold over to the next request', async () => {
    const { html, messages } = states.get('segment-100000');
    page = await openPage(html, { hasOwnClock: true });
    await page.post(messages);
    await page.page.evaluate(
      (next) => {
        const field = document.querySelector('input');
        field.value = 'acct-7';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        for (const data of next) globalThis.dispatchEvent(new MessageEvent('message', { data }));
      },
      [{ type: 'refill', restore: 'next' }, ...messages],
    );
    await page.page.clock.fastForward(60_000);
    assert.equal(await page.page.getByRole('searchbox').inputValue(), '');
    await page.close();

    const flag = states.get('hostile');
    page = await openPage(flag.html);
    await page.post(flag.messages);
    const fold = () => page.page.locator('.row details').first();
    const isOpen = () => fold().evaluate((element) => element.open);
    await fold().locator('summary').click();
    await page.page.waitForFunction(() => globalThis.state.openFolds.length > 0); // the browser reports the fold a little later
    const kept = await page.page.evaluate(() => globalThis.state);
    await page.close();
    page = await openPage(flag.html, { kept });
    assert.equal(await isOpen(), true);
    await page.post([{ type: 'refill', restore: 'next' }, ...flag.messages]);
    assert.equal(await isOpen(), false);
  });

  it('moves the focus to the heading if its button is removed', async () => {
    await open('approvable');
    await page.page.getByRole('button', { name: 'Approve…' }).focus();
    await page.post(states.get('published').messages);
    assert.match(await focused(), /^h1 /);
  });

  it('takes the keyboard from no question of the editor, and has the focus at the heading afterwards', async () => {
    await open('approvable');
    await page.page.getByRole('button', { name: 'Approve…' }).focus();
    await page.page.evaluate(() => (document.hasFocus = () => false));
    await page.post(states.get('published').messages);
    assert.match(await focused(), /^body /);
    await page.page.evaluate(() => {
      delete document.hasFocus;
      window.dispatchEvent(new Event('focus'));
    });
    assert.match(await focused(), /^h1 /);
  });

  it('keeps the scroll position', async () => {
    const { messages } = await open('create', 'narrow');
    const top = () => page.page.evaluate(() => document.scrollingElement.scrollTop);
    await page.page.evaluate(() => document.scrollingElement.scrollTo(0, 1500));
    const before = await top();
    assert.ok(before > 1000, `${before}`);
    await page.post(withNews(messages));
    assert.equal(await top(), before);
  });

  it('keeps the search text, its caret, and the position in the list of keys', async () => {
    const { messages } = await open('segment-100000');
    const search = page.page.getByRole('searchbox');
    await search.fill('acct');
    await search.press('ArrowLeft');
    const list = page.page.getByRole('listbox').first();
    await list.evaluate((element) => element.scrollTo(0, 50_000));
    await page.post(withNews(messages));
    assert.equal(await search.inputValue(), 'acct');
    assert.deepEqual(await search.evaluate((field) => [document.activeElement === field, field.selectionStart]), [true, 3]);
    assert.equal(await list.evaluate((element) => element.scrollTop), 50_000);
  });

  it('keeps unfolded parts open, also after a reload of the window', async () => {
    const { html, messages } = await open('update');
    await page.page.locator('details > summary').first().click();
    await page.post(withNews(messages));
    const isOpen = () =>
      page.page
        .locator('details')
        .first()
        .evaluate((fold) => fold.open);
    assert.equal(await isOpen(), true);
    const kept = await page.page.evaluate(() => globalThis.state);
    await page.close();
    page = await openPage(html, { kept });
    assert.equal(await isOpen(), true);
  });

  it('updates the shown ages, also in a view that was restored after a reload and gets no messages', async () => {
    const { html, messages } = states.get('approvable');
    const { view } = messages.find(({ type }) => type === 'view');
    const aging = { template: 'changed {age}', at: Date.now() - 40_000 };
    const now = {
      ...view,
      bylineAging: { ...view.bylineAging, at: aging.at },
      facts: [{ label: 'production', value: 'saved', aging }],
    };
    page = await openPage(html, { kept: { view: now, openFolds: [], search: '', scroll: 0 }, hasOwnClock: true });
    const ages = async () => [
      /, ([^,]*)$/.exec(await page.page.locator('.byline').textContent())[1],
      await page.page.locator('dl.facts dd').textContent(),
    ];
    assert.match((await ages())[0], /^4\d seconds ago$/);
    for (const [minutes, age] of [
      [3, '3 minutes ago'],
      [48 * 60, '2 days ago'],
    ]) {
      await page.page.clock.fastForward(minutes * 60_000);
      assert.deepEqual(await ages(), [age, `changed ${age}`]);
    }
    await page.page.evaluate(() => document.querySelector('h1').replaceChildren('as it was drawn'));
    await page.page.clock.fastForward(60_000);
    assert.equal(await page.page.locator('h1').textContent(), 'as it was drawn', 'what reads the same is not drawn again');
  });

  it('starts empty if a different version stored a different state', async () => {
    const { html, messages } = states.get('approvable');
    page = await openPage(html, { kept: { view: { heading: 7, actions: 'none' }, openFolds: [], search: '', scroll: 0 } });
    await page.post(messages);
    await page.page.getByRole('button', { name: 'Approve…' }).waitFor();
    assert.deepEqual(page.errors, []);
  });

  it('shows the stored view after a reload, without decision buttons', async () => {
    const { html } = await open('approvable');
    const kept = await page.page.evaluate(() => globalThis.state);
    await page.close();
    page = await openPage(html, { kept });
    await page.page.getByRole('heading', { level: 1 }).waitFor();
    await page.page.getByRole('button', { name: 'Approve…' }).click({ force: true });
    assert.deepEqual(
      (await page.sent()).map(({ type }) => type),
      ['ready'],
    );
    assert.deepEqual(await page.faults(), []);
  });
});
