/** For whom a change is, in the words that an approver reads. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { ChangeRequest, FlagDefinition, Rule } from '../../../src/api/model.ts';
import type { Live } from '../../../src/operations/readReview.ts';
import { leastDefinition } from '../../domain/definitions/anyDefinition.ts';

await import('../fakeVscode.ts');
const { effectLines, forWhom } = await import('../../../src/editor/changeTexts/audienceWords.ts');
const { plainLine } = await import('../../../src/editor/changeTexts/changeLines.ts');

const on = (size: number): Rule['buckets'] => [
  { treatment: 'on', size },
  { treatment: 'off', size: 100 - size },
];
const segment = (string: string, size = 100): Rule => ({
  buckets: on(size),
  condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string }] },
});
const flag = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({ ...leastDefinition, ...fields });
const request = (flagAsked: FlagDefinition | null, operationType = 'UPDATE'): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType,
  approvers: [],
  comments: [],
  flag: flagAsked,
});
const live = (definition: FlagDefinition | undefined): Live => ({ kind: 'definition', definition });
const changed = (before: FlagDefinition | undefined, after: FlagDefinition, operationType?: string): readonly string[] =>
  forWhom(request(after, operationType), live(before))!.changed.map(plainLine);

describe('for whom a change is', () => {
  it('is everybody else who loses, and not those who keep what they have', () => {
    const found = forWhom(request(flag({ rules: [segment('beta-accounts')] })), live(flag({ defaultRule: on(100) })));
    assert.deepEqual(found, {
      changed: [
        {
          text: 'Everybody else: on 100% → off 100%',
          parts: ['Everybody else', 'on 100% → off 100%'],
          tone: 'warning',
          mark: 'loses on',
        },
      ],
      unchanged: [
        {
          text: 'beta-accounts: no change, on 100%',
          parts: ['beta-accounts', 'no change, on 100%'],
          tone: 'neutral',
        },
      ],
    });
  });

  it('is not said of more rules than can be told apart while somebody waits', () => {
    const rules = Array.from({ length: 1_001 }, (_, index) => segment(`segment-${index}`));
    const found = changed(flag({ rules }), flag({ rules: rules.toReversed() }));
    assert.deepEqual(found, ['It has too many rules to say who gets something else.']);
    assert.ok(changed(flag({ rules: rules.slice(1) }), flag({ rules: [segment('beta'), ...rules.slice(2)] })).length > 1);
  });

  it('names who gets the same together, and everybody as everybody', () => {
    const rules = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => segment(name, 10));
    assert.deepEqual(changed(flag({ rules }), flag({ rules: rules.map((one) => ({ ...one, buckets: on(50) })) })), [
      'MORE ON: a; b; c; d and 2 more: on 10% → on 50%',
    ]);
    assert.deepEqual(changed(flag({ defaultRule: on(10) }), flag(), 'KILL'), ['LOSES ON: Everybody: on 10% → off 100%']);
    assert.deepEqual(changed(undefined, flag({ defaultRule: on(10) }), 'CREATE'), [
      'GAINS ON: Everybody: no definition → on 10%',
    ]);
    assert.deepEqual(changed(flag({ defaultRule: on(10) }), flag(), 'ARCHIVE'), ['LOSES ON: Everybody: on 10% → no definition']);
  });

  it('are pairs, other keys and what is not known, each said as such', () => {
    const [a, b] = [segment('a'), segment('b', 0)];
    assert.deepEqual(changed(flag({ rules: [a, b] }), flag({ rules: [b, a] })), ['LOSES ON: b and a: on 100% → off 100%']);
    assert.deepEqual(changed(flag({ defaultRule: on(50) }), flag({ defaultRule: on(50).toReversed() })), [
      'OTHER KEYS: Everybody: on 50% as before, but other keys get it',
    ]);
    const depends: Rule = {
      buckets: on(100),
      condition: { matchers: [{ type: 'IN_SPLIT', depends: { splitName: 'new-search', treatment: 'vector' } }] },
    };
    assert.deepEqual(changed(flag({ rules: [depends] }), flag({ rules: [depends], defaultRule: on(30) })), [
      'GAINS ON: Everybody else: off 100% (unless rule 1 decides: not known) → on 30% (unless rule 1 decides: not known)',
    ]);
    assert.deepEqual(changed(flag(), flag({ rules: [depends] })), [
      'NOT KNOWN: Everybody else: off 100% → off 100% (unless rule 1 decides: not known)',
      'GAINS ON: key gets vector from the flag new-search: off 100% → on 100%',
    ]);
    const outside: Rule = {
      buckets: on(100),
      condition: { matchers: [{ type: 'IN_LIST_STRING', attribute: 'country', strings: ['DE'], negate: true }] },
    };
    assert.deepEqual(changed(flag(), flag({ rules: [outside] })), [
      'GAINS ON: Everybody else: off 100% → on 100%',
      'Without country: not known, as a rule asks for the opposite of a value.',
    ]);
  });

  it('is nobody where only words change, and not said where nothing does or a side is not known', () => {
    const described = flag({ treatments: [{ name: 'on', description: 'New' }, { name: 'off' }] }); // prettier-ignore
    assert.deepEqual(changed(flag(), described), ['Nobody gets anything else.']);
    assert.equal(forWhom(request(flag()), live(flag())), undefined);
    assert.equal(forWhom(request(flag()), { kind: 'unknown' }), undefined);
  });

  it('is never everybody where only pairs change', () => {
    const [a, b] = [segment('a'), segment('b')];
    const off = ['c', 'd', 'e'].map((name) => segment(name, 0));
    const { changed: lines, unchanged } = forWhom(
      request(flag({ rules: [...off, a, b] })),
      live(flag({ rules: [a, b, ...off] })),
    )!;
    assert.deepEqual(lines.map(plainLine), ['LOSES ON: c and a; c and b; d and a; d and b and 2 more: on 100% → off 100%']);
    assert.deepEqual(unchanged.map(plainLine), ['Everybody else; c; d; e: no change, off 100%', 'a; b: no change, on 100%']);
  });

  it('is not said to be nobody where that is not known of somebody', () => {
    const age = (negate: boolean): Rule => ({
      buckets: on(negate ? 100 : 0),
      condition: { matchers: [{ type: 'EQUAL_NUMBER', attribute: 'age', number: 5, negate }] },
    });
    const rules = [age(true), age(false)];
    assert.deepEqual(changed(flag({ rules }), flag({ rules, defaultRule: on(100) })), [
      'Without age: not known, as a rule asks for the opposite of a value.',
    ]);
    // More pairs than are tried: each of three hundred segments may hold keys of each other.
    const many = Array.from({ length: 300 }, (_, index) => segment(`s${index}`, index % 2));
    const turned = many.map((rule, index) => ({ ...rule, buckets: on((index + 1) % 2) }));
    const same = [...many, ...turned];
    const text = 'Further pairs of them may get something else than each alone: they are too many to try.';
    const found = changed(flag({ rules: same.toReversed() }), flag({ rules: same }));
    assert.equal(found.at(-1), text);
    assert.ok(!found.includes('Nobody gets anything else.'));
    // All that are listed get the same, but some pair may not.
    const alike = (size: number): FlagDefinition =>
      flag({ rules: many.map((rule) => ({ ...rule, buckets: on(size) })), defaultRule: on(size) });
    const all = changed(alike(10), { ...alike(50), rules: alike(50).rules.toReversed() });
    assert.match(all[0]!, /^MORE ON: Everybody else; s\d+; .+: on 10% → on 50%$/);
    assert.equal(all.at(-1), text);
  });

  it('says first that not everybody is listed if that takes too much work, and never that nobody gets anything else', () => {
    const list = (type: string, index: number, length: number): Rule => ({
      buckets: on(100),
      condition: { matchers: [{ type, strings: Array.from({ length }, (_, one) => `${index}-${one}`) }] },
    });
    const rules = Array.from({ length: 250 }, (_, index) => [
      list('IN_LIST_STRING', index, 300),
      list('CONTAINS_STRING', index, 200),
    ]).flat();
    const left =
      'Not everybody is listed: the rules have too many lists or patterns to work out all of them. Others may get something else, too.';
    assert.deepEqual(changed(flag({ rules }), flag({ rules: rules.toReversed() })), [left]);
    const lines = changed(flag({ rules }), flag({ rules, defaultRule: on(100) }));
    assert.deepEqual(lines, [left, 'GAINS ON: Whoever matches no rule and no target: off 100% → on 100%']);
    const kill = effectLines(request(flag(), 'KILL'), live(flag({ rules })), { isProduction: false });
    assert.equal(kill[0]?.text, left);
  });

  it('names the treatments that stay and have another configuration, of those that somebody gets', () => {
    const treatments = (color: string) => ['on', 'off'].map((name) => ({ name, configurations: `{"color":"${color}"}` }));
    const [red, blue] = [flag({ treatments: treatments('red') }), flag({ treatments: treatments('blue') })];
    assert.deepEqual(forWhom(request(blue), live(red)), {
      changed: [{ text: 'Whoever gets off gets another configuration of it.', tone: 'neutral' }],
      unchanged: [{ text: 'Everybody: no change, off 100%', parts: ['Everybody', 'no change, off 100%'], tone: 'neutral' }],
    });
  });

  it('takes four lines at most where there is little room', () => {
    const rules = Array.from({ length: 9 }, (_, index) => segment(`s${index}`, index));
    const asked = request(flag({ defaultRule: on(5) }));
    const lines = effectLines(asked, live(flag({ rules, defaultRule: on(100) })), { isProduction: true });
    assert.equal(lines[0]!.mark, 'production · less on');
    assert.match(lines[3]!.text, /^\d more lines in the review say who gets something else\.$/);
  });
});
