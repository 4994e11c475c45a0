/** Tests the problems of lists of shares, and the title and the edit of each fix. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Problem } from '../../../../src/domain/definitions/document/problem.ts';
import { applyEdits, definition, problemsOf } from './marked.ts';

const withShares = (...shares: readonly string[]): string =>
  definition({ defaultRule: `defaultRule:\n${shares.map((share) => `  - {${share}}`).join('\n')}` });
const inRule = (...lines: readonly string[]): string =>
  definition({
    rules: ['rules:', '  - condition: {matchers: [{type: IN_SEGMENT, string: beta}]}', ...lines.map((line) => `    ${line}`)].join('\n'),
  }); // prettier-ignore
const codes = (problems: readonly Problem[]): readonly string[] => problems.map(({ code }) => code);
/** Returns the fixes of the first problem, without positions. */
const said = ([first]: readonly Problem[]): unknown => first?.fixes.map(({ edits: _edits, ...rest }) => rest);

async function fixed(text: string): Promise<readonly string[]> {
  const [first] = await problemsOf(text, {});
  return first!.fixes.map(({ edits }) => applyEdits(text, edits));
}

const setSizes = (...sizes: readonly (readonly [string, number])[]) =>
  sizes.map(([treatment, size]) => ({ code: 'setSize', treatment, size, isPreferred: false }));

describe('sizes that don’t sum to 100', () => {
  it('can be corrected at any share that would not become negative', async () => {
    for (const [on, off, ...fixes] of [
      [30, 60, ['on', 40], ['off', 70]],
      [10, 100, ['on', 0], ['off', 90]],
    ] as const) {
      const problems = await problemsOf(withShares(`treatment: on, size: ${on}`, `treatment: off, size: ${off}`), {});
      assert.deepEqual(codes(problems), ['sizesDontSum']);
      assert.deepEqual(said(problems), setSizes(...fixes));
    }
    const treatments = 'treatments: [{name: on}, {name: off}, {name: v2}]';
    const shares = ['on, size: 10', 'off, size: 90', 'v2, size: 80'].map((share) => `{treatment: ${share}}`).join(', ');
    const problems = await problemsOf(definition({ treatments, defaultRule: `defaultRule: [${shares}]` }), {});
    assert.deepEqual(said(problems), setSizes(['off', 10], ['v2', 0]));
  });

  it('have up to four fixes', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const treatments = `treatments: [${['off', ...names].map((name) => `{name: ${name}}`).join(', ')}]`;
    const of = (count: number): string => {
      const shares = names.slice(0, count).map((name) => `{treatment: ${name}, size: 10}`);
      return definition({ treatments, defaultRule: `defaultRule: [${shares.join(', ')}]` });
    };
    assert.equal((await fixed(of(4))).length, 4);
    assert.deepEqual(await fixed(of(5)), []);
  });

  it('can be corrected even if the treatment of a share is not known', async () => {
    const problems = await problemsOf(withShares('size: 99'), {});
    assert.deepEqual(codes(problems), ['missingField', 'sizesDontSum']);
    assert.deepEqual(said(problems.slice(1)), [{ code: 'replaceBy', text: '100', isPreferred: true }]);
  });
});

describe('missing shares', () => {
  it('are fixed by one share for the default treatment', async () => {
    const text = definition({ defaultRule: 'defaultRule: []' });
    assert.deepEqual(said(await problemsOf(text, {})), [{ code: 'setSize', treatment: 'off', size: 100, isPreferred: true }]);
  });

  it('have no fix if the default treatment is not known', async () => {
    assert.deepEqual(said(await problemsOf(inRule('buckets: []'), {})), []);
    const fields = 'defaultTreatment: v2\ntrafficAllocation: 100';
    const [unknown, empty] = await problemsOf(definition({ fields, defaultRule: 'defaultRule: []' }), {});
    assert.deepEqual([unknown!.code, empty!.code, empty!.fixes], ['unknownTreatment', 'sizesDontSum', []]);
    const treatments = 'treatments:\n  - nam: on';
    const problems = await problemsOf(definition({ treatments, defaultRule: 'defaultRule: []' }), {});
    assert.deepEqual(problems.find(({ code }) => code === 'sizesDontSum')?.fixes, []);
  });
});

it('a share may be 0, and one without a treatment does not count as repeated', async () => {
  assert.deepEqual(await problemsOf(withShares('treatment: on, size: 0', 'treatment: off, size: 100'), {}), []);
  assert.deepEqual(codes(await problemsOf(withShares('size: 50', 'size: 50'), {})), ['missingField', 'missingField']);
});

it('problems of one severity are limited to 500, with fixes for 200', async () => {
  const shares = [...Array.from({ length: 600 }, () => 'treatment: offf, size: 0'), 'treatment: off, size: 100'];
  const problems = await problemsOf(withShares(...shares), {});
  assert.deepEqual(new Set(problems.map(({ severity }) => severity)), new Set(['error']));
  assert.deepEqual(problems.map(({ fixes }) => fixes.length), Array.from({ length: 500 }, (_, at) => (at < 200 ? 1 : 0))); // prettier-ignore
});
