/** Tests which flags depend on a given flag, according to their definitions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher } from '../../../src/api/model.ts';
import { dependantsOf } from '../../../src/domain/audiences/dependants.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';

const asks = (splitName: string, treatment: string): Matcher => ({ type: 'IN_SPLIT', depends: { splitName, treatment } });
const flag = (name: string, fields: Partial<FlagDefinition>): FlagDefinition => ({ ...leastDefinition, name, ...fields });
const rule = (...matchers: Matcher[]) => ({ buckets: [], condition: { matchers } });

describe('the flags that depend on a flag', () => {
  it('have rules that require its treatments, or name it in an unknown field', () => {
    const definitions = [
      flag('one', { rules: [rule(asks('other', 'on')), rule(asks('search', 'on'), asks('search', 'v2'))] }),
      flag('two', { prerequisites: [{ n: 'search', ts: ['on'] }], note: 'search is old' }),
    ];
    assert.deepEqual(dependantsOf('search', definitions), [
      { flag: 'one', rules: [{ index: 1, treatment: 'on' }, { index: 1, treatment: 'v2' }], fields: [] },
      { flag: 'two', rules: [], fields: ['prerequisites'] },
    ]); // prettier-ignore
  });

  it('do not include the flag itself, killed flags, or flags that name it only in a text such as a tag', () => {
    const rules = [rule(asks('search', 'on'))];
    const definitions = [
      flag('search', { rules }),
      flag('dead', { killed: true, rules }),
      flag('tagged', { tags: ['search'] }),
      flag('plain', {}),
    ];
    assert.deepEqual(dependantsOf('search', definitions), []);
  });
});
