/** Tests that handwritten text in any layout is read correctly, and keeps its comments and its order when edited. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { isSame } from '../../../../src/domain/definitions/sameValue.ts';
import { sendable } from '../../../../src/domain/definitions/document/shapes.ts';
import { editDefinitionText } from '../../../../src/operations/definitions/text/editDefinitionText.ts';
import { readDefinitionText } from '../../../../src/operations/definitions/text/readDefinitionText.ts';
import { twoDefinitions } from '../../../domain/definitions/anyDefinition.ts';
import { commentsOf, handwritten } from '../../../domain/definitions/document/handwritten.ts';
import { runs } from '../../../properties/runs.ts';

const mark = fc.constantFrom('\n', '\r\n');
const seed = fc.nat();

const share = (size: number): FlagDefinition['defaultRule'] => [{ treatment: 'on', size }, { treatment: 'off', size: 100 - size }]; // prettier-ignore
const plain: FlagDefinition = {
  name: 'f',
  treatments: [{ name: 'on', description: 'New: "x"', configurations: '{\n  "a": 1\n}' }, { name: 'off', keys: ['a', '1e3', 'yes'] }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: ['beta', 'eu', 'on'].map((string, place) => ({
    buckets: share(place * 10),
    condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string }, { type: 'IN_LIST_STRING', attribute: 'country', strings: ['de', 'fr'] }] },
  })),
  defaultRule: share(50),
  brandNew: { '# a': 1, b: [1, [2, 3], { c: null }] },
}; // prettier-ignore
const [first, second, third] = plain.rules;
const extra = { buckets: share(1), condition: { matchers: [{ type: 'EQUAL_NUMBER', attribute: 'age', number: 1 }] } };
/** Nothing is removed, so all comments must stay. */
const changes: Readonly<Record<string, FlagDefinition>> = {
  'a number': { ...plain, trafficAllocation: 50 },
  'a share': { ...plain, rules: plain.rules.with(1, { ...second!, buckets: share(77) }) },
  'a new rule': { ...plain, rules: [extra, ...plain.rules] },
  'a new last rule': { ...plain, rules: [...plain.rules, extra] },
  'rules in another order': { ...plain, rules: [third!, first!, second!] },
  'a new key': { ...plain, treatments: plain.treatments.with(1, { name: 'off', keys: ['a', 'b: #', '1e3', 'yes'] }) },
  'a new field': { ...plain, flagSets: ['x'] },
  'an unknown field': { ...plain, brandNew: { '# a': 2, b: [1, [2, 3], { c: null }], d: 'x' } },
};

describe('a text that was written by hand', () => {
  it('has the same meaning in any layout, and stays unchanged if the meaning does', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, seed, mark, async ([definition], seed, mark) => {
        const text = handwritten(definition, seed).replaceAll('\n', mark);
        const read = await readDefinitionText(text);
        assert.deepEqual(read.syntaxProblems, [], text);
        assert.ok(isSame(read.definition, sendable(definition)), text);
        assert.equal(await editDefinitionText(text, definition), text);
      }),
      runs(300),
    );
  });

  it('can be edited to any other definition', async () => {
    await fc.assert(
      fc.asyncProperty(twoDefinitions, seed, mark, async ([before, after], seed, mark) => {
        const edited = await editDefinitionText(handwritten(before, seed).replaceAll('\n', mark), after);
        const read = await readDefinitionText(edited);
        assert.ok(isSame(read.definition, sendable(after)), edited);
        assert.equal(await editDefinitionText(edited, after), edited);
      }),
      runs(150),
    );
  });

  for (const [what, after] of Object.entries(changes))
    it(`keeps all comments if it gets ${what}`, async () => {
      await fc.assert(
        fc.asyncProperty(seed, mark, async (seed, mark) => {
          const text = handwritten(plain, seed).replaceAll('\n', mark);
          const edited = await editDefinitionText(text, after);
          const read = await readDefinitionText(edited);
          assert.ok(isSame(read.definition, after), edited);
          assert.deepEqual(commentsOf(edited), commentsOf(text), `${text}\n=>\n${edited}`);
        }),
        runs(60),
      );
    });
});
