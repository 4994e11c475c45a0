/** No mark of a summary says what is not so: held against what each key gets, worked out one by one in the service's order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import { summarise, type SummaryItem } from '../../../src/domain/definitions/summary.ts';
import { runs } from '../../properties/runs.ts';

const RUNS = 5_000;

const TREATMENTS = ['on', 'v2', 'off', 'control'];
const SEGMENTS = ['a', 'b', 'c'];
/** A key for each way to be in segments. */
const KEYS = Array.from({ length: 8 }, (_, bits) => ({
  name: `k${bits}`,
  segments: SEGMENTS.filter((_name, index) => (bits >> index) & 1),
}));

const buckets = fc
  .tuple(fc.constantFrom(...TREATMENTS), fc.constantFrom(...TREATMENTS), fc.constantFrom(0, 20, 50, 100))
  .map(([one, other, size]) => [{ treatment: one, size }, { treatment: other, size: 100 - size }]); // prettier-ignore
const matcher = fc.constantFrom(...SEGMENTS).map((string) => ({ type: 'IN_SEGMENT', string }));
const rule = fc.record({ buckets, condition: fc.record({ matchers: fc.array(matcher, { maxLength: 2 }) }) });
const treatments = fc
  .array(fc.tuple(fc.constantFrom(...TREATMENTS), fc.constantFrom(...KEYS)), { maxLength: 2 })
  .map((targets) => TREATMENTS.map((name) => ({ name, keys: targets.filter(([of]) => of === name).map(([, key]) => key.name) })));
const definition = fc.record({
  name: fc.constant('f'),
  treatments: fc.oneof({ arbitrary: fc.constant(TREATMENTS.map((name) => ({ name }))), weight: 3 }, treatments),
  defaultTreatment: fc.constantFrom('on', 'off', 'off'),
  trafficAllocation: fc.constantFrom(100, 100, 100, 50, 0),
  rules: fc.array(rule, { maxLength: 3 }),
  defaultRule: buckets,
  killed: fc.constantFrom(false, false, false, true),
});
/** Mostly one or two changes, as people make them. */
const change = fc
  .tuple(definition, definition, fc.uniqueArray(fc.nat(7), { maxLength: 3 }), fc.nat(3))
  .map(([before, other, what, place]): readonly [FlagDefinition, FlagDefinition] => {
    const [added = before.rules[0]] = other.rules;
    const edits: readonly Partial<FlagDefinition>[] = [
      { defaultRule: other.defaultRule },
      { trafficAllocation: other.trafficAllocation },
      { defaultTreatment: other.defaultTreatment },
      { killed: other.killed },
      { rules: added ? before.rules.toSpliced(place, 0, added) : [] },
      { rules: before.rules.map((one, index) => (index === 0 ? { ...one, buckets: other.defaultRule } : one)) },
      { rules: before.rules.toReversed() },
      { treatments: other.treatments, rules: other.rules },
    ];
    return [before, Object.assign({}, before, ...what.map((index) => edits[index])) as FlagDefinition];
  });

type Key = (typeof KEYS)[number];

/** What decides for a key that is asked: a target, a rule, or the default rule. */
function deciding({ treatments: all, rules, defaultRule }: FlagDefinition, key: Key) {
  const target = all.find(({ keys }) => keys?.includes(key.name));
  if (target) return { target, shares: [{ treatment: target.name, size: 100 }] };
  const decides = rules.find(({ condition }) =>
    condition.matchers.every((one) => key.segments.includes(one['string'] as string)),
  );
  return { rule: decides, shares: (decides ?? { buckets: defaultRule }).buckets };
}

/** In percent, by treatment that is not off. */
function outcome(of: FlagDefinition, key: Key): Readonly<Record<string, number>> {
  const { target, shares } = deciding(of, key);
  const allocated = of.killed ? 0 : target ? 100 : (of.trafficAllocation ?? 100);
  const got: Record<string, number> = { on: 0, v2: 0 };
  for (const { treatment, size } of shares) if (treatment in got) got[treatment]! += (size * allocated) / 100;
  if (of.defaultTreatment && of.defaultTreatment in got) got[of.defaultTreatment]! += 100 - allocated;
  return got;
}

/** Whom an item is about. */
function reached(item: SummaryItem, before: FlagDefinition, after: FlagDefinition): readonly Key[] {
  const edits = diffDefinitions(before, after).rules.flatMap((one) =>
    one.change === 'edited' && item.code === 'ruleEdited' && one.to === item.number - 1 ? [one] : [],
  );
  const keys = (isMeant: (old: Rule | undefined, now: Rule | undefined) => boolean): readonly Key[] =>
    KEYS.filter((key) => {
      const [old, now] = [deciding(before, key), deciding(after, key)];
      return !old.target && !now.target && isMeant(old.rule, now.rule);
    });
  switch (item.code) {
    case 'defaultRuleChanged':
      return keys((old, now) => !old && !now);
    case 'ruleAdded':
      return KEYS.filter((key) => deciding(after, key).rule === after.rules[item.number - 1]);
    case 'ruleEdited':
      return keys((old, now) => old !== undefined && edits.some((one) => one.before === old && one.after === now));
    case 'trafficAllocation':
    case 'defaultTreatment':
      return keys(() => true);
    default:
      return KEYS;
  }
}

describe('a mark of more or less', () => {
  it('is never contrary to what any key gets whom it is about', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(change, ([before, after]) => {
        for (const item of summarise(diffDefinitions(before, after), 20)) {
          if (item.risk !== 'servesMore' && item.risk !== 'servesLess') continue;
          seen.set(`${item.code} ${item.risk}`, (seen.get(`${item.code} ${item.risk}`) ?? 0) + 1);
          for (const key of reached(item, before, after)) {
            const [old, now] = [outcome(before, key), outcome(after, key)];
            const isContrary = (treatment: string): boolean =>
              item.risk === 'servesMore' ? now[treatment]! < old[treatment]! : now[treatment]! > old[treatment]!;
            assert.ok(!Object.keys(old).some(isContrary), `${item.code} ${item.risk}: ${key.name} ${JSON.stringify([old, now])}`);
          }
        }
      }),
      runs(RUNS),
    );
    // Each kind came, or the property says nothing. Fewer runs than usual are for looking at something else.
    if ((runs(RUNS).numRuns ?? RUNS) < RUNS) return;
    for (const code of ['defaultRuleChanged', 'trafficAllocation', 'defaultTreatment', 'restored', 'ruleAdded', 'ruleEdited'])
      for (const risk of ['servesMore', 'servesLess']) assert.ok((seen.get(`${code} ${risk}`) ?? 0) > 3, `${code} ${risk}`);
  });
});
