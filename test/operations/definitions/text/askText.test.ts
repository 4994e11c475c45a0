/** Tests that long and hostile texts are read without blocking the caller's thread, and cancelled after a time limit. */
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import type { Problem } from '../../../../src/domain/definitions/document/problem.ts';
import { createAskText } from '../../../../src/operations/definitions/text/askText.ts';
import { answerHere } from '../../../../src/operations/definitions/text/textAnswers.ts';
import { writeDefinitionText } from '../../../../src/operations/definitions/text/writeDefinitionText.ts';
import { makeDefinition } from '../../../bench/sample.ts';
import { definition, rule } from '../../../domain/definitions/document/marked.ts';
import { casesOf } from '../../../properties/runs.ts';

const SIZE = 30_000;
const hostile: Readonly<Record<string, string>> = {
  brackets: '['.repeat(SIZE),
  anchors: '&a '.repeat(SIZE / 3),
  aliases: 'a: &x [*x]\n'.repeat(SIZE / 11),
  tags: '!a '.repeat(SIZE / 3),
  directives: '%\n'.repeat(SIZE / 2),
  fields: 'a: 1\n'.repeat(SIZE / 5),
  commas: `[${','.repeat(SIZE)}`,
};
const about = { known: { flag: 'f' } };

describe('a long text', () => {
  it('gives the same problems and definition as a short one', async () => {
    const notes = '# so much is written of it\n'.repeat(1000);
    const text = notes + definition({ fields: 'defaultTreatment: offf\ntrafficAllocation: 100' });
    const asked = await createAskText()(text, 'check', about);
    assert.deepEqual(asked, structuredClone(await answerHere(text, 'check', about)));
    assert.ok(typeof asked === 'object' && asked.definition?.name === 'f' && asked.problems[0]?.code === 'unknownTreatment');
  });

  it('blocks this thread only for a small part of the reading time, however hostile it is', async () => {
    const ask = createAskText();
    /** Returns how long this thread was blocked, relative to the time of reading in this thread. */
    async function heldOf(text: string, what: string): Promise<number> {
      const start = performance.now();
      await answerHere(text, 'problems', about);
      const here = performance.now() - start;
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const answer = await ask(text, 'problems', about);
      delay.disable();
      assert.ok(typeof answer === 'object' && answer.length > 0, what);
      return delay.max / 1e6 / here;
    }
    for (const [, [what, text]] of casesOf(Object.entries(hostile))) {
      let least = Infinity;
      // A busy machine blocks it as well, but not each time.
      for (let tries = 0; tries < 6 && least >= 0.5; tries += 1) least = Math.min(least, await heldOf(text, what));
      assert.ok(least < 0.5, `${what}: held for ${least.toFixed(2)} of the time`);
    }
  });

  it('is edited to a different definition without blocking this thread', async () => {
    const rules = makeDefinition(400);
    const text = `# mine\n${await writeDefinitionText(rules)}`;
    const other = { ...rules, trafficAllocation: 7, rules: rules.rules.toReversed() };
    let least = Infinity;
    for (let tries = 0; tries < 6 && least >= 0.5; tries += 1) {
      const start = performance.now();
      const here = await answerHere(text, 'edit', { definition: other });
      const took = performance.now() - start;
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      assert.deepEqual(await createAskText()(text, 'edit', { definition: other }), here);
      delay.disable();
      least = Math.min(least, delay.max / 1e6 / took);
    }
    assert.ok(least < 0.5, `held for ${least.toFixed(2)} of the time`);
  });

  it('is no longer read if it takes too long, and the next text is still read', async () => {
    assert.equal(await createAskText(1)(hostile['brackets']!, 'problems', about), 'late');
    assert.equal((await createAskText(1)(definition(), 'outline', {})).length, 3);
  });

  it('is no longer read when the same caller sends a newer question; other callers are not affected', async () => {
    const ask = createAskText();
    const [first, second, other] = await Promise.all([
      ask(hostile['fields']!, 'outline', {}, 'one'),
      ask(hostile['fields']!, 'outline', {}, 'one'),
      ask(hostile['fields']!, 'outline', {}, 'other'),
    ]);
    assert.deepEqual([first, second, other], ['outdated', [], []]);
  });
});

describe('the thread that reads long texts', () => {
  const long = (name: string): string => `${'# so much is written of it\n'.repeat(1000)}name: ${name}\n`;
  const rulesText = (segment: string): string => `rules:\n${rule(`{type: IN_SEGMENT, string: ${segment}}`)}\n`;
  /** Counts the threads that are started from now on. */
  function countThreads(): { readonly started: () => number; readonly alive: () => number } {
    let [started, ended] = [0, 0];
    process.on('worker', (worker) => {
      started += 1;
      worker.once('exit', () => (ended += 1));
    });
    return { started: () => started, alive: () => started - ended };
  }

  it('is shared by all questions, and ends after a while without questions', async () => {
    const threads = countThreads();
    const ask = createAskText(20_000, 50);
    for (const name of ['a', 'b', 'c']) {
      const answers = await Promise.all([
        ask(long(name), 'definition', {}),
        ask(long(name), 'problems', { known: { flag: name } }),
      ]);
      assert.ok(answers.every((answer) => typeof answer === 'object'));
    }
    assert.equal(threads.started(), 1);
    while (threads.alive() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(await ask(long('d'), 'outline', {}), []);
    assert.equal(threads.started(), 2);
  });

  it('receives the lists of known names once', async () => {
    const ask = createAskText();
    const messages: { readonly about: { readonly known: object } }[] = [];
    process.once('worker', (worker) => {
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message: (typeof messages)[number]) => post((messages.push(message), message));
    });
    const known = (lists: object) => ({ known: { flag: 'a', ...lists } });
    const none = { isComplete: true, items: [] };
    const text = `${long('a')}${rulesText('beta')}`;
    await ask(text, 'outline', {});
    const all = { ...none, items: [{ name: 'beta' }] };
    const unknown: boolean[] = [];
    for (const lists of [{ segments: none }, { segments: none }, { segments: all }, {}]) {
      const problems = (await ask(text, 'problems', known(lists))) as readonly Problem[];
      unknown.push(problems.some(({ code }) => code === 'unknownSegment'));
    }
    assert.deepEqual(unknown, [true, true, false, false]);
    const sent = messages.map(({ about: { known: names } }) => 'segments' in names);
    assert.deepEqual(sent, [true, false, true, false]);
  });

  it('answers questions for completions before other waiting ones, and skips outdated questions', async () => {
    const ask = createAskText();
    const order: string[] = [];
    const note = (what: string) => (answer: unknown) => void order.push(answer === 'outdated' ? `${what} is outdated` : what);
    const known = { flag: 'f' };
    await Promise.all([
      ask(long('a'), 'outline', {}, 'outline').then(note('outline')),
      ask(long('a'), 'problems', { known }, 'problems').then(note('problems')),
      ask(long('b'), 'problems', { known }, 'problems').then(note('newer problems')),
      ask(long('b'), 'completions', { known, offset: 0 }, 'completions').then(note('completions')),
    ]);
    assert.deepEqual(order, ['problems is outdated', 'outline', 'completions', 'newer problems']);
  });
});

describe('completions in a workspace with very many segments', () => {
  it('are at most 500, and those that match the typed letters come first', async () => {
    const items = Array.from({ length: 3000 }, (_, index) => ({ name: `team-${index}` }));
    const known = { segments: { isComplete: true, items: [...items, { name: 'beta' }, { name: 'bxexta' }] } };
    const complete = async (typed: string) => {
      const text = `rules:\n${rule(`{type: IN_SEGMENT, string: ${typed}}`)}\n`;
      const found = await answerHere(text, 'completions', { known, offset: text.indexOf(`${typed}}`) + typed.length });
      return [found.items.length, found.isComplete, found.items.slice(0, 2).map(({ label }) => label)];
    };
    assert.deepEqual(await complete('t'), [500, false, ['team-0', 'team-1']]);
    assert.deepEqual(await complete('"BeTa'), [2, false, ['beta', 'bxexta']]);
  });
});
