/** Texts of the service that want to be markup, script or a turned line stay text; and a great many of them leave the page usable. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usePages } from './usePages.mjs';

// By their URLs, as they have types and this file has none.
const ours = async (file) => import(String(new URL(file, import.meta.url)));
const { makeStates } = await ours('states.ts');
const { makeBigStates } = await ours('bigStates.ts');

const TEXTS = [
  '<img src=x onerror="globalThis.isHostile=true">',
  '</script><script>globalThis.isHostile=true</script>',
  'U+2028',
  'U+202E',
];
const ROUNDS = 3;
const ROUNDS_AT_MOST = 10;

describe('in the review page', () => {
  const openPage = usePages();

  for (const name of ['hostile', 'segment-hostile']) {
    it(`hostile names are text, and nothing of them runs: ${name}`, async () => {
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

  it('ten times as many rules take less than 25 times as long to draw, to draw anew and to unfold', async () => {
    await isBelow(25, openPage, { rules: [500] }, { rules: [5000] }, ['first', 'again', 'unfold']);
  });

  it('as many keys as a segment may hold take less than 25 times as long to draw as ten do', async () => {
    await isBelow(25, openPage, { keys: [10] }, { keys: [100_000] }, ['first']);
  });
});

/**
 * The time of the processor until each is painted, the least of some rounds in turn: a busy machine gives a long task its part
 * of the time alone, and a short one all of it. It is measured again while it is not below the limit.
 */
async function isBelow(limit, openPage, few, many, names) {
  const states = [await makeBigStates(few), await makeBigStates(many)].map(([state]) => state);
  const least = states.map(() => Object.fromEntries(names.map((name) => [name, Infinity])));
  const ratio = (name) => least[1][name] / least[0][name];
  const isOver = () => names.filter((name) => !(ratio(name) < limit));
  for (let round = 0; round < ROUNDS || (round < ROUNDS_AT_MOST && isOver().length > 0); round += 1)
    for (const [index, { html, messages }] of states.entries()) {
      const page = await openPage(html);
      const times = await measure(page.page, messages);
      for (const name of names) least[index][name] = Math.min(least[index][name], times[name]);
      await page.close();
    }
  const told = (name) =>
    `${name}: ${ratio(name).toFixed(1)} times (${least.map((one) => one[name].toFixed(0)).join(' and ')} ms)`;
  assert.deepEqual(isOver().map(told), []);
}

/** In milliseconds of the page's own thread. */
async function measure(page, messages) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate((all) => (globalThis.given = all), messages);
  const spent = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const times = {};
  for (const name of ['first', 'again', 'unfold']) {
    const before = await spent();
    await page.evaluate(draw, name);
    times[name] = (await spent()) - before;
  }
  return times;
}

/** Runs in the page. */
async function draw(what) {
  if (what === 'unfold') document.querySelector('.folded summary')?.click();
  else for (const data of structuredClone(globalThis.given)) globalThis.dispatchEvent(new MessageEvent('message', { data }));
  await new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', done);
      port1.start();
      port2.postMessage('');
    });
  });
}
