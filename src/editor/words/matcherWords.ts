/** Describes the condition of a matcher in words. Has words for every known type of matcher. */
import * as vscode from 'vscode';
import type { Matcher } from '../../api/model.ts';
import { meaningOf, type MatcherMeaning } from '../../domain/definitions/matcherMeaning.ts';
import { formatNumber } from './requestWords.ts';
import { nameOf, quoted } from './quotes.ts';

const { t } = vscode.l10n;

type KnownMeaning = Exclude<MatcherMeaning, { code: 'unknown' }>;

/** The maximum number of values that a sentence lists. If there are more, it says how many. */
const MAX_VALUES = 12;

/** Returns for example "country is one of “DE”, “FR”". Writes an unknown matcher as JSON. */
export const matcherSentence = (matcher: Matcher, most?: number): string => meaningSentence(meaningOf(matcher), most);

/** Like `matcherSentence`, but takes the meaning of a matcher instead of the matcher. */
export function meaningSentence(meaning: MatcherMeaning, most = MAX_VALUES): string {
  if (meaning.code === 'unknown') return meaning.json;
  return sentence(
    meaning,
    claimOf(meaning, (values) => listedValues(values, most)),
  );
}

/** Like `matcherSentence`, but writes “…” for a list of values: "country is one of …". */
export function matcherWithoutValues(matcher: Matcher): string {
  const meaning = meaningOf(matcher);
  if (meaning.code === 'unknown') return matcher.type;
  return sentence(
    meaning,
    claimOf(meaning, () => '…'),
  );
}

function sentence(meaning: KnownMeaning, claim: string): string {
  const subject = 'attribute' in meaning && meaning.attribute !== undefined ? nameOf(meaning.attribute) : t('key');
  const isMembership = meaning.code === 'inSegment' || meaning.code === 'inList';
  const said = meaning.negate && !isMembership ? t('not: {0} {1}', subject, claim) : `${subject} ${claim}`;
  return meaning.more === undefined ? said : t('{0}, with {1}', said, meaning.more);
}

function claimOf(meaning: KnownMeaning, list: (values: readonly string[]) => string): string {
  switch (meaning.code) {
    case 'inSegment':
      return meaning.negate
        ? t('is not in the segment {0}', quoted(meaning.segment))
        : t('is in the segment {0}', quoted(meaning.segment));
    case 'getsTreatment':
      return t('gets {0} from the flag {1}', quoted(meaning.treatment), quoted(meaning.flag));
    case 'inList':
      return meaning.negate ? t('is not one of {0}', list(meaning.values)) : t('is one of {0}', list(meaning.values));
    case 'startsWith':
      return t('starts with {0}', list(meaning.values));
    case 'endsWith':
      return t('ends with {0}', list(meaning.values));
    case 'contains':
      return t('contains {0}', list(meaning.values));
    case 'matches':
      return t('matches the pattern {0}', quoted(meaning.pattern));
    case 'equalsSet':
      return t('is exactly the set {0}', list(meaning.values));
    case 'anyOfSet':
      return t('has any of {0}', list(meaning.values));
    case 'allOfSet':
      return t('has all of {0}', list(meaning.values));
    case 'partOfSet':
      return t('has only values from {0}', list(meaning.values));
    case 'equalsNumber':
      return `= ${meaning.number}`;
    case 'atMostNumber':
      return `≤ ${meaning.number}`;
    case 'atLeastNumber':
      return `≥ ${meaning.number}`;
    case 'betweenNumbers':
      return t('is between {0} and {1}', meaning.from, meaning.to);
    case 'onDate':
      return t('is on {0}', dayText(meaning.date));
    case 'onOrAfterDate':
      return `≥ ${dateText(meaning.date)}`;
    case 'onOrBeforeDate':
      return `≤ ${dateText(meaning.date)}`;
    case 'betweenDates':
      return t('is between {0} and {1}', dateText(meaning.from), dateText(meaning.to));
    case 'isBoolean':
      return `= ${meaning.value}`;
    case 'equalsVersion':
      return `= ${t('version {0}', nameOf(meaning.version))}`;
    case 'atLeastVersion':
      return `≥ ${t('version {0}', nameOf(meaning.version))}`;
    case 'atMostVersion':
      return `≤ ${t('version {0}', nameOf(meaning.version))}`;
    case 'betweenVersions':
      return t('is between {0} and {1}', t('version {0}', nameOf(meaning.from)), t('version {0}', nameOf(meaning.to)));
    case 'inListOfVersions':
      return t('is one of the versions {0}', list(meaning.values));
    default:
      return meaning satisfies never;
  }
}

/** Returns values in quotation marks: "“a”, “b”, “c” and 38 more". */
export const listedValues = (values: readonly string[], most = MAX_VALUES): string => listed(values, most, ', ', quoted);

/** Returns values without quotation marks: "a, b, c and 38 more". */
export function listed(
  values: readonly string[],
  most = MAX_VALUES,
  separator = ', ',
  written = (value: string): string => value,
): string {
  if (values.length === 0) return t('nothing');
  const listed = values.slice(0, most).map(written).join(separator);
  return values.length > most ? t('{0} and {1} more', listed, formatNumber(values.length - most)) : listed;
}

/**
 * Returns the date of a matcher to the minute, in UTC. The service compares dates in UTC, so the user's time zone would be
 * wrong.
 */
export function dateText(timestamp: number): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return String(timestamp);
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/:\d\d\.\d{3}Z$/, ' UTC');
}

const dayText = (timestamp: number): string => dateText(timestamp).replace(/ \d\d:\d\d/, '');
