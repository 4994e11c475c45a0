/** Tests the cause in an explanation: it never claims more than what is known about the key. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import '../fakeVscode.ts';

const { explanationText } = await import('../../../src/editor/review/explanationText.ts');

const rule = (treatment: string, matcher: Matcher): Rule => ({
  buckets: [{ treatment, size: 100 }],
  condition: { matchers: [matcher] },
});
const vip: Matcher = { type: 'IN_SEGMENT', string: 'vip' };
const target = { name: 'f', workspace: { name: 'W' }, environment: { name: 'production' } } as never;
const definition = (fields: Partial<FlagDefinition>): FlagDefinition => ({ ...leastDefinition, ...fields });

function causeOf(fields: Partial<FlagDefinition>, hasKey?: boolean): string | undefined {
  const versions = [{ label: 'Live definition', definition: definition(fields) }];
  const segments = [{ name: 'vip', hasKey, note: 'read' }];
  const text = explanationText({ target, versions, key: 'k', attributes: new Map(), segments });
  return /why: (.*)/.exec(text)?.[1];
}

describe('the reason why a key gets its treatment', () => {
  it('is uncertain if an earlier rule or a target may decide, and is the traffic allocation if that is 0', () => {
    const rules = [rule('on', vip), rule('off', { type: 'IN_LIST_STRING', strings: ['k'] })];
    const causes = [undefined, false, true].map((hasKey) => causeOf({ rules }, hasKey));
    assert.deepEqual(causes, ['rule 2 (not certain)', 'rule 2', 'rule 1']);
    const treatments = [{ name: 'on', segments: ['vip'] }, { name: 'off' }];
    assert.equal(causeOf({ treatments }), 'the default rule (not certain)');
    assert.equal(causeOf({ treatments }, false), 'the default rule');
    assert.equal(causeOf({ rules: [rule('on', vip)], trafficAllocation: 0 }, true), 'the traffic allocation is 0%');
  });

  it('is uncertain if an individual target may decide, even if the treatment is the same in both cases', () => {
    const treatments = [{ name: 'on' }, { name: 'off', segments: ['vip'] }];
    assert.equal(causeOf({ treatments }), 'the default rule (not certain)');
    assert.equal(causeOf({ treatments, trafficAllocation: 0 }), 'the traffic allocation is 0% (not certain)');
  });

  it('is uncertain if an unknown field such as prerequisites may decide, unless the flag is killed', () => {
    const prerequisites = [{ flag: 'search', treatments: ['on'] }];
    const textOf = (fields: Partial<FlagDefinition>): string => {
      const versions = [{ label: 'Live definition', definition: definition({ prerequisites, ...fields }) }];
      return explanationText({ target, versions, key: 'k', attributes: new Map(), segments: [] }).replaceAll(/\s+/g, ' ');
    };
    const note = 'Flag Admin can’t evaluate “prerequisites”. This key might get a different treatment because of it.';
    assert.ok(textOf({}).includes(`why: the default rule (not certain) ${note}`), textOf({}));
    assert.match(textOf({ killed: true }), /why: the flag is killed $/);
  });

  it('is not a missing definition if a 404 may hide the live one', () => {
    const textOf = (versions: Parameters<typeof explanationText>[0]['versions']): string =>
      explanationText({ target, versions, key: 'k', attributes: new Map(), segments: [] });
    const hidden = { label: 'Live definition', definition: undefined };
    assert.match(textOf([hidden]), /Live definition\n +no definition, or this API key can’t see it\n/);
    const removal = { label: 'Change request “Remove it”', definition: undefined };
    assert.match(textOf([{ ...hidden, definition: definition({}) }, removal]), /Remove it”\n +no definition\n/);
  });

  it('mentions the hash of the service only if the key may get one of several treatments', () => {
    const isHashMentioned = (fields: Partial<FlagDefinition>): boolean => {
      const versions = [{ label: 'Live definition', definition: definition(fields) }];
      return explanationText({ target, versions, key: 'k', attributes: new Map(), segments: [] }).includes('uses a hash');
    };
    const everybody = [{ treatment: 'on', size: 100 }];
    const half = [{ treatment: 'on', size: 50 }, { treatment: 'off', size: 50 }]; // prettier-ignore
    assert.deepEqual(
      [{ defaultRule: everybody }, { defaultRule: half, killed: true }, { defaultRule: half }, { defaultRule: everybody, trafficAllocation: 50 }].map(isHashMentioned),
      [false, false, true, true],
    ); // prettier-ignore
  });

  it('is shown with the configuration changes of the treatment that the key gets', () => {
    const versions = [100, 999].map((limit) => {
      const treatments = [{ name: 'on', configurations: '{"limit":1}' }, { name: 'off', configurations: `{"limit":${limit}}` }]; // prettier-ignore
      return { label: `limit ${limit}`, definition: definition({ treatments }) };
    });
    const text = explanationText({ target, versions, key: 'k', attributes: new Map(), segments: [] });
    assert.equal(text.split('a different configuration of “off”: limit 100 → 999').length, 2);
  });
});
