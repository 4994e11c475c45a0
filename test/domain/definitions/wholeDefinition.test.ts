/** What a text needs to be submitted as a whole definition, when two say the same, and which flags one asks about. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameDefinition } from '../../../src/domain/definitions/definitionDiff.ts';
import { wholeDefinition, type WholeDefinition } from '../../../src/domain/definitions/wholeDefinition.ts';
import { readDefinitionText } from '../../../src/operations/definitionText/readDefinitionText.ts';
import { definition } from './document/marked.ts';
import { definition as definitionOf } from './summaryOf.ts';
import { leastDefinition } from './anyDefinition.ts';

const whole = async (text: string): Promise<WholeDefinition> => wholeDefinition(await readDefinitionText(text), 'f');
const refusal = async (text: string): Promise<unknown> => {
  const result = await whole(text);
  return result.ok ? undefined : result.refusal;
};

describe('a whole definition', () => {
  const said = leastDefinition;

  it('is what the text says, without what only the service writes; the name may be left out', async () => {
    assert.deepEqual(await whole(`${definition()}killed: true\n`), { ok: true, definition: said });
    assert.deepEqual(await whole(definition().replace('name: f\n', '')), { ok: true, definition: said });
    assert.deepEqual(await whole(definition({ rules: '# none' })), { ok: true, definition: said });
  });

  it('is of no other flag', async () => {
    assert.deepEqual(await refusal(definition().replace('name: f', 'name: g')), { code: 'otherFlag', name: 'g' });
    assert.deepEqual(await refusal(definition().replace('name: f', 'name: [g]')), { code: 'otherFlag', name: '["g"]' });
  });

  it('has all that the service wants', async () => {
    assert.deepEqual(await refusal(definition({ fields: 'defaultTreatment:\ntrafficAllocation: null' })), {
      code: 'missing',
      fields: ['defaultTreatment', 'trafficAllocation'],
    });
    assert.deepEqual(await refusal('name: f\n'), {
      code: 'missing',
      fields: ['treatments', 'defaultTreatment', 'trafficAllocation', 'defaultRule'],
    });
  });

  it('is in no text that says something else, nothing, or can’t be read', async () => {
    for (const text of ['', '- name: f\n', `${definition()}a: b: c\n`])
      assert.deepEqual(await refusal(text), { code: 'notADefinition' }, text);
  });
});

describe('two definitions', () => {
  it('are the same whether or not the flag is killed, and whatever only the service writes', () => {
    const one = definitionOf();
    assert.equal(isSameDefinition(one, { ...one, killed: true, lastUpdateTime: 1 }), true);
    assert.equal(isSameDefinition({ ...one, killed: true }, one), true);
    assert.equal(isSameDefinition(one, { ...one, trafficAllocation: 1 }), false);
  });

  it('are not the same where there is but one', () => {
    assert.equal(isSameDefinition(undefined, undefined), true);
    assert.equal(isSameDefinition(definitionOf(), undefined), false);
    assert.equal(isSameDefinition(undefined, definitionOf()), false);
  });
});
