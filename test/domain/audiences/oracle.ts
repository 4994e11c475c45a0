/**
 * What a key gets, written down as plainly as the documents say it (service-beyond.md, Evaluation and Matchers), and without any code of
 * `src`: the audiences are tested against it.
 */
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';

/** An attribute that is not there is absent. */
export interface Key {
  readonly key: string;
  readonly segments: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** In percent, by treatment; `unknown` = the documents don't say. */
export type Given = Readonly<Record<string, number>> | 'unknown';

/** Three answers: yes, no, and that nobody here can tell. */
type Answer = boolean | 'unknown';

const not = (answer: Answer): Answer => (answer === 'unknown' ? answer : !answer);

export function oracle(definition: FlagDefinition | undefined, key: Key): Given {
  if (!definition) return {};
  const { treatments, defaultTreatment, rules, defaultRule, trafficAllocation, killed } = definition;
  const all = (treatment: string): Given => ({ [treatment]: 100 });
  const fallback = defaultTreatment ?? 'undefined';
  if (killed === true) return all(fallback);

  const targets = treatments.filter(
    (one) => one.keys?.includes(key.key) === true || one.segments?.some((name) => key.segments.includes(name)) === true,
  );
  if (targets.length > 1) return 'unknown';
  if (targets.length === 1) return all(targets[0]!.name);

  const inside = Math.max(0, Math.min(100, trafficAllocation ?? 100));
  const shares = (buckets: FlagDefinition['defaultRule']): Given => {
    const given: Record<string, number> = {};
    for (const { treatment, size } of buckets) given[treatment] = (given[treatment] ?? 0) + (size * inside) / 100;
    given[fallback] = (given[fallback] ?? 0) + (100 - inside);
    return Object.fromEntries(Object.entries(given).filter(([, percent]) => percent > 0));
  };
  const from = (index: number): Given => {
    const rule = rules[index];
    if (!rule) return shares(defaultRule);
    const isAskedBefore = rules.slice(0, index).some((one) => JSON.stringify(one.condition) === JSON.stringify(rule.condition));
    const answer = !isAskedBefore && meets(rule, key);
    if (answer === true) return shares(rule.buckets);
    const later = from(index + 1);
    if (answer === false) return later;
    // Whatever the answer is, if it is the same.
    return isSameGiven(later, shares(rule.buckets)) ? later : 'unknown';
  };
  return from(0);
}

export function isSameGiven(one: Given, other: Given): boolean {
  if (one === 'unknown' || other === 'unknown') return one === other;
  const treatments = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...treatments].every((treatment) => Math.abs((one[treatment] ?? 0) - (other[treatment] ?? 0)) < 1e-6);
}

/** A rule whose combiner is not AND is one that nobody here understands. */
export function meets({ condition }: Rule, key: Key): Answer {
  if ((condition.combiner ?? 'AND') !== 'AND') return 'unknown';
  const answers = condition.matchers.map((matcher) => meetsMatcher(matcher, key));
  if (answers.includes(false)) return false;
  return answers.includes('unknown') ? 'unknown' : true;
}

export function meetsMatcher(matcher: Matcher, key: Key): Answer {
  const answer = plain(matcher, key);
  return matcher.negate === true ? not(answer) : answer;
}

function plain(matcher: Matcher, key: Key): Answer {
  const { type, attribute } = matcher;
  const string = matcher['string'] as string;
  const strings = matcher['strings'] as readonly string[];
  const number = matcher['number'] as number;
  const date = matcher['date'] as number;
  const between = matcher['between'] as { from: never; to: never };
  if (type === 'IN_SEGMENT') return key.segments.includes(string);
  // It depends on what another flag gives.
  if (type === 'IN_SPLIT') return 'unknown';
  const value = attribute ? key.attributes[attribute] : key.key;
  // The documents don't say whether who lacks an attribute meets the opposite of what is asked of it.
  if (value === undefined) return matcher.negate === true ? 'unknown' : false;
  const text = String(value);
  const items = Array.isArray(value) ? (value as readonly string[]) : [text];
  switch (type) {
    case 'IN_LIST_STRING':
      return strings.includes(text);
    case 'STARTS_WITH_STRING':
      return strings.some((one) => text.startsWith(one));
    case 'ENDS_WITH_STRING':
      return strings.some((one) => text.endsWith(one));
    case 'CONTAINS_STRING':
      return strings.some((one) => text.includes(one));
    case 'MATCHES_STRING':
      return new RegExp(string, 'u').test(text);
    case 'EQUAL_SET':
      return strings.every((one) => items.includes(one)) && items.every((one) => strings.includes(one));
    case 'ANY_OF_SET':
      return strings.some((one) => items.includes(one));
    case 'ALL_OF_SET':
      return strings.every((one) => items.includes(one));
    case 'PART_OF_SET':
      return items.every((one) => strings.includes(one));
    case 'EQUAL_NUMBER':
      return value === number;
    case 'LESS_THAN_OR_EQUAL_NUMBER':
      return (value as number) <= number;
    case 'GREATER_THAN_OR_EQUAL_NUMBER':
      return (value as number) >= number;
    case 'BETWEEN_NUMBER':
    case 'BETWEEN_DATE':
      return (value as number) >= between.from && (value as number) <= between.to;
    case 'ON_DATE':
      return dayOf(value as number) === dayOf(date);
    case 'ON_OR_AFTER_DATE':
      return (value as number) >= date;
    case 'ON_OR_BEFORE_DATE':
      return (value as number) <= date;
    case 'BOOLEAN':
      return value === matcher['bool'];
    case 'EQUAL_TO_SEMVER':
      return compareVersions(text, string) === 0;
    case 'GREATER_THAN_OR_EQUAL_TO_SEMVER':
      return compareVersions(text, string) >= 0;
    case 'LESS_THAN_OR_EQUAL_TO_SEMVER':
      return compareVersions(text, string) <= 0;
    case 'BETWEEN_SEMVER':
      return compareVersions(text, between.from) >= 0 && compareVersions(text, between.to) <= 0;
    case 'IN_LIST_SEMVER':
      return strings.some((one) => compareVersions(text, one) === 0);
    default:
      return 'unknown';
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** semver.org, 11: numbers by number, then a version before a release stands before it. */
export function compareVersions(one: string, other: string): number {
  const [core = '', before] = one.split('-', 2);
  const [otherCore = '', otherBefore] = other.split('-', 2);
  for (const part of [0, 1, 2]) {
    const difference = Number(core.split('.')[part]) - Number(otherCore.split('.')[part]);
    if (difference !== 0) return difference;
  }
  if (before === otherBefore) return 0;
  if (before === undefined) return 1;
  if (otherBefore === undefined) return -1;
  const [left, right] = [before.split('.'), otherBefore.split('.')];
  for (const [index, mine] of left.entries()) {
    const its = right[index];
    if (its === undefined) return 1;
    if (mine === its) continue;
    const [isNumber, isItsNumber] = [/^\d+$/.test(mine), /^\d+$/.test(its)];
    if (isNumber && isItsNumber) return Number(mine) - Number(its);
    if (isNumber !== isItsNumber) return isNumber ? -1 : 1;
    return mine < its ? -1 : 1;
  }
  return -1;
}
