/** Whether a value meets a matcher (service-beyond.md, Matchers), and the stretch of numbers, dates or versions that one asks for. */
import type { MatcherMeaning } from '../definitions/matcherMeaning.ts';

type Known = Exclude<MatcherMeaning, { code: 'unknown' }>;

const DAY = 86_400_000;

/** A value as a person writes it: numbers and dates as such, sets with commas. Undefined = it can't be said. */
export type Test = (value: string) => boolean | undefined;

/**
 * Without regard to `negate`. It can't be said where the value is no number and one is needed, the pattern is not one that is tried
 * here, or it depends on something else. What it takes from the matcher is made once, for many values.
 */
export function testOf(meaning: Known): Test {
  switch (meaning.code) {
    case 'inList': {
      const values = new Set(meaning.values);
      return (value) => values.has(value);
    }
    case 'startsWith':
      return (value) => meaning.values.some((one) => value.startsWith(one));
    case 'endsWith':
      return (value) => meaning.values.some((one) => value.endsWith(one));
    case 'contains':
      return (value) => meaning.values.some((one) => value.includes(one));
    case 'matches': {
      const pattern = isPlainPattern(meaning.pattern) ? new RegExp(meaning.pattern, 'u') : undefined;
      return (value) => pattern?.test(value);
    }
    case 'isBoolean':
      return (value) => (/^(true|false)$/i.test(value) ? (value.toLowerCase() === 'true') === meaning.value : undefined);
    case 'inSegment':
    case 'getsTreatment':
      return () => undefined;
    case 'equalsSet':
    case 'anyOfSet':
    case 'allOfSet':
    case 'partOfSet': {
      const wanted = new Set(meaning.values);
      return (value) => meetsSet(meaning.code, wanted, itemsOf(value));
    }
    default: {
      const stretches = stretchesOf(meaning);
      return (value) => {
        const point = stretches && pointOf(stretches.unit, value);
        return point === undefined ? undefined : stretches?.all.some(([from, to]) => from <= point && point <= to);
      };
    }
  }
}

const itemsOf = (value: string): ReadonlySet<string> =>
  new Set(value.split(',').map((item) => item.trim()).filter((item) => item !== '')); // prettier-ignore

/** Whether the items are, among these, all, any, or nothing else. An empty set is part of any. */
export function meetsSet(
  code: 'equalsSet' | 'anyOfSet' | 'allOfSet' | 'partOfSet',
  wanted: ReadonlySet<string>,
  items: ReadonlySet<string>,
): boolean {
  if (code === 'anyOfSet') return !wanted.isDisjointFrom(items);
  return (code === 'partOfSet' || wanted.isSubsetOf(items)) && (code === 'allOfSet' || items.isSubsetOf(wanted));
}

/**
 * A pattern is somebody else's text and the service's dialect: only one that means the same everywhere, and can't run for long, is
 * tried: no repeated group, no reference, no look around, two open repetitions at most.
 */
export function isPlainPattern(pattern: string): boolean {
  if (/\)[*+?{]|\(\?|\\[^dwst.\\/()[\]{}+*?^$|-]/.test(pattern)) return false;
  if ((pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0) > 2) return false;
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}

/** Ends are part of it. Points compare with `<`. */
export interface Stretches {
  readonly unit: 'number' | 'date' | 'version';
  readonly all: readonly (readonly [from: Point, to: Point])[];
}
type Point = number | string;

/** Undefined of a matcher that asks for no such thing, or for a version that is none. */
export function stretchesOf(meaning: Known): Stretches | undefined {
  const numbers = (from: number, to: number): Stretches => ({ unit: 'number', all: [[from, to]] });
  const dates = (from: number, to: number): Stretches => ({ unit: 'date', all: [[from, to]] });
  switch (meaning.code) {
    case 'equalsNumber':
      return numbers(meaning.number, meaning.number);
    case 'atMostNumber':
      return numbers(-Infinity, meaning.number);
    case 'atLeastNumber':
      return numbers(meaning.number, Infinity);
    case 'betweenNumbers':
      return numbers(meaning.from, meaning.to);
    case 'onDate': {
      const day = Math.floor(meaning.date / DAY) * DAY;
      return dates(day, day + DAY - 1);
    }
    case 'onOrAfterDate':
      return dates(meaning.date, Infinity);
    case 'onOrBeforeDate':
      return dates(-Infinity, meaning.date);
    case 'betweenDates':
      return dates(meaning.from, meaning.to);
    case 'equalsVersion':
      return versions([[meaning.version, meaning.version]]);
    case 'atLeastVersion':
      return versions([[meaning.version, undefined]]);
    case 'atMostVersion':
      return versions([[undefined, meaning.version]]);
    case 'betweenVersions':
      return versions([[meaning.from, meaning.to]]);
    case 'inListOfVersions':
      return versions(meaning.values.map((value) => [value, value]));
    default:
      return undefined;
  }
}

function versions(all: readonly (readonly [string | undefined, string | undefined])[]): Stretches | undefined {
  const stretches = all.map(([from, to]) => [from === undefined ? '' : versionPoint(from), to === undefined ? '\uFFFF' : versionPoint(to)]); // prettier-ignore
  return stretches.flat().includes(undefined) ? undefined : { unit: 'version', all: stretches as [string, string][] };
}

function pointOf(unit: Stretches['unit'], value: string): Point | undefined {
  if (unit === 'version') return versionPoint(value);
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
  const point = isNumber || unit === 'number' ? Number(value) : Date.parse(value);
  return value.trim() === '' || Number.isNaN(point) ? undefined : point;
}

const VERSION = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?$/;

/** Texts in the order of semantic versions: a release comes after what leads to it, numbers before words. Undefined = it is none. */
function versionPoint(version: string): string | undefined {
  const [, major, minor, patch, before] = VERSION.exec(version.trim()) ?? [];
  if (major === undefined) return undefined;
  const number = (text: string): string => text.padStart(16, '0');
  const parts = before?.split('.').map((part) => (/^\d+$/.test(part) ? `0${number(part)}` : `1${part}`));
  return [number(major), number(minor!), number(patch!), ...(parts ?? ['2'])].join('\u0001');
}
