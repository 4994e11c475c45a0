/** What is said of audiences is what each of their keys gets, by the oracle: of all keys that meet at most two conditions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition, Matcher } from '../../../src/api/model.ts';
import type { Audience } from '../../../src/domain/audiences/audience.ts';
import { audiencesOf } from '../../../src/domain/audiences/audiences.ts';
import type { Outcome } from '../../../src/domain/audiences/outcome.ts';
import { runs } from '../../properties/runs.ts';
import { change, decidable, KEYS } from './anyAudience.ts';
import { isSameGiven, meets, meetsMatcher, oracle, type Given, type Key } from './oracle.ts';

type Sides = readonly [FlagDefinition | undefined, FlagDefinition | undefined];

/** Everything that either version asks, as matchers that are not negated, or as whole rules that nobody understands. */
function questionsOf(sides: Sides): readonly ((key: Key) => boolean)[] {
  const asked = new Map<string, (key: Key) => boolean>();
  const ask = (matcher: Matcher): void => {
    const plain = { ...matcher, negate: false };
    if (meetsMatcher(plain, KEYS[0]!) !== 'unknown') asked.set(JSON.stringify(plain), (key) => meetsMatcher(plain, key) === true);
  };
  for (const side of sides) {
    for (const { keys, segments } of side?.treatments ?? []) {
      if (keys && keys.length > 0) ask({ type: 'IN_LIST_STRING', strings: keys });
      for (const string of segments ?? []) ask({ type: 'IN_SEGMENT', string });
    }
    for (const rule of side?.rules ?? [])
      if (meets(rule, KEYS[0]!) !== 'unknown' || rule.condition['combiner'] === undefined) rule.condition.matchers.forEach(ask);
  }
  return [...asked.values()];
}

/** Whether a key meets what names an audience; undefined where nobody can tell. */
function isNamed(audience: Audience, key: Key): boolean | undefined {
  const answers = audience.traits.map(({ asked }): boolean | undefined => {
    if (asked.code === 'condition' || asked.code === 'unknown' || asked.code === 'getsTreatment') return undefined;
    if (asked.code === 'inSegment') return key.segments.includes(asked.segment);
    const value = 'attribute' in asked && asked.attribute !== undefined ? key.attributes[asked.attribute]! : key.key;
    switch (asked.code) {
      case 'inList':
        return asked.values.includes(String(value));
      case 'startsWith':
        return asked.values.some((one) => String(value).startsWith(one));
      case 'matches':
        return /^k\d$/.test(String(value));
      case 'atLeastNumber':
        return Number(value) >= asked.number;
      case 'equalsNumber':
        return Number(value) === asked.number;
      default:
        throw new Error(asked.code);
    }
  });
  return answers.includes(undefined) ? undefined : !answers.includes(false);
}

const givenBy = ({ shares }: Outcome): Given =>
  Object.fromEntries(shares.map(({ treatment, percent }) => [String(treatment), percent]));

/** Nothing is said of what can't be decided, and all of what can. */
function assertGiven(outcome: Outcome, given: Given, words: string): void {
  const isUndecided = outcome.unless.length > 0 || outcome.by.code === 'severalTargets';
  if (given === 'unknown') assert.ok(isUndecided, `${words}: ${JSON.stringify(outcome)} is not known`);
  else if (!isUndecided) assert.ok(isSameGiven(givenBy(outcome), given), `${words}: ${JSON.stringify([outcome, given])}`);
}

interface Group {
  readonly audience: Audience;
  /** The questions that its keys answer with yes. */
  readonly met: string;
}

/** The keys of an audience meet what names it, and of the rest no more than follows from that. */
function metBy(audience: Audience, signatures: ReadonlyMap<Key, string>): string | undefined {
  const met = KEYS.filter((key) => isNamed(audience, key)).map((key) => signatures.get(key)!);
  const least = [...new Set(met)].filter((one) => met.every((other) => other === one || !isPart(other, one)));
  return least.length === 1 ? least[0] : undefined;
}

const isPart = (one: string, other: string): boolean => one.split('').every((bit, index) => bit === '0' || other[index] === '1');
const both = (one: string, other: string): string =>
  one
    .split('')
    .map((bit, index) => (bit === '1' ? '1' : other[index]))
    .join('');

let [singles, pairs, undecided] = [0, 0, 0];

function check([before, after]: Sides): void {
  const { everybodyElse, named, pairs: listed } = audiencesOf(before, after, { maxPairs: Infinity });
  const questions = questionsOf([before, after]);
  const signatures = new Map(KEYS.map((key) => [key, questions.map((ask) => (ask(key) ? '1' : '0')).join('')]));
  const groupsOf = (all: readonly Audience[]): readonly Group[] =>
    all.flatMap((audience) => {
      const met = metBy(audience, signatures);
      return met === undefined ? [] : [{ audience, met }];
    });
  const [ofNamed, ofPairs] = [groupsOf(named), groupsOf(listed)];
  for (const [key, signature] of signatures) {
    const [old, now] = [oracle(before, key), oracle(after, key)];
    const words = JSON.stringify([key, before, after]);
    const assertIs = ({ before: was, after: is }: Audience): void => {
      assertGiven(was, old, words);
      assertGiven(is, now, words);
      if (old === 'unknown' || now === 'unknown') undecided += 1;
    };
    // Everybody meets a pattern that all keys meet, so nobody may be left.
    const own = signature.includes('1') ? ofNamed.find(({ met }) => met === signature)?.audience : everybodyElse;
    if (own) {
      singles += 1;
      assertIs(own);
      continue;
    }
    const pair = ofPairs.find(({ met }) => met === signature);
    if (pair) {
      pairs += 1;
      assertIs(pair.audience);
      continue;
    }
    for (const one of ofNamed)
      for (const other of ofNamed) {
        if (
          both(one.met, other.met) !== signature ||
          !isNamed(one.audience, key) ||
          !isNamed(other.audience, key) ||
          old === 'unknown' ||
          now === 'unknown'
        )
          continue;
        const isLike = ({ before: was, after: is }: Audience): boolean =>
          isSameGiven(givenBy(was), old) && isSameGiven(givenBy(is), now);
        const isNothing = isSameGiven(old, now);
        assert.ok(isNothing || isLike(one.audience) || isLike(other.audience), `no pair is listed: ${words}`);
      }
  }
}

describe('an audience', () => {
  it('gets what each of its keys gets, before and after', () => {
    fc.assert(fc.property(change, check), runs(600));
    assert.ok(singles > 1_000 && pairs > 50 && undecided > 50, `${singles} ${pairs} ${undecided}`);
  });

  it('gets no less than is known where both versions are decided', () => {
    fc.assert(
      fc.property(decidable, decidable, (before, after) => check([before, after])),
      runs(500),
    );
  });
});
