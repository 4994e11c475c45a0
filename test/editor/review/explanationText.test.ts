/** Tests the cause in an explanation: it never claims more than what is known about the key. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';

await import('../fakeVscode.ts');
const { explanationText } = await import('../../../src/editor/review/explanationText.ts');

const rule = (treatment: string, matcher: Matcher): Rule => ({
  buckets: [{ treatment, size: 100 }],
  condition: { matchers: [matcher] },
});
const vip: Matcher = { type: 'IN_SEGMENT', string: 'vip' };
const place = { workspace: { name: 'W' }, environment: { name: 'production' } };
const target = { name: 'f', ...place } as unknown as Parameters<typeof explanationText>[0]['target'];

function textOf(fields: Partial<FlagDefinition>, isIn?: boolean): string {
  const versions = [{ label: 'Live definition', definition: { ...leastDefinition, ...fields } }];
  return explanationText({
    target,
    versions,
    key: 'k',
    attributes: new Map(),
    segments: [{ name: 'vip', isIn, note: 'read' }],
  });
}

const causeOf = (fields: Partial<FlagDefinition>, isIn?: boolean): string | undefined =>
  /why: .*/.exec(textOf(fields, isIn))?.[0];

describe('the reason why a key gets its treatment', () => {
  it('is uncertain if an earlier rule may decide', () => {
    const rules = [rule('on', vip), rule('off', { type: 'IN_LIST_STRING', strings: ['k'] })];
    assert.equal(causeOf({ rules }), 'why: rule 2, as far as known');
    assert.equal(causeOf({ rules }, false), 'why: rule 2');
    assert.equal(causeOf({ rules }, true), 'why: rule 1');
  });

  it('is uncertain if a target may decide', () => {
    const treatments = [{ name: 'on', segments: ['vip'] }, { name: 'off' }];
    assert.equal(causeOf({ treatments }), 'why: the default rule, as far as known');
    assert.equal(causeOf({ treatments }, false), 'why: the default rule');
  });

  it('is shown with the configuration changes of the treatment that the key gets', () => {
    const version = (label: string, limit: number) => {
      const treatments = [{ name: 'on', configurations: '{"limit":1}' }, { name: 'off', configurations: `{"limit":${limit}}` }]; // prettier-ignore
      return { label, definition: { ...leastDefinition, treatments } };
    };
    const versions = [version('Live definition', 100), version('Draft', 999)];
    const text = explanationText({ target, versions, key: 'k', attributes: new Map(), segments: [] });
    assert.equal(text.split('a different configuration of off: limit 100 → 999').length, 2);
  });

  it('is the traffic allocation if that is 0', () => {
    const cause = causeOf({ rules: [rule('on', vip)], trafficAllocation: 0 }, true);
    assert.equal(cause, 'why: the traffic allocation is 0%');
  });
});
