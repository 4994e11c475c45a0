/** A great many rules and keys leave the review page usable. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usePages } from '../usePages.mjs';

// By its URL, as it has types and this file has none.
const { makeBigStates } = await import(String(new URL('../bigStates.ts', import.meta.url)));

const ROUNDS = 3;
const ROUNDS_AT_MOST = 10;

describe('in the review page', () => {
  const openPage = usePages();

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
