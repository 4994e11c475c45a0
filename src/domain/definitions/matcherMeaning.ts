/** Converts a matcher of a rule into a code with arguments, for every type in service-beyond.md. */
import type { Matcher } from '../../api/model.ts';
import { isTexts, meaningful } from './fieldMeaning.ts';

/** The subject of the matcher. If `attribute` is absent, the subject is the key itself. */
interface Subject {
  readonly attribute?: string;
}

interface OfAttribute {
  readonly attribute: string;
}

type Meaning =
  | { readonly code: 'inSegment'; readonly segment: string }
  | ({ readonly code: 'inList' | 'startsWith' | 'endsWith' | 'contains'; readonly values: readonly string[] } & Subject)
  | ({ readonly code: 'matches'; readonly pattern: string } & Subject)
  | ({ readonly code: 'equalsSet' | 'anyOfSet' | 'allOfSet' | 'partOfSet'; readonly values: readonly string[] } & OfAttribute)
  | ({ readonly code: 'equalsNumber' | 'atMostNumber' | 'atLeastNumber'; readonly number: number } & OfAttribute)
  | ({ readonly code: 'betweenNumbers'; readonly from: number; readonly to: number } & OfAttribute)
  /** Dates are in epoch milliseconds. */
  | ({ readonly code: 'onDate' | 'onOrAfterDate' | 'onOrBeforeDate'; readonly date: number } & OfAttribute)
  | ({ readonly code: 'betweenDates'; readonly from: number; readonly to: number } & OfAttribute)
  | ({ readonly code: 'isBoolean'; readonly value: boolean } & OfAttribute)
  | { readonly code: 'getsTreatment'; readonly flag: string; readonly treatment: string }
  | ({ readonly code: 'equalsVersion' | 'atLeastVersion' | 'atMostVersion'; readonly version: string } & OfAttribute)
  | ({ readonly code: 'betweenVersions'; readonly from: string; readonly to: string } & OfAttribute)
  | ({ readonly code: 'inListOfVersions'; readonly values: readonly string[] } & OfAttribute);

export type MatcherMeaning =
  /** `more` contains the fields of the matcher that its meaning does not include, as JSON. Their effect is unknown. */
  | (Meaning & { readonly negate: boolean; readonly more?: string })
  /** The type is unknown, or the value that the type requires is missing. `json` is the whole matcher. */
  | { readonly code: 'unknown'; readonly json: string };

/** The meaning of a matcher without unknown parts. */
type CompleteMeaning = Exclude<MatcherMeaning, { readonly code: 'unknown' }> & { readonly more?: undefined };

/** False if the type, the value or another field of the matcher is unknown, so that it isn't known which keys meet it. */
export const isComplete = (meaning: MatcherMeaning): meaning is CompleteMeaning =>
  meaning.code !== 'unknown' && meaning.more === undefined;

export function meaningOf(matcher: Matcher): MatcherMeaning {
  const meaning = knownMeaning(matcher);
  if (!meaning) return { code: 'unknown', json: JSON.stringify(matcher) };
  const more = unexplainedFields(meaning, matcher);
  return { ...meaning, negate: matcher.negate === true, ...(more && { more }) };
}

function unexplainedFields(meaning: Meaning, matcher: Matcher): string | undefined {
  const own = new Set([
    'type',
    'negate',
    ...valueFields(meaning.code, matcher),
    ...('attribute' in meaning ? ['attribute'] : []),
  ]);
  const rest = Object.entries(matcher).filter(([name, value]) => !own.has(name) && meaningful(value) !== undefined);
  return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : undefined;
}

/** Returns those fields of the matcher whose whole content the meaning expresses. */
function valueFields(code: Meaning['code'], matcher: Matcher): readonly string[] {
  switch (code) {
    case 'inSegment':
    case 'matches':
    case 'equalsVersion':
    case 'atLeastVersion':
    case 'atMostVersion':
      return ['string'];
    case 'equalsNumber':
    case 'atLeastNumber':
    case 'atMostNumber':
      return ['number'];
    case 'onDate':
    case 'onOrAfterDate':
    case 'onOrBeforeDate':
      return ['date'];
    case 'isBoolean':
      return ['bool'];
    case 'betweenNumbers':
    case 'betweenDates':
    case 'betweenVersions':
      if (!matcher['between']) return ['from', 'to'];
      return hasOnly(matcher['between'], ['from', 'to']) ? ['between'] : [];
    case 'getsTreatment':
      return hasOnly(matcher['depends'], ['splitName', 'treatment']) ? ['depends'] : [];
    case 'inList':
    case 'startsWith':
    case 'endsWith':
    case 'contains':
    case 'equalsSet':
    case 'anyOfSet':
    case 'allOfSet':
    case 'partOfSet':
    case 'inListOfVersions':
      return ['strings'];
    default:
      return code satisfies never;
  }
}

const hasOnly = (value: unknown, names: readonly string[]): boolean =>
  Object.keys(fieldsOf(value)).every((name) => names.includes(name));

function knownMeaning(matcher: Matcher): Meaning | undefined {
  switch (matcher.type) {
    case 'IN_SEGMENT':
      return isText(matcher['string']) ? { code: 'inSegment', segment: matcher['string'] } : undefined;
    case 'IN_LIST_STRING':
      return ofKeyOrAttribute(matcher, 'inList');
    case 'STARTS_WITH_STRING':
      return ofKeyOrAttribute(matcher, 'startsWith');
    case 'ENDS_WITH_STRING':
      return ofKeyOrAttribute(matcher, 'endsWith');
    case 'CONTAINS_STRING':
      return ofKeyOrAttribute(matcher, 'contains');
    case 'MATCHES_STRING':
      return isText(matcher['string']) ? { code: 'matches', pattern: matcher['string'], ...subjectOf(matcher) } : undefined;
    case 'IN_SPLIT':
      return ofFlag(matcher['depends']);
    default:
      return matcher.attribute ? knownOfAttribute(matcher, matcher.attribute) : undefined;
  }
}

function knownOfAttribute(matcher: Matcher, attribute: string): Meaning | undefined {
  const { type, string, strings, number, date, bool } = matcher;
  const texts = isTexts(strings) ? strings : undefined;
  switch (type) {
    case 'EQUAL_SET':
      return texts && { code: 'equalsSet', attribute, values: texts };
    case 'ANY_OF_SET':
      return texts && { code: 'anyOfSet', attribute, values: texts };
    case 'ALL_OF_SET':
      return texts && { code: 'allOfSet', attribute, values: texts };
    case 'PART_OF_SET':
      return texts && { code: 'partOfSet', attribute, values: texts };
    case 'EQUAL_NUMBER':
      return isNumber(number) ? { code: 'equalsNumber', attribute, number } : undefined;
    case 'LESS_THAN_OR_EQUAL_NUMBER':
      return isNumber(number) ? { code: 'atMostNumber', attribute, number } : undefined;
    case 'GREATER_THAN_OR_EQUAL_NUMBER':
      return isNumber(number) ? { code: 'atLeastNumber', attribute, number } : undefined;
    case 'BETWEEN_NUMBER':
      return range(matcher, isNumber, (from, to) => ({ code: 'betweenNumbers', attribute, from, to }));
    case 'ON_DATE':
      return isNumber(date) ? { code: 'onDate', attribute, date } : undefined;
    case 'ON_OR_AFTER_DATE':
      return isNumber(date) ? { code: 'onOrAfterDate', attribute, date } : undefined;
    case 'ON_OR_BEFORE_DATE':
      return isNumber(date) ? { code: 'onOrBeforeDate', attribute, date } : undefined;
    case 'BETWEEN_DATE':
      return range(matcher, isNumber, (from, to) => ({ code: 'betweenDates', attribute, from, to }));
    case 'BOOLEAN':
      return typeof bool === 'boolean' ? { code: 'isBoolean', attribute, value: bool } : undefined;
    case 'EQUAL_TO_SEMVER':
      return isText(string) ? { code: 'equalsVersion', attribute, version: string } : undefined;
    case 'GREATER_THAN_OR_EQUAL_TO_SEMVER':
      return isText(string) ? { code: 'atLeastVersion', attribute, version: string } : undefined;
    case 'LESS_THAN_OR_EQUAL_TO_SEMVER':
      return isText(string) ? { code: 'atMostVersion', attribute, version: string } : undefined;
    case 'BETWEEN_SEMVER':
      return range(matcher, isText, (from, to) => ({ code: 'betweenVersions', attribute, from, to }));
    case 'IN_LIST_SEMVER':
      return texts && { code: 'inListOfVersions', attribute, values: texts };
    default:
      return undefined;
  }
}

/** An empty text counts as missing. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const subjectOf = ({ attribute }: Matcher): Subject => (attribute ? { attribute } : {});

function ofKeyOrAttribute(matcher: Matcher, code: 'inList' | 'startsWith' | 'endsWith' | 'contains'): Meaning | undefined {
  return isTexts(matcher['strings']) ? { code, values: matcher['strings'], ...subjectOf(matcher) } : undefined;
}

function ofFlag(depends: unknown): Meaning | undefined {
  const { splitName, treatment } = fieldsOf(depends);
  return isText(splitName) && isText(treatment) ? { code: 'getsTreatment', flag: splitName, treatment } : undefined;
}

/**
 * Reads the ends of a range from `between` or, without it, from the matcher itself. service-beyond.md does not show where the
 * ends of a range of versions are.
 */
function range<T>(matcher: Matcher, is: (value: unknown) => value is T, make: (from: T, to: T) => Meaning): Meaning | undefined {
  const { from, to } = fieldsOf(matcher['between'] ?? matcher);
  return is(from) && is(to) ? make(from, to) : undefined;
}
