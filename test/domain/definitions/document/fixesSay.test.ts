/** What the fixes of wrong and missing values say and write, and where there is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import { definition, problemsOf, rule } from './marked.ts';

/** Of the first problem with this code: each fix without where it is made, and what it writes. */
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
  it('is a number without its quotes, if it says one', async () => {
    for (const said of ['50', '0', '-1', '12', '1.5', '0.123456', '123456789012345'])
      assert.deepEqual(await fixesOf('wrongType', allocation(`"${said}"`)), [[{ code: 'convert', to: 'number', value: said }, said]]);
    assert.deepEqual(await fixesOf('wrongType', allocation('" 50 "')), [[{ code: 'convert', to: 'number', value: '50' }, '50']]);
    for (const said of ['"x50"', '"50x"', '"1.x"', '"1234567890123456"', '"1.1234567"', '"01"', 'true', '[5]', '{}'])
      assert.deepEqual(await fixesOf('wrongType', allocation(said)), [], said);
  }); // prettier-ignore

  it('is true or false, if it says so', async () => {
    const of = (said: string) => fixesOf('wrongType', matcher(`type: IN_SEGMENT, string: b, negate: ${said}`));
    for (const said of ['"true"', 'yes', 'YES', '"True"']) assert.deepEqual(await of(said), [[{ code: 'convert', to: 'bool', value: 'true' }, 'true']], said);
    for (const said of ['"false"', 'no', 'No']) assert.deepEqual(await of(said), [[{ code: 'convert', to: 'bool', value: 'false' }, 'false']], said);
    for (const said of ['yesterday', 'oh yes', 'nothing', 'or no', '1', '[yes]', '{}']) assert.deepEqual(await of(said), [], said);
  }); // prettier-ignore

  it('is a text in quotes, if it is a scalar', async () => {
    const of = (said: string) => fixesOf('wrongType', matcher(`type: IN_SEGMENT, string: ${said}`));
    assert.deepEqual(await of('!!int 5'), [[{ code: 'quote' }, '"5"']]);
    assert.deepEqual(await of('!!bool true'), [[{ code: 'quote' }, '"true"']]);
    for (const said of ['[5]', '{a: b}']) assert.deepEqual(await of(said), [], said);
  }); // prettier-ignore

  it('is a list of the one, if a list of texts is wanted', async () => {
    const of = (said: string) => fixesOf('wrongType', matcher(`type: IN_LIST_STRING, strings: ${said}`));
    assert.deepEqual(await of('de'), [[{ code: 'makeList' }, '[de]']]);
    assert.deepEqual(await of('5'), [[{ code: 'makeList' }, '["5"]']]);
    assert.deepEqual(await of('" a "'), [[{ code: 'makeList' }, '[a]']]);
    assert.deepEqual(await of('{a: b}'), []);
    assert.deepEqual(await fixesOf('wrongType', definition({ rules: 'rules: none' })), []);
  });
});

describe('a field', () => {
  it('that is there twice is taken away where it says the same, and one of the service’s in any case', async () => {
    assert.deepEqual(await fixesOf('duplicateField', `${definition()}name: f\n`), [[{ code: 'removeField', field: 'name' }, '']]);
    assert.deepEqual(await fixesOf('duplicateField', `${definition()}name: g\n`), []);
    assert.deepEqual(await fixesOf('responseOnlyField', `${definition()}killed: true\n`), [[{ code: 'removeField', field: 'killed' }, '']]);
  }); // prettier-ignore

  it('that nobody knows may be one of its own kind', async () => {
    const of = (fields: string) => fixesOf('unknownField', matcher(fields));
    assert.deepEqual(await of('type: IN_SEGMENT, string: b, negat: true'), [[{ code: 'replaceBy', text: 'negate' }, 'negate']]);
    assert.deepEqual(await of('type: IN_LIST_STRING, string: b'), [[{ code: 'replaceBy', text: 'strings' }, 'strings']]);
    assert.deepEqual(await of('type: IN_SEGMENT, string: b, betwen: 1'), []);
    const treatments = 'treatments: [{name: on, descripton: x}, {name: off}]';
    assert.deepEqual(await fixesOf('unknownField', definition({ treatments })), [
      [{ code: 'replaceBy', text: 'description' }, 'description'],
    ]);
  });

  it('that is missing is added with what it has to be, or may be', async () => {
    const of = async (text: string, known: Known = {}) =>
      (await fixesOf('missingField', text, known)).map((fix) => (fix as readonly unknown[])[0]);
    const add = (field: string, value: string) => ({ code: 'addField', field, value });
    const nameless = definition().replace('name: f\n', '');
    assert.deepEqual(await of(nameless, { flag: 'f' }), [add('name', 'f')]);
    assert.deepEqual(await of(nameless), []);
    assert.deepEqual(await of(definition({ fields: 'defaultTreatment: off' })), [add('trafficAllocation', '100')]);
    const treatments = (names: string): string =>
      definition({ treatments: `treatments: [${names}]`, fields: 'trafficAllocation: 1', defaultRule: 'defaultRule: [{treatment: a, size: 100}]' });
    assert.deepEqual(await of(treatments('{name: a}, {name: ""}, {name: b}')), [add('defaultTreatment', 'a'), add('defaultTreatment', 'b')]);
    assert.equal((await of(treatments('{name: a}, {name: b}, {name: c}, {name: d}'))).length, 4);
    assert.deepEqual(await of(treatments('{name: a}, {name: b}, {name: c}, {name: d}, {name: ""}')), []);
    assert.deepEqual(await of(treatments('{nam: a}').replace('name: f\n', 'name: f\n')), []);
    const rule = '[{"treatment":"off","size":100}]';
    assert.deepEqual(await of(definition({ defaultRule: '# none' })), [add('defaultRule', rule)]);
    assert.deepEqual(await of(definition({ fields: 'defaultTreatment: v2\ntrafficAllocation: 1', defaultRule: '# none' })), []);
    assert.deepEqual(await of(definition({ rules: 'rules: [{}]' })), []);
  }); // prettier-ignore

  it('that is the size of a share is added where all others have one', async () => {
    const of = (...shares: readonly string[]) =>
      fixesOf('missingField', definition({ defaultRule: `defaultRule: [${shares.map((share) => `{${share}}`).join(', ')}]` }));
    const size = (value: number) => [[{ code: 'addField', field: 'size', value: `${value}` }, `, size: ${value}`]];
    assert.deepEqual(await of('treatment: off', 'treatment: on, size: 30'), size(70));
    assert.deepEqual(await of('treatment: off', 'treatment: on, size: 0'), size(100));
    assert.deepEqual(await of('treatment: off', 'treatment: on, size: 100'), size(0));
    for (const other of ['size: 101', 'size: -1', 'size: 1.5', 'size: "1"']) assert.deepEqual(await of('treatment: off', `treatment: on, ${other}`), [], other);
    assert.deepEqual(await of('treatment: off', 'treatment: on'), []);
  }); // prettier-ignore
});
