/** Tests the sentences of “For whom” where the full texts of `thirtyReviews` would say too much: limits and tones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';
import '../fakeVscode.ts';
import { at, request, segment, shares } from './definition.ts';

const { groupText } = await import('../../../src/editor/words/groupWords.ts');
const { forWhom, mostSeriousLine } = await import('../../../src/editor/words/audienceWords.ts');

const inSegment = (name: string, on: number): Rule => ({ buckets: shares(on), condition: { matchers: [segment(name)] } });
const flag = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({ ...leastDefinition, ...fields });
const linesOf = (before: FlagDefinition, after: FlagDefinition, operationType = 'UPDATE') =>
  forWhom(request({ flag: after, operationType }), at(before))!;

describe('the “For whom” text of a change', () => {
  it('says if not every combination was tried, and then never says that nobody is affected', () => {
    const rules = Array.from({ length: 400 }, (_, index) => inSegment(`s${index}`, index % 101));
    const found = linesOf(flag({ rules }), flag({ rules: rules.toReversed() })).changed.map(({ text }) => text);
    assert.ok(found.some((text) => text.startsWith('There are too many combinations')));
    assert.ok(!found.includes('Nobody gets a different treatment or configuration.'));
  });

  it('never says that nobody is affected if an unknown field or several targets may serve what is reconfigured', () => {
    const all = [{ treatment: 'on', size: 100 }];
    const states: readonly Partial<FlagDefinition>[] = [
      { defaultRule: all, prerequisites: [{ flag: 'search', treatments: ['on'] }] },
      { defaultRule: [{ treatment: 'off', size: 100, note: 1 }] },
      {
        defaultRule: all,
        treatments: [
          { name: 'on', keys: ['a', 'b'] },
          { name: 'off', keys: ['a'] },
        ],
      },
    ];
    for (const state of states) {
      const before = flag(state);
      const treatments = before.treatments.map((one) => (one.name === 'off' ? { ...one, configurations: '2' } : one));
      const texts = linesOf(before, { ...before, treatments }).changed.map(({ text }) => text);
      assert.match(texts.join(), /Everybody who gets “off” gets it with a different configuration/);
      assert.ok(!texts.includes('Nobody gets a different treatment or configuration.'), JSON.stringify(state));
    }
  });

  it('never says that nobody is affected if an unknown kind of target is changed or removed', () => {
    const treatments = (...more: readonly object[]) =>
      flag({ treatments: ['on', 'off', 'v2'].slice(0, more.length).map((name, index) => ({ name, ...more[index] })) });
    const changes = [
      [treatments({ largeSegments: [{ name: 'a' }] }, {}), treatments({ largeSegments: [{ name: 'b' }] }, {})],
      [treatments({}, {}, { cohorts: ['x'] }), treatments({}, {})],
    ] as const;
    const texts = changes.map(([before, after]) => linesOf(before, after).changed.map(({ text }) => text));
    assert.deepEqual(texts, [
      ['Changes “on.largeSegments”. Flag Admin can’t tell which keys this affects.'],
      ['Changes “v2.cohorts”. Flag Admin can’t tell which keys this affects.'],
    ]);
  });

  it('does not say that shares with unknown fields change if only the traffic allocation does', () => {
    const noted = flag({ defaultRule: [{ treatment: 'on', size: 100, until: 5 }] });
    const texts = linesOf(noted, { ...noted, trafficAllocation: 50 }).changed.map(({ text }) => text);
    assert.deepEqual(texts, [
      'Everybody: the result isn’t known',
      'Some shares have fields that Flag Admin doesn’t know. It can’t tell which keys get these shares.',
    ]);
  });

  it('is shortened to the most serious line, even if a different line comes first', () => {
    const before = flag({ rules: [inSegment('a', 0), inSegment('b', 100)] });
    const after = { ...before, rules: [inSegment('a', 100), inSegment('b', 0)] };
    const tones = linesOf(before, after).changed.map(({ tone }) => tone);
    assert.deepEqual(tones, ['good', 'warning']);
    assert.equal(mostSeriousLine(request({ flag: after, operationType: 'UPDATE' }), at(before))?.tone, 'warning');
    const same = mostSeriousLine(request({ flag: before, operationType: 'UPDATE' }), at(before));
    assert.match(same?.text ?? '', /nothing/i);
  });

  it('does not say that an unknown field may decide before a kill', () => {
    const killed = flag({ killed: true, prerequisites: [{ flag: 'search' }] });
    const { changed } = linesOf(killed, { ...killed, defaultTreatment: 'on' });
    const [line, ...notes] = changed.map(({ text }) => text);
    assert.equal(line, 'Everybody: off → on');
    assert.ok(!notes[0]?.includes('prerequisites'), notes.join('\n'));
  });

  it('never says that nobody is affected by a kill or restore if an unknown field or matcher has an effect only while the flag is not killed', () => {
    const off = [{ treatment: 'off', size: 100 }];
    const moon = { buckets: off, condition: { matchers: [{ type: 'MOON', string: 'full' }] } };
    const field = 'Flag Admin can’t evaluate “holdback”. For some keys, this might determine the treatment';
    const matcher = 'The flag has a matcher that Flag Admin can’t evaluate (“MOON”). While the flag is not killed, an SDK';
    const states: readonly (readonly [Partial<FlagDefinition>, string])[] = [
      [{ holdback: { treatment: 'on', size: 5 } }, field],
      [{ rules: [moon] }, matcher],
    ];
    for (const [state, note] of states)
      for (const operation of ['KILL', 'RESTORE']) {
        const live = flag({ defaultRule: off, defaultTreatment: 'off', killed: operation === 'RESTORE', ...state });
        const texts = linesOf(live, live, operation).changed.map(({ text }) => text);
        assert.ok(texts.length === 1 && texts[0]!.startsWith(note), texts.join('\n'));
      }
  });

  it('reads an empty default treatment as none', () => {
    const before = flag({ defaultTreatment: null, trafficAllocation: 0, defaultRule: [{ treatment: 'on', size: 100 }] });
    const { changed } = linesOf(before, { ...before, defaultTreatment: '', trafficAllocation: 50 });
    const text = 'Everybody: 50% move from no treatment to “on” (no treatment 100% → 50%, on 0% → 50%)';
    assert.deepEqual(changed.map((line) => [line.mark, line.text]), [['some gain “on”', text]]); // prettier-ignore
  });

  it('says that everybody gains something, although the sum of the percentages is not exactly 100', () => {
    const sizes = [33, 56, 11];
    const defaultRule = ['on', 'v2', 'v3'].map((treatment, index) => ({ treatment, size: sizes[index]! }));
    const added = flag({ trafficAllocation: 64, defaultRule });
    const { changed } = forWhom(request({ flag: added, operationType: 'CREATE' }), at(undefined))!;
    assert.deepEqual(changed.map(({ mark }) => mark), ['gains “on”, “v2”, “v3”, and “off”']); // prettier-ignore
  });

  it('says that keys gain the first default treatment', () => {
    const before = flag({ defaultTreatment: '', trafficAllocation: 50 });
    const { changed } = linesOf(before, { ...before, defaultTreatment: 'on' });
    assert.deepEqual(changed.map(({ mark }) => mark), ['some gain “on”']); // prettier-ignore
  });

  it('says that a negated pattern depends on the SDK, even if the pattern can’t be evaluated', () => {
    const matcher = { type: 'MATCHES_STRING', attribute: 'country', string: '(a+)+$', negate: true };
    const rules = [{ buckets: shares(100), condition: { matchers: [matcher] } }];
    const texts = linesOf(flag(), flag({ rules })).changed.map(({ text }) => text);
    assert.ok(
      texts.some((text) => /“country”, its treatment depends on the SDK/.test(text)),
      texts.join('\n'),
    );
  });

  it('doubts an unknown combiner also in what a restore would change', () => {
    const either = { buckets: shares(100), condition: { combiner: 'OR', matchers: [segment('a'), segment('b')] } };
    const killed = flag({ killed: true });
    const texts = linesOf(killed, { ...killed, rules: [either] }).changed.map(({ text }) => text);
    assert.ok(texts.some((text) => text.startsWith('If the flag were restored: (In “a” OR in “b”): ')), texts.join('\n')); // prettier-ignore
    assert.ok(
      texts.some((text) => text.includes('combined with “OR”')),
      texts.join('\n'),
    );
  });

  it('names every treatment that is lost if a definition is removed', () => {
    const { changed } = linesOf(flag({ defaultRule: shares(10) }), flag(), 'ARCHIVE');
    assert.equal(changed[0]?.mark, 'loses “on” and “off”');
  });

  it('never says that no treatment is lost if the shares before did not add up to 100%', () => {
    const on = (size: number) => flag({ defaultRule: [{ treatment: 'on', size }] });
    const { changed } = linesOf(on(80), on(100));
    assert.deepEqual([changed[0]?.mark, changed[0]?.tone], ['some gain “on”', 'good']);
    const off = flag({ defaultRule: [{ treatment: 'off', size: 100 }] });
    assert.equal(linesOf(on(80), off).changed[0]?.mark, 'some lose “on”');
  });

  it('says if a list in a condition is empty', () => {
    const none = { type: 'IN_LIST_STRING', attribute: 'country', strings: [] };
    const condition = { combiner: 'OR', matchers: [segment('beta'), none] };
    const group = { all: [{ asked: { code: 'condition', condition: { condition } }, isNegated: false } as const], unless: [] };
    assert.equal(groupText(group, { before: undefined, after: undefined, most: 4 }), '(in “beta” OR country nothing)');
  });

  it('counts the rules that it does not name, not the ranges of their numbers', () => {
    const decided = {
      side: 'before',
      by: [1, 3, 5, 7, 9, 10, 11, 13, 14].map((index) => ({ code: 'rule', index }) as const),
    } as const;
    const text = groupText({ all: [], unless: [], decided }, { before: undefined, after: undefined, most: 4 });
    assert.equal(text, 'where one of the rules 2, 4, 6, 8, and 5 others decides');
  });

  it('merges many lines into a few with ranges, and still has the exact lines, each with different words', () => {
    const rules = Array.from({ length: 9 }, (_, index) => inSegment(`s${index}`, index));
    const half = flag({ defaultRule: shares(50) });
    const { changed, exact } = linesOf({ ...half, rules }, half);
    assert.ok(changed.length <= 6 && exact.length > 6, JSON.stringify(changed));
    for (const { line, text } of [...changed, ...exact]) assert.ok(line, text);
    assert.equal(new Set(exact.map(({ text }) => text)).size, exact.length);
  });
});
