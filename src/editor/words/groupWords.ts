/** Describes the keys of a line of "For whom": "In “beta-accounts”, country “DE” or “FR”, unless in “paying”". */
import * as vscode from 'vscode';
import type { FlagDefinition, Matcher, Rule } from '../../api/model.ts';
import type { KeyQuestion, Decider, KeyGroup, Literal } from '../../domain/audiences/audienceChange.ts';
import { isUnderstood } from '../../domain/audiences/questions.ts';
import { claimsOf, type Claim } from '../../domain/audiences/claims.ts';
import { isComplete, meaningOf, type MatcherMeaning } from '../../domain/definitions/matcherMeaning.ts';
import { isSame } from '../../domain/definitions/sameValue.ts';
import { displayLanguage } from './displayLanguage.ts';
import { matcherSentence } from './matcherWords.ts';
import { joined, nameOf, quoted, quotedValues } from './quotes.ts';
import { formatNumber, keysWords } from './requestWords.ts';

const { t } = vscode.l10n;

/**
 * What a text about a group needs: the compared definitions, and `most`, the maximum number of values or rules that it names.
 */
export interface Naming {
  readonly before: FlagDefinition | undefined;
  readonly after: FlagDefinition | undefined;
  readonly most: number;
  /**
   * The number of keys in each segment, if known. The text adds it to a segment that contains the keys of the group, but not to
   * a segment that is an exception.
   */
  readonly sizes?: ReadonlyMap<string, number> | undefined;
}

/** Returns the text of a group. It begins with a lower-case letter, unless it begins with a name that somebody else chose. */
export function groupText(group: KeyGroup, naming: Naming): string {
  const { all, unless } = claimsOf(group);
  const exceptions = exceptionTexts(unless, naming);
  const who = [
    ...(group.decided ? [t('where {0}', decidedText(group.decided, naming))] : []),
    ...all.map((claim) => claimText(claim, naming)),
  ].join(', ');
  const name = who === '' ? t('everybody') : who;
  return exceptions === '' ? name : t('{0}, unless {1}', name, exceptions);
}

/** The maximum number of groups in one line. */
const MAX_GROUPS = 4;

/**
 * Describes groups as the beginning of a sentence. The first letter is capitalised unless it begins the name of an attribute.
 */
export function groupsText(groups: readonly KeyGroup[], naming: Naming): string {
  const texts = groups.map((group) => groupText(group, naming));
  // A single further group is shown, because a text such as “1 more” would take as much room as the group itself.
  const shown = texts.length === MAX_GROUPS + 1 ? texts : texts.slice(0, MAX_GROUPS);
  const more = texts.length - shown.length;
  const text = [...shown, ...(more > 0 ? [t('{0} more groups', more)] : [])].join('; ');
  const [claim] = groups[0] && !groups[0].decided ? claimsOf(groups[0]).all : [];
  const capital = (letter: string): string => letter.toLocaleUpperCase(displayLanguage());
  return claim && beginsWithAttribute(claim) ? text : text.replace(/^\(?./u, capital);
}

function beginsWithAttribute(claim: Claim): boolean {
  if (claim.code === 'asked') return claim.asked.code === 'matcher' && Boolean(claim.asked.matcher.attribute);
  return claim.code !== 'segments' && claim.attribute !== undefined;
}

function claimText(claim: Claim, naming: Naming): string {
  switch (claim.code) {
    case 'segments':
      return t('in {0}', joined(claim.names.map((name) => segmentText(name, naming)), 'conjunction')); // prettier-ignore
    case 'values':
      return `${subjectOf(claim.attribute)} ${quotedValues(claim.values, naming.most)}`;
    case 'range':
      return rangeText(claim);
    case 'asked':
      return askedText(claim.asked, naming);
    default:
      return claim satisfies never;
  }
}

/** Returns for example "“beta-accounts” (8 keys)". */
function segmentText(name: string, { sizes }: Naming): string {
  const size = sizes?.get(name);
  return size === undefined ? quoted(name) : t('{0} ({1})', quoted(name), keysWords(size));
}

const subjectOf = (attribute: string | undefined): string => (attribute === undefined ? t('key') : nameOf(attribute));

function rangeText({ attribute, from, to }: Extract<Claim, { code: 'range' }>): string {
  const name = nameOf(attribute);
  if (from && to && from.number === to.number) return t('{0} is {1}', name, from.number);
  const low = from && (from.isIncluded ? t('at least {0}', from.number) : t('above {0}', from.number));
  const high = to && (to.isIncluded ? t('at most {0}', to.number) : t('below {0}', to.number));
  return `${name} ${joined([low, high].flatMap((end) => end ?? []), 'conjunction')}`; // prettier-ignore
}

function askedText(asked: KeyQuestion, naming: Naming): string {
  if (asked.code === 'condition') return conditionText(asked.condition, naming);
  const { matcher } = asked;
  const meaning = meaningOf(matcher);
  if (!isComplete(meaning)) return unknownText(meaning, asked);
  if (meaning.code === 'inSegment') return t('in {0}', segmentText(meaning.segment, naming));
  if (meaning.code === 'inList') return `${subjectOf(meaning.attribute)} ${quotedValues(meaning.values, naming.most)}`;
  return matcherSentence(matcher, naming.most);
}

/**
 * Describes a condition that this extension does not understand. If the condition consists only of matchers, the combiner (such
 * as OR) is written between their texts. Otherwise the text contains the condition as JSON.
 */
function conditionText(rule: Extract<KeyQuestion, { code: 'condition' }>['condition'], naming: Naming): string {
  const { combiner, matchers } = rule['condition'] as Rule['condition'];
  const has = (condition: Rule['condition']): boolean => isSame(rule, { condition });
  if (has({ matchers: [] })) return t('meeting a rule without conditions');
  // A combiner in capitals can't be confused with other words of the sentence, because these are never all capitals.
  const isPlain = matchers.length > 1 && /^[A-Z_]+$/.test(combiner ?? '') && has({ combiner, matchers });
  if (!isPlain) return t('meeting the condition {0}', JSON.stringify(rule));
  return `(${matchers.map((matcher) => literalText(literalOf(matcher), { ...naming, sizes: undefined })).join(` ${combiner} `)})`;
}

function unknownText(meaning: MatcherMeaning, { matcher }: Extract<KeyQuestion, { code: 'matcher' }>): string {
  const { type, string } = matcher;
  const isPlain = meaning.code === 'unknown' && typeof string === 'string' && Object.keys(matcher).length <= 3;
  if (isPlain && type === 'IN_LARGE_SEGMENT') return t('in the large segment {0}', quoted(string));
  if (isPlain && type === 'IN_RULE_BASED_SEGMENT') return t('in the rule-based segment {0}', quoted(string));
  const { negate: _, ...asked } = matcher;
  return t('meeting {0}', JSON.stringify(asked));
}

/** Describes the exceptions. Exceptions that consist of one segment are joined into one list. */
function exceptionTexts(unless: readonly (readonly Literal[])[], withSizes: Naming): string {
  const naming = { ...withSizes, sizes: undefined };
  const segments: string[] = [];
  const others: string[] = [];
  for (const condition of unless) {
    const segment = condition.length === 1 && !condition[0]!.isNegated ? segmentOf(condition[0]!.asked) : undefined;
    if (segment !== undefined) segments.push(segment);
    else others.push(joined(condition.map((literal) => literalText(literal, naming)), 'conjunction')); // prettier-ignore
  }
  const all = [...(segments.length > 0 ? [t('in {0}', joined(segments.map(quoted), 'disjunction'))] : []), ...others];
  return all.length > 1 ? all.reduce((text, one) => t('{0}, or {1}', text, one)) : (all[0] ?? '');
}

/** Returns the names of the segments to which the keys of the groups belong, each name once. */
export const segmentsIn = (groups: readonly KeyGroup[]): readonly string[] => [
  ...new Set(groups.flatMap(({ all }) => all.flatMap(({ asked }) => segmentOf(asked) ?? []))),
];

/** Returns the combiners other than AND in the groups, without repetitions. */
export function combinersIn(groups: readonly KeyGroup[]): readonly string[] {
  const asked = groups.flatMap(({ all, unless }) => [...all, ...unless.flat()]).map((literal) => literal.asked);
  const conditions = asked.flatMap((one) => (one.code === 'condition' ? [one.condition['condition'] as Rule['condition']] : []));
  return [...new Set(conditions.flatMap(({ combiner }) => (combiner && combiner !== 'AND' ? [combiner] : [])))];
}

function segmentOf(asked: KeyQuestion): string | undefined {
  const meaning = asked.code === 'matcher' ? meaningOf(asked.matcher) : undefined;
  return meaning?.code === 'inSegment' && meaning.more === undefined ? meaning.segment : undefined;
}

const literalOf = (matcher: Matcher): Literal => ({
  asked: { code: 'matcher', matcher: { ...matcher, negate: false } },
  isNegated: matcher.negate === true,
});

const literalText = ({ asked, isNegated }: Literal, naming: Naming): string =>
  isNegated ? t('not {0}', askedText(asked, naming)) : askedText(asked, naming);

/** Returns for example "rule 3 (in “beta-accounts”) decides". */
function decidedText({ side, by }: NonNullable<KeyGroup['decided']>, naming: Naming): string {
  const definition = naming[side];
  const rules = by.flatMap((decider) => (decider.code === 'rule' ? [decider.index] : []));
  const others = by.filter(({ code }) => code !== 'rule').map(deciderText);
  const numbers = rules.map((index) => index + 1);
  const [only] = rules;
  const rule = rules.length === 1 ? definition?.rules[only!] : undefined;
  const asked = rule?.condition.matchers.map((matcher) => {
    return literalText(literalOf(matcher), naming);
  });
  const named = [
    ...(asked
      ? [isUnderstood(rule!) ? t('rule {0} ({1})', only! + 1, joined(asked, 'conjunction')) : t('rule {0}', only! + 1)]
      : []),
    ...(rules.length > 1 ? [t('one of the rules {0}', rulesText(numbers, naming.most))] : []),
    ...others,
  ];
  const text = joined(named, 'disjunction');
  return side === 'before' ? t('{0} decides', text) : t('{0} decides after the change', text);
}

/** Returns for example "1, 3–5 and 8". Of more than `most` ranges, returns the first ones and the number of the other rules. */
function rulesText(numbers: readonly number[], most: number): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.length > most + 1 ? ranges.slice(0, most) : ranges;
  const others = numbers.length - shown.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const texts = shown.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return joined([...texts, ...(others > 0 ? [t('{0} others', formatNumber(others))] : [])], 'conjunction');
}

export function deciderText(by: Decider): string {
  if (by.code === 'rule') return t('rule {0}', by.index + 1);
  if (by.code === 'target') return t('an individual target of {0}', quoted(by.treatment));
  if (by.code === 'severalTargets') return t('an individual target of {0}', joined(by.treatments.map(quoted), 'conjunction'));
  if (by.code === 'killed') return t('the flag is killed');
  if (by.code === 'noDefinition') return t('no definition');
  return by.code === 'noTraffic' ? t('the traffic allocation is 0%') : t('the default rule');
}
