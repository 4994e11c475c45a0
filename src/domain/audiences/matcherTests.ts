/** Tests values against matchers (service-beyond.md, Matchers), and lists the values at which the answer can change. */
import { isComplete, type MatcherMeaning } from '../definitions/matcherMeaning.ts';
import { cheapPattern } from './cheapPattern.ts';
import { dayAfter, minuteAfter, startOfDay, startOfMinute, type ValueReading } from './reading.ts';
import { compareVersions, readVersion, type SemanticVersion } from './versions.ts';

/** Tests whether a value meets a matcher, without regard to `negate`. No value of a different kind meets the matcher. */
export interface MatcherTest {
  readonly kind: 'list' | 'prefix' | 'suffix' | 'part' | 'pattern' | 'set' | 'flag' | 'boolean' | 'number' | 'version';
  /** Undefined: it is not known whether the value meets the test. */
  meets(reading: ValueReading): boolean | undefined;
  /** The texts, items or treatments that the test asks for. */
  readonly values?: readonly string[];
  /** The ends of ranges: numbers, or times in milliseconds. All values between two neighbouring ends give the same answer. */
  readonly ends?: readonly number[];
  readonly versions?: readonly SemanticVersion[];
}

/**
 * Returns undefined if a pattern, an unknown field or an unknown type makes it impossible to know whether a key meets the
 * matcher. Also returns undefined for a segment, because a value does not show whether a key is in a segment.
 */
export function testOf(meaning: MatcherMeaning): MatcherTest | undefined {
  if (!isComplete(meaning)) return undefined;
  const values = 'values' in meaning ? meaning.values : [];
  switch (meaning.code) {
    case 'inSegment':
      return undefined;
    case 'getsTreatment':
      return { kind: 'flag', values: [meaning.treatment], meets: ({ text }) => text === meaning.treatment };
    case 'inList': {
      let wanted: ReadonlySet<string> | undefined;
      return { kind: 'list', values, meets: ({ text }) => text !== undefined && (wanted ??= new Set(values)).has(text) };
    }
    case 'startsWith':
      return { kind: 'prefix', values, meets: ({ text }) => values.some((one) => text?.startsWith(one)) };
    case 'endsWith':
      return { kind: 'suffix', values, meets: ({ text }) => values.some((one) => text?.endsWith(one)) };
    case 'contains':
      return { kind: 'part', values, meets: ({ text }) => values.some((one) => text?.includes(one)) };
    case 'matches':
      return patternTest(meaning.pattern);
    case 'isBoolean':
      return { kind: 'boolean', meets: (reading) => reading.boolean === meaning.value };
    case 'equalsSet':
    case 'anyOfSet':
    case 'allOfSet':
    case 'partOfSet':
      return setTest(meaning.code, values);
    case 'equalsNumber':
      return numberTest(meaning.number, meaning.number);
    case 'atMostNumber':
      return numberTest(-Infinity, meaning.number);
    case 'atLeastNumber':
      return numberTest(meaning.number, Infinity);
    case 'betweenNumbers':
      return numberTest(meaning.from, meaning.to);
    case 'onDate':
      return dateTest(startOfDay(meaning.date), dayAfter(meaning.date));
    case 'onOrAfterDate':
      return dateTest(startOfMinute(meaning.date), Infinity);
    case 'onOrBeforeDate':
      return dateTest(-Infinity, minuteAfter(meaning.date));
    case 'betweenDates':
      return dateTest(startOfMinute(meaning.from), minuteAfter(meaning.to));
    case 'equalsVersion':
      return versionListTest([meaning.version]);
    case 'inListOfVersions':
      return versionListTest(values);
    case 'atLeastVersion':
      return versionTest(meaning.version, undefined);
    case 'atMostVersion':
      return versionTest(undefined, meaning.version);
    case 'betweenVersions':
      return versionTest(meaning.from, meaning.to);
    default:
      return meaning satisfies never;
  }
}

/** True if the pattern matches every text. Assumes that keys and attributes have only one line. */
export const isAnyText = (pattern: string): boolean => /^\^?\.[*+]\$?$/.test(pattern);

function patternTest(pattern: string): MatcherTest | undefined {
  if (isAnyText(pattern)) return { kind: 'part', values: [''], meets: ({ text }) => text !== undefined };
  const expression = cheapPattern(pattern);
  if (!expression) return undefined;
  const meets = ({ text = '' }: ValueReading) =>
    text !== '' && (expression.steps(text.length) === Infinity ? undefined : expression.regex.test(text));
  return { kind: 'pattern', meets };
}

function setTest(code: 'equalsSet' | 'anyOfSet' | 'allOfSet' | 'partOfSet', values: readonly string[]): MatcherTest {
  const wanted = new Set(values);
  const compare: (items: ReadonlySet<string>) => boolean = {
    equalsSet: (items: ReadonlySet<string>) => items.size === wanted.size && items.isSubsetOf(wanted),
    anyOfSet: (items: ReadonlySet<string>) => !items.isDisjointFrom(wanted),
    allOfSet: (items: ReadonlySet<string>) => items.isSupersetOf(wanted),
    partOfSet: (items: ReadonlySet<string>) => items.isSubsetOf(wanted),
  }[code];
  return { kind: 'set', values, meets: ({ items }) => items !== undefined && compare(items) };
}

/** The range includes both ends. */
function numberTest(from: number, to: number): MatcherTest {
  const meets = ({ number }: ValueReading): boolean => number !== undefined && from <= number && number <= to;
  return { kind: 'number', ends: [from, to].filter(Number.isFinite), meets };
}

/** Includes the start `from`, but not the end `before`. Both are starts of minutes. */
function dateTest(from: number, before: number): MatcherTest {
  const meets = ({ minute }: ValueReading): boolean => minute !== undefined && from <= minute && minute < before;
  return { kind: 'number', ends: [from, before].filter(Number.isFinite), meets };
}

/** If `from` or `to` is not a valid version, no value meets the test. */
function versionTest(from: string | undefined, to: string | undefined): MatcherTest {
  const [first, last] = [from, to].map((text) => (text === undefined ? text : readVersion(text)));
  const isReadable = (from === undefined || first !== undefined) && (to === undefined || last !== undefined);
  const meets = ({ version }: ValueReading): boolean =>
    isReadable &&
    version !== undefined &&
    (!first || compareVersions(first, version) <= 0) &&
    (!last || compareVersions(version, last) <= 0);
  return { kind: 'version', versions: [first, last].filter((one) => one !== undefined), meets };
}

function versionListTest(texts: readonly string[]): MatcherTest {
  const versions = texts.flatMap((text) => readVersion(text) ?? []);
  const wanted = new Set(versions.map(({ text }) => text));
  return { kind: 'version', versions, meets: ({ version }) => version !== undefined && wanted.has(version.text) };
}
