/** Tests that the count, the vendor's engine and Explain put the same keys into each line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { AttributeValue, GroupLine } from '../../../../src/domain/audiences/audienceChange.ts';
import { countSteps, type KeyCount, type CountedChange } from '../../../../src/domain/audiences/countKeys.ts';
import { factsNeededFor, evaluate, type KeyFacts } from '../../../../src/domain/audiences/evaluate.ts';
import { audienceChange } from '../../../../src/domain/audiences/findAudienceChange.ts';
import { joinToAtMost } from '../../../../src/domain/audiences/joinLines.ts';
import { FIXED, runs } from '../../../properties/runs.ts';
import { denseChange, FREE, listChange, smallChange, UNKNOWN_CONDITION, VALUES, type Change } from './corpus.ts';
import type { Key } from './engine.ts';
import { isInLine, membership, truthsOf } from './truths.ts';

const KEYS = [...VALUES['']!, 'k4', 'm1', 'm2', 'acct-9'] as readonly string[];

/** One number for each key. Its four bits say which of the four segments contain the key. */
const placed = fc.array(fc.nat(15), { minLength: KEYS.length, maxLength: KEYS.length });
const assignments = fc.array(fc.infiniteStream(fc.nat(1_000)), { minLength: 3, maxLength: 3 });

function counted(change: CountedChange): KeyCount {
  const steps = countSteps(change);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value!;
}

const seen = { sure: 0, possible: 0, out: 0, decided: 0 };

/** `readable`: the segments whose keys the count receives. It knows nothing about the others. */
function check(change: Change, places: readonly number[], streams: readonly fc.Stream<number>[], readable: number): void {
  const { before, after, emptySegments } = change;
  const definitions = [before, after];
  const asked = factsNeededFor(definitions);
  const isInSegment = (key: number, segment: number): boolean =>
    !emptySegments.has(asked.segments[segment]!) && ((places[key]! >> (segment % 4)) & 1) === 1;
  const segments = new Map(
    asked.segments.map((name, segment) => [name, KEYS.filter((_, key) => isInSegment(key, segment))] as const),
  );
  const known = new Map([...segments].filter(([name], at) => emptySegments.has(name) || ((readable >> (at % 4)) & 1) === 1));
  const found = audienceChange(before, after, { emptySegments });
  for (const lines of [found.lines, joinToAtMost(found.lines, 2)]) {
    const count = counted({ before, after, lines, segments: known });
    const listed = new Set([...known.values()].flat());
    assert.ok(count.listed >= listed.size);
    for (const stream of streams)
      for (const [at, key] of KEYS.entries()) {
        if (!listed.has(key)) continue;
        const attributes = Object.fromEntries(
          asked.attributes.map((name) => [name, VALUES[name]![stream.next().value % VALUES[name]!.length]]),
        );
        const inSegments = asked.segments.filter((_, segment) => isInSegment(at, segment));
        checkKey(change, lines, count, { key, segments: inSegments, flags: [], attributes });
      }
  }
}

function checkKey(change: Change, lines: readonly GroupLine[], count: KeyCount, key: Key): void {
  const { before, after } = change;
  const { decisions } = truthsOf(change, 'engine')(key);
  const meets = membership(key, 'engine');
  const facts: KeyFacts = {
    key: key.key,
    attributes: new Map(Object.entries(key.attributes)) as ReadonlyMap<string, AttributeValue | undefined>,
    segments: new Map(factsNeededFor([before, after]).segments.map((name) => [name, key.segments.includes(name)])),
    doesMissingMeetNegated: true,
  };
  const explained = [evaluate(before, facts), evaluate(after, facts)];
  let isInAny = false;
  for (const [index, line] of lines.entries()) {
    const { sure, possible } = count.lines[index]!;
    const isSure = sure.first(Infinity).includes(key.key);
    const isPossible = isSure || possible.first(Infinity).includes(key.key);
    const isTruly = isInLine(line, decisions, meets);
    const words = JSON.stringify({ line, key, decisions });
    if (isSure) assert.ok(isTruly, `the engine does not have it in ${words}`);
    if (isTruly) assert.ok(isPossible, `not counted: ${words}`);
    seen[isSure ? 'sure' : isPossible ? 'possible' : 'out'] += 1;
    if (line.groups.some(({ decided }) => decided)) seen.decided += 1;
    isInAny ||= isPossible;
    if (!isSure) continue;
    // The line and Explain must agree about what the key gets before and after.
    for (const [side, shares] of [line.before, line.after].entries())
      if (shares && explained[side]!.unless.length === 0)
        assert.deepEqual(sorted(explained[side]!.shares), sorted(shares), words);
  }
  if (!isInAny && explained.every(({ unless }) => unless.length === 0))
    assert.deepEqual(sorted(explained[0]!.shares), sorted(explained[1]!.shares), JSON.stringify({ lines, key }));
}

const sorted = (shares: readonly { readonly treatment: string | undefined; readonly percent: number }[]): readonly string[] =>
  shares.map(({ treatment, percent }) => `${treatment} ${percent}`).toSorted();

/** The engine evaluates these conditions itself; the count can't evaluate them. */
const isPlain = (change: Change): boolean => {
  const text = JSON.stringify([change.before, change.after]);
  return !FREE.test(text) && !UNKNOWN_CONDITION.test(text) && !text.includes('IN_SPLIT');
};

describe('a count of keys', () => {
  for (const [name, changes, number] of [
    ['small definitions', smallChange, 400],
    ['many rules over few segments', denseChange, 20],
    ['overlapping lists', listChange, 100],
  ] as const)
    it(`puts each key into the same lines as the engine and Explain do, for ${name}`, () => {
      fc.assert(fc.property(changes.filter(isPlain), placed, assignments, fc.nat(15), check), runs(number, FIXED));
    });

  it('counts a key that may be a target of two treatments as possible, not as sure', () => {
    const before = {
      name: 'f',
      treatments: [
        { name: 'on', segments: ['unread'] },
        { name: 'off', segments: ['refused'] },
      ],
      rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers: [{ type: 'IN_SEGMENT', string: 'read' }] } }],
      defaultRule: [{ treatment: 'off', size: 100 }],
    };
    const single = [{ code: 'rule', index: 0 }, { code: 'target', treatment: 'on' }, { code: 'target', treatment: 'off' }] as const; // prettier-ignore
    const both = { code: 'severalTargets', treatments: ['on', 'off'] } as const;
    const lines = [single, [both], [...single, both], [{ code: 'defaultRule' } as const]].map((by) => ({
      groups: [{ all: [], unless: [], decided: { side: 'before' as const, by } }],
      moves: [],
      isGainOnly: false,
    }));
    const count = counted({ before, after: undefined, lines, segments: new Map([['read', ['k']]]) });
    assert.deepEqual(
      count.lines.map(({ sure, possible }) => [sure.count, possible.count]),
      [[0, 1], [0, 1], [0, 1], [0, 0]],
    ); // prettier-ignore
  });

  it('counts a key that is a target of three of many treatments in the lines about two of these', () => {
    const treatments = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, keys: 'abc'.includes(name) ? ['k'] : [name] }));
    const before = { name: 'f', treatments, rules: [], defaultRule: [{ treatment: 'a', size: 100 }] };
    const lines = [['a', 'b'], ['b', 'c'], ['a', 'd']].map((some) => ({
      groups: [{ all: [], unless: [], decided: { side: 'before' as const, by: [{ code: 'severalTargets' as const, treatments: some, isAtLeast: true as const }] } }],
      moves: [],
      isGainOnly: false,
    })); // prettier-ignore
    const count = counted({ before, after: undefined, lines, segments: new Map() });
    assert.deepEqual(
      count.lines.map(({ sure, possible }) => [sure.count, possible.count]),
      [[1, 0], [1, 0], [0, 0]],
    ); // prettier-ignore
  });

  it('yields at least once per 1,000 keys, and evaluates the rules only once for all keys with the same segments', () => {
    const keys = (first: number): readonly string[] => Array.from({ length: 100_000 }, (_, index) => `k${first + index}`);
    let asked = 0;
    const rule = (string: string) => ({
      buckets: [{ treatment: 'on', size: 100 }],
      condition: {
        get matchers() {
          asked += 1;
          return [{ type: 'IN_SEGMENT', string }];
        },
      },
    });
    const before = { name: 'f', treatments: [], rules: ['a', 'b'].map(rule), defaultRule: [{ treatment: 'off', size: 100 }] };
    const decided = { side: 'before', by: [{ code: 'rule', index: 0 }] } as const;
    const lines = [{ groups: [{ all: [], unless: [], decided }], moves: [], isGainOnly: false }];
    const segments = new Map([['a', keys(0)], ['b', keys(50_000)]]); // prettier-ignore
    const steps = countSteps({ before, after: undefined, lines, segments });
    let rests = 0;
    for (let step = steps.next(); ; step = steps.next(), rests += 1)
      if (step.done) {
        const { listed, lines: counts } = step.value!;
        assert.deepEqual([listed, counts[0]!.sure.count, counts[0]!.possible.count], [150_000, 100_000, 0]);
        break;
      }
    assert.ok(rests >= 150, `${rests}`);
    assert.ok(asked <= 20, `${asked}`);
  });

  it('was checked with many keys that are surely, possibly, and not in a line', () => {
    assert.ok(Object.values(seen).every((count) => count > 1_000), JSON.stringify(seen)); // prettier-ignore
  });
});
