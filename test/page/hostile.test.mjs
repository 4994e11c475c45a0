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
    const [few, many] = await Promise.all([fastest(openPage, 500), fastest(openPage, 5000)]);
    for (const what of ['first', 'again', 'unfold']) {
      const ratio = many[what] / few[what];
      assert.ok(ratio < 25, `${what}: ${ratio.toFixed(1)} times (${few[what].toFixed(0)} and ${many[what].toFixed(0)} ms)`);
    }
  });

  it('as many keys as a segment may hold take less than 25 times as long to draw as ten do', async () => {
    const [few, many] = await Promise.all([fastest(openPage, 10, 'keys'), fastest(openPage, 100_000, 'keys')]);
    assert.ok(many.first / few.first < 25, `${few.first} and ${many.first} ms`);
  });
});

/** The milliseconds until it is painted, each the least of some rounds: other programs can only make it longer. */
async function fastest(openPage, count, what = 'rules') {
  const [{ html, messages }] = await makeBigStates({ [what]: [count] });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openPage(html);
    rounds.push(await page.page.evaluate(measure, messages));
    await page.close();
  }
  const least = (name) => Math.min(...rounds.map((round) => round[name]));
  return { first: least('first'), again: least('again'), unfold: least('unfold') };
}

/** Runs in the page. */
async function measure(messages) {
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', done);
        port1.start();
        port2.postMessage('');
      });
    });
  const timed = async (act) => {
    await painted();
    const start = performance.now();
    act();
    await painted();
    return performance.now() - start;
  };
  const post = (all) => all.forEach((data) => globalThis.dispatchEvent(new MessageEvent('message', { data })));
  const first = await timed(() => post(messages));
  const again = await timed(() => post(structuredClone(messages)));
  const unfold = await timed(() => document.querySelector('details > summary')?.click());
  return { first, again, unfold };
}
