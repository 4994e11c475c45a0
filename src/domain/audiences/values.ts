/** What a matcher asks of a value (service-beyond.md, Matchers), and what follows from it for another matcher. */
import type { MatcherMeaning } from '../definitions/matcherMeaning.ts';

const DAY = 86_400_000;
/** A character that no matcher asks for. */
const OTHER = '\uFFFF';

/** Without regard to `negate`. */
export interface Test {
  /** What it takes a value for. */
  readonly kind: 'text' | 'boolean' | 'set' | 'number' | 'date' | 'version';
  meets(value: unknown): boolean;
  /** A test that all of these meet, every value meets that meets this one; none = nothing follows from it. */
  readonly samples: readonly unknown[];
  /** Two of one family have no value in common, unless a sample of the one meets the other. */
  readonly family?: string;
}

/** Undefined = it can't be said: the pattern is not one that is tried here, a version is none, or it depends on something else. */
export function testOf(meaning: MatcherMeaning): Test | undefined {
  if (meaning.code === 'unknown' || meaning.more !== undefined) return undefined;
  const values = 'values' in meaning ? meaning.values : [];
  const wanted = new Set(values);
  switch (meaning.code) {
    case 'inSegment':
    case 'getsTreatment':
      return undefined;
    case 'inList':
      return { kind: 'text', meets: (text: string) => wanted.has(text), samples: values };
    case 'startsWith':
      return ofTexts(values, 'startsWith', (one) => one + OTHER);
    case 'endsWith':
      return ofTexts(values, 'endsWith', (one) => OTHER + one);
    case 'contains':
      return ofTexts(values, 'includes', (one) => OTHER + one + OTHER);
    case 'matches': {
      const pattern = plainPattern(meaning.pattern);
      return pattern && { kind: 'text', meets: (text: string) => pattern.test(text), samples: [] };
    }
    case 'isBoolean':
      return { kind: 'boolean', meets: (value) => value === meaning.value, samples: [meaning.value], family: 'boolean' };
    case 'equalsSet':
      return { ...ofSets((items) => items.symmetricDifference(wanted).size === 0, [wanted]), family: 'set' };
    case 'anyOfSet':
      return ofSets(
        (items) => !items.isDisjointFrom(wanted),
        values.map((one) => new Set([one, OTHER])),
      );
    case 'allOfSet':
      return ofSets((items) => items.isSupersetOf(wanted), [new Set([...values, OTHER])]);
    case 'partOfSet':
      return ofSets((items) => items.isSubsetOf(wanted), [new Set(), wanted]);
    case 'equalsNumber':
      return between('number', meaning.number, meaning.number);
    case 'atMostNumber':
      return between('number', -Infinity, meaning.number);
    case 'atLeastNumber':
      return between('number', meaning.number, Infinity);
    case 'betweenNumbers':
      return between('number', meaning.from, meaning.to);
    case 'onDate': {
      const day = Math.floor(meaning.date / DAY) * DAY;
      return between('date', day, day + DAY - 1);
    }
    case 'onOrAfterDate':
      return between('date', meaning.date, Infinity);
    case 'onOrBeforeDate':
      return between('date', -Infinity, meaning.date);
    case 'betweenDates':
      return between('date', meaning.from, meaning.to);
    case 'equalsVersion':
      return between('version', versionPoint(meaning.version), versionPoint(meaning.version));
    case 'atLeastVersion':
      return between('version', versionPoint(meaning.version), OTHER);
    case 'atMostVersion':
      return between('version', '', versionPoint(meaning.version));
    case 'betweenVersions':
      return between('version', versionPoint(meaning.from), versionPoint(meaning.to));
    case 'inListOfVersions': {
      const points = values.map(versionPoint);
      if (points.includes(undefined)) return undefined;
      return { kind: 'version', meets: (point: string) => points.includes(point), samples: points, family: 'version' };
    }
    default:
      return meaning satisfies never;
  }
}

const ofSets = (meets: (items: ReadonlySet<string>) => boolean, samples: Test['samples']): Test => ({
  kind: 'set',
  meets,
  samples,
});

function ofTexts(values: readonly string[], has: 'startsWith' | 'endsWith' | 'includes', sample: (one: string) => string): Test {
  const family = has === 'includes' ? {} : { family: has };
  return { kind: 'text', meets: (text: string) => values.some((one) => text[has](one)), samples: values.map(sample), ...family };
}

/** Points compare with `<`. */
type Point = number | string;

/** Ends are part of it. */
function between(kind: Test['kind'], from: Point | undefined, to: Point | undefined): Test | undefined {
  if (from === undefined || to === undefined) return undefined;
  // A list of versions that has both ends has not all that is between them. Where they stand the wrong way round, nothing is between.
  const next = kind === 'version' && from < to ? [`${from}\0`] : [];
  const samples = from > to ? [] : [from, ...next, to];
  return { kind, meets: (point: Point) => from <= point && point <= to, samples, family: kind };
}

/** True if every value that meets the one meets the other. */
export const implies = (one: Test, other: Test): boolean =>
  one.kind === other.kind && one.samples.length > 0 && other.samples.length > 0 && one.samples.every(other.meets);

/** True if no value meets both. */
export const excludes = (one: Test, other: Test): boolean =>
  one.family !== undefined && one.family === other.family && !one.samples.some(other.meets) && !other.samples.some(one.meets);

/** Whether a value, as a person writes it, meets a test; undefined = it is not of that kind. */
export function meetsTest(value: string, { kind, meets }: Test): boolean | undefined {
  const read = valueOf(value, kind);
  return read === undefined ? undefined : meets(read);
}

function valueOf(text: string, kind: Test['kind']): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'set':
      return new Set(text.split(',').flatMap((item) => item.trim() || []));
    case 'version':
      return versionPoint(text);
    case 'number':
    case 'date': {
      const number = text.trim() === '' ? NaN : Number(text);
      const point = kind === 'date' && Number.isNaN(number) ? Date.parse(text) : number;
      return Number.isNaN(point) ? undefined : point;
    }
    default:
      return kind satisfies never;
  }
}

/**
 * A pattern is somebody else's text and the service's dialect: only one that means the same everywhere, and can't run for long, is
 * tried: no repeated group, no reference, no look around, two open repetitions at most.
 */
export function plainPattern(pattern: string): RegExp | undefined {
  if (/\)[*+?{]|\(\?|\\[^dwst.\\/()[\]{}+*?^$|-]/.test(pattern)) return undefined;
  if ((pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0) > 2) return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
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
