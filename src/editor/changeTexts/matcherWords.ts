/** What a condition asks of a key, in words, for every type of matcher. */
import * as vscode from 'vscode';
import type { Matcher } from '../../api/model.ts';
import { meaningOf, type MatcherMeaning } from '../../domain/definitions/matcherMeaning.ts';
import { formatNumber } from '../formats/requestWords.ts';

const { t } = vscode.l10n;

type Known = Exclude<MatcherMeaning, { code: 'unknown' }>;

/** More values than this are counted, not listed. */
const MAX_VALUES = 12;

/** "country is one of DE, FR"; a matcher that is not known is its JSON. */
export const matcherSentence = (matcher: Matcher): string => meaningSentence(meaningOf(matcher));

/** The same of one that was understood already. */
export function meaningSentence(meaning: MatcherMeaning): string {
  return meaning.code === 'unknown' ? meaning.json : sentence(meaning, claimOf(meaning));
}

/** The same without the list that it has: "country is one of …". */
export function matcherWithoutValues(matcher: Matcher): string {
  const meaning = meaningOf(matcher);
  if (meaning.code === 'unknown') return matcher.type;
  return sentence(meaning, claimOf('values' in meaning ? { ...meaning, values: ['…'] } : meaning));
}

function sentence(meaning: Known, claim: string): string {
  const subject = 'attribute' in meaning && meaning.attribute !== undefined ? meaning.attribute : t('key');
  const said = meaning.negate ? t('not: {0} {1}', subject, claim) : `${subject} ${claim}`;
  return meaning.more === undefined ? said : t('{0}, with {1}', said, meaning.more);
}

function claimOf(meaning: Known): string {
  switch (meaning.code) {
    case 'inSegment':
      return t('is in the segment {0}', meaning.segment);
    case 'getsTreatment':
      return t('gets {0} from the flag {1}', meaning.treatment, meaning.flag);
    case 'inList':
      return t('is one of {0}', listed(meaning.values));
    case 'startsWith':
      return t('starts with {0}', listed(meaning.values));
    case 'endsWith':
      return t('ends with {0}', listed(meaning.values));
    case 'contains':
      return t('contains {0}', listed(meaning.values));
    case 'matches':
      return t('matches the pattern {0}', meaning.pattern);
    case 'equalsSet':
      return t('is exactly the set {0}', listed(meaning.values));
    case 'anyOfSet':
      return t('has any of {0}', listed(meaning.values));
    case 'allOfSet':
      return t('has all of {0}', listed(meaning.values));
    case 'partOfSet':
      return t('has nothing but {0}', listed(meaning.values));
    case 'equalsNumber':
      return `= ${meaning.number}`;
    case 'atMostNumber':
      return `≤ ${meaning.number}`;
    case 'atLeastNumber':
      return `≥ ${meaning.number}`;
    case 'betweenNumbers':
      return t('is between {0} and {1}', meaning.from, meaning.to);
    case 'onDate':
      return t('is on {0}', dateText(meaning.date));
    case 'onOrAfterDate':
      return `≥ ${dateText(meaning.date)}`;
    case 'onOrBeforeDate':
      return `≤ ${dateText(meaning.date)}`;
    case 'betweenDates':
      return t('is between {0} and {1}', dateText(meaning.from), dateText(meaning.to));
    case 'isBoolean':
      return `= ${meaning.value}`;
    case 'equalsVersion':
      return `= ${t('version {0}', meaning.version)}`;
    case 'atLeastVersion':
      return `≥ ${t('version {0}', meaning.version)}`;
    case 'atMostVersion':
      return `≤ ${t('version {0}', meaning.version)}`;
    case 'betweenVersions':
      return t('is between {0} and {1}', t('version {0}', meaning.from), t('version {0}', meaning.to));
    case 'inListOfVersions':
      return t('is one of {0}', listed(meaning.values.map((version) => t('version {0}', version))));
    default:
      return meaning satisfies never;
  }
}

/** "a, b, c and 38 more". */
export function listed(values: readonly string[], most = MAX_VALUES, separator = ', '): string {
  if (values.length === 0) return t('nothing');
  const listed = values.slice(0, most).join(separator);
  return values.length > most ? t('{0} and {1} more', listed, formatNumber(values.length - most)) : listed;
}

/** A matcher's moment, in UTC: that is what the service compares with, wherever the reader sits. */
export function dateText(timestamp: number): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return String(timestamp);
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/(:00)?\.000Z$/, ' UTC');
}
