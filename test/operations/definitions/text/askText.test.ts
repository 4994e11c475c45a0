/** Tests that long texts are read in one thread for all callers, and cancelled after a time limit. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { Problem } from '../../../../src/domain/definitions/document/problem.ts';
import { createAskText } from '../../../../src/operations/definitions/text/askText.ts';
import { answerInThisThread } from '../../../../src/operations/definitions/text/textAnswers.ts';
import { definition, rule } from '../../../domain/definitions/document/marked.ts';

const about = { known: { flag: 'f' } };

describe('a long text', () => {
  it('gives the same problems and definition as a short one', async () => {
    const notes = '# so much is written of it\n'.repeat(1000);
    const text = notes + definition({ fields: 'defaultTreatment: offf\ntrafficAllocation: 100' });
    const asked = await createAskText()(text, 'check', about);
    assert.deepEqual(asked, structuredClone(await answerInThisThread(text, 'check', about)));
    assert.ok(typeof asked === 'object' && asked.definition?.name === 'f' && asked.problems[0]?.code === 'unknownTreatment');
  });

  it('is no longer read if it takes too long, and the next text is still read', async () => {
    assert.equal(await createAskText(1)('['.repeat(30_000), 'problems', about), 'late');
    assert.equal((await createAskText(1)(definition(), 'outline', {})).length, 3);
  });

  it('is no longer read when the same caller sends a newer question; other callers are not affected', async () => {
    const ask = createAskText();
    const fields = 'a: 1\n'.repeat(6_000);
    const asked = ['one', 'one', 'other'].map((caller) => ask(fields, 'outline', {}, caller));
    assert.deepEqual(await Promise.all(asked), ['outdated', [], []]);
  });
});

describe('the thread that reads long texts', () => {
  const long = (name: string): string => `${'# so much is written of it\n'.repeat(1000)}name: ${name}\n`;
  const rulesText = (segment: string): string => `rules:\n${rule(`{type: IN_SEGMENT, string: ${segment}}`)}\n`;
  /** Counts the threads that are started from now on. */
  function countThreads(t: TestContext): { readonly started: () => number; readonly alive: () => number } {
    let [started, ended] = [0, 0];
    const onWorker = (worker: Worker): void => {
      started += 1;
      worker.once('exit', () => (ended += 1));
    };
    process.on('worker', onWorker);
    t.after(() => process.off('worker', onWorker));
    return { started: () => started, alive: () => started - ended };
  }

  it('is shared by all questions, and ends after a while without questions', async (t) => {
    const threads = countThreads(t);
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
      const found = await answerInThisThread(text, 'completions', { known, offset: text.indexOf(`${typed}}`) + typed.length });
      return [found.items.length, found.isComplete, found.items.slice(0, 2).map(({ label }) => label)];
    };
    assert.deepEqual(await complete('t'), [500, false, ['team-0', 'team-1']]);
    assert.deepEqual(await complete('"BeTa'), [2, false, ['beta', 'bxexta']]);
  });
});
