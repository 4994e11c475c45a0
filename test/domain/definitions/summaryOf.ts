/** A definition with two rules and three shares, and the summary of a change to it. */
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import { summarise, type SummaryItem } from '../../../src/domain/definitions/summary.ts';

export const rule = (string: string, size = 100): Rule => ({
  buckets: [{ treatment: 'on', size }],
  condition: { matchers: [{ type: 'IN_SEGMENT', string }] },
});
export const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  name: 'f',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [rule('a'), rule('b', 10)],
  defaultRule: [
    { treatment: 'on', size: 50 },
    { treatment: 'off', size: 30 },
    { treatment: 'v2', size: 20 },
  ],
  ...fields,
});
export const summaryOf = (before: FlagDefinition | undefined, after: FlagDefinition | undefined): readonly SummaryItem[] =>
  summarise(diffDefinitions(before, after));

export const codes = (...sides: Parameters<typeof summaryOf>): readonly string[] => summaryOf(...sides).map(({ code }) => code);
