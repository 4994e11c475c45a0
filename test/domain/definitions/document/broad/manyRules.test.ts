/** Documents of more rules than people write: ten times the rules take not much more than ten times as long. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../../../src/api/model.ts';
import { mergeDefinitions } from '../../../../../src/domain/definitions/document/merge.ts';
import { shadowedRules } from '../../../../../src/domain/definitions/document/reach.ts';
import { asSent, leastDefinition } from '../../anyDefinition.ts';

const rule = (name: string): Rule => ({
  buckets: [{ treatment: 'on', size: 50 }],
  condition: { matchers: [{ type: 'IN_SEGMENT', string: name }] },
});
const definition = (rules: readonly Rule[]): FlagDefinition => asSent({ ...leastDefinition, rules: [...rules] });

/** How many times as long the work takes with many once as with a tenth ten times: about 1, and 10 if each is looked at with each. */
function timesAsLong(many: number, work: (count: number) => () => unknown): number {
  const time = (count: number): number => {
    const once = work(count);
    const times = Array.from({ length: 3 }, () => {
      // Time of the processor: what else the machine does is none of it.
      const start = process.cpuUsage();
      for (let done = 0; done < many; done += count) once();
      const { user, system } = process.cpuUsage(start);
      return user + system;
    });
    return Math.min(...times);
  };
  return time(many) / time(many / 10);
}

describe('two changes of 3,000 rules', () => {
  const changes: Readonly<Record<string, (rules: readonly Rule[]) => readonly [live: readonly Rule[], mine: readonly Rule[]]>> = {
    'a new one behind every second, on either side': (rules) => [
      rules.flatMap((one, at) => (at % 2 === 0 ? [one, rule(`live-${at}`)] : [one])),
      rules.flatMap((one, at) => (at % 2 === 1 ? [one, rule(`mine-${at}`)] : [one])),
    ],
    'as many new ones at the top as there are, and below': (rules) => [
      [...rules.map((_, at) => rule(`live-${at}`)), ...rules],
      [...rules, ...rules.map((_, at) => rule(`mine-${at}`))],
    ],
  };
  for (const [what, change] of Object.entries(changes))
    it(`are merged in less than four times what 300 take ten times: ${what}`, () => {
      const ratio = timesAsLong(3000, (count) => {
        const base = Array.from({ length: count }, (_, at) => rule(`s${at}`));
        const [live, mine] = change(base);
        const three = [definition(base), definition(live), definition(mine)] as const;
        const merge = mergeDefinitions(...three);
        assert.ok(merge.ok);
        assert.equal(merge.definition?.rules.length, live.length + mine.length - count);
        return () => mergeDefinitions(...three);
      });
      assert.ok(ratio < 4, `${ratio.toFixed(1)} times`);
    });
});

describe('10,000 rules that ask for the same attributes', () => {
  it('are checked for those that nobody gets to in less than twice what 1,000 take ten times', () => {
    const ratio = timesAsLong(10_000, (count) => {
      const asked = Array.from({ length: count }, (_, at): readonly Matcher[] => [
        { type: 'IN_LIST_STRING', attribute: 'country', strings: [`c${at}`] },
        { type: 'EQUAL_NUMBER', attribute: 'age', number: at },
      ]);
      return () => assert.equal(shadowedRules(asked).size, 0);
    });
    assert.ok(ratio < 2, `${ratio.toFixed(1)} times`);
  });
});
