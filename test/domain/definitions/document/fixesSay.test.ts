/** Tests the titles and edits of the fixes for wrong and missing values, and where there is no fix. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import { definition, problemsOf, rule } from './marked.ts';

/** Returns the fixes of the first problem with this code: their titles and new texts, without positions. */
async function fixesOf(code: string, text: string, known: Known = {}): Promise<readonly unknown[]> {
  const problem = (await problemsOf(text, known)).find((one) => one.code === code);
  assert.ok(problem, text);
  return problem.fixes.map(({ edits, isPreferred: _isPreferred, ...rest }) => [
    rest,
    edits.map(({ newText }) => newText).join('|'),
  ]);
}
const matcher = (fields: string): string => definition({ rules: `rules:\n${rule(`{${fields}}`)}` });
const allocation = (value: string): string => definition({ fields: `defaultTreatment: off\ntrafficAllocation: ${value}` });

describe('a value of the wrong type', () => {
  it('loses its quotes, if its text is a number and a number is expected', async () => {
    for (const said of ['50', '0', '-1', '12', '1.5', '0.123456', '123456789012345'])
      assert.deepEqual(await fixesOf('wrongType', allocation(`"${said}"`)), [[{ code: 'convert', to: 'number', value: said }, said]]);
    assert.deepEqual(await fixesOf('wrongType', allocation('" 50 "')), [[{ code: 'convert', to: 'number', value: '50' }, '50']]);
    for (const said of ['"x50"', '"50x"', '"1.x"', '"1234567890123456"', '"1.1234567"', '"01"', 'true', '[5]', '{}'])
      assert.deepEqual(await fixesOf('wrongType', allocation(said)), [], said);
  }); // prettier-ignore

  it('becomes true or false, if its text says so', async () => {
    const of = (said: string) => fixesOf('wrongType', matcher(`type: IN_SEGMENT, string: b, negate: ${said}`));
    for (const said of ['"true"', 'yes', 'YES', '"True"']) assert.deepEqual(await of(said), [[{ code: 'convert', to: 'bool', value: 'true' }, 'true']], said);
    for (const said of ['"false"', 'no', 'No']) assert.deepEqual(await of(said), [[{ code: 'convert', to: 'bool', value: 'false' }, 'false']], said);
    for (const said of ['yesterday', 'oh yes', 'nothing', 'or no', '1', '[yes]', '{}']) assert.deepEqual(await of(said), [], said);
  }); // prettier-ignore

  it('becomes a text in quotes, if it is a scalar', async () => {
    const of = (said: string) => fixesOf('wrongType', matcher(`type: IN_SEGMENT, string: ${said}`));
    assert.deepEqual(await of('!!int 5'), [[{ code: 'quote' }, '"5"']]);
    assert.deepEqual(await of('!!bool true'), [[{ code: 'quote' }, '"true"']]);
    for (const said of ['[5]', '{a: b}']) assert.deepEqual(await of(said), [], said);
  }); // prettier-ignore

  it('becomes a list with its text, if a list of texts is expected', async () => {
    const of = (said: string) => fixesOf('wrongType', matcher(`type: IN_LIST_STRING, strings: ${said}`));
    assert.deepEqual(await of('de'), [[{ code: 'makeList' }, '[de]']]);
    assert.deepEqual(await of('5'), [[{ code: 'makeList' }, '["5"]']]);
    assert.deepEqual(await of('" a "'), [[{ code: 'makeList' }, '[a]']]);
    assert.deepEqual(await of('{a: b}'), []);
    assert.deepEqual(await fixesOf('wrongType', definition({ rules: 'rules: none' })), []);
  });
});

describe('a field', () => {
  it('with an unknown name may mean a similar field of the same object', async () => {
    const of = (fields: string) => fixesOf('unknownField', matcher(fields));
    assert.deepEqual(await of('type: IN_SEGMENT, string: b, negat: true'), [[{ code: 'replaceBy', text: 'negate' }, 'negate']]);
    assert.deepEqual(await of('type: IN_LIST_STRING, string: b'), [[{ code: 'replaceBy', text: 'strings' }, 'strings']]);
    assert.deepEqual(await of('type: IN_SEGMENT, string: b, betwen: 1'), []);
    const treatments = 'treatments: [{name: on, descripton: x}, {name: off}]';
    assert.deepEqual(await fixesOf('unknownField', definition({ treatments })), [
      [{ code: 'replaceBy', text: 'description' }, 'description'],
    ]);
  });
});
