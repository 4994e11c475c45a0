/** What a matcher asks of a value (service-beyond.md, Matchers), and what follows from it for another matcher. */
import type { MatcherMeaning } from '../definitions/matcherMeaning.ts';
import { cheapPattern } from './cheapPattern.ts';
import type { Work } from './work.ts';

const DAY = 86_400_000;
/** A character that no matcher asks for. */
const OTHER = '\uFFFF';

/** Without regard to `negate`. */
export interface Test {
  /** What it takes a value for. */
  readonly kind: 'text' | 'boolean' | 'set' | 'number' | 'date' | 'version';
  meets(value: unknown): boolean;
  /** Units of work that `meets` takes at most, for a value of so many characters or items; Infinity if it may not be called. */
  cost(size: number): number;
  /** A test that all of these meet, every value meets that meets this one; none = nothing follows from it. */
  readonly samples: readonly unknown[];
  /** Two of one family have no value in common, unless a sample of the one meets the other. */
  readonly family?: string;
}

/** Undefined = it can't be said: the pattern is not proven cheap, a version is none, or it depends on something else. */
export function testOf(meaning: MatcherMeaning): Test | undefined {
  if (meaning.code === 'unknown' || meaning.more !== undefined) return undefined;
  const values = 'values' in meaning ? meaning.values : [];
  const wanted = new Set(values);
  switch (meaning.code) {
    case 'inSegment':
    case 'getsTreatment':
      return undefined;
    case 'inList':
      return { kind: 'text', meets: (text: string) => wanted.has(text), cost: () => 1, samples: values };
    case 'startsWith':
      return ofTexts(values, 'startsWith', (one) => one + OTHER);
    case 'endsWith':
      return ofTexts(values, 'endsWith', (one) => OTHER + one);
    case 'contains':
      return ofTexts(values, 'includes', (one) => OTHER + one + OTHER);
    case 'matches': {
      const pattern = cheapPattern(meaning.pattern);
      if (!pattern) return undefined;
      const { regex, steps } = pattern;
      return { kind: 'text', meets: (text: string) => regex.test(text), cost: (size) => steps(size) / STEPS, samples: [] };
    }
    case 'isBoolean':
      return {
        kind: 'boolean',
        meets: (value) => value === meaning.value,
        cost: () => 1,
        samples: [meaning.value],
        family: 'boolean',
      };
    case 'equalsSet':
      return { ...ofSets(wanted, (items) => items.symmetricDifference(wanted).size === 0, [wanted]), family: 'set' };
    case 'anyOfSet':
      return ofSets(
        wanted,
        (items) => !items.isDisjointFrom(wanted),
        values.map((one) => new Set([one, OTHER])),
      );
    case 'allOfSet':
      return ofSets(wanted, (items) => items.isSupersetOf(wanted), [new Set([...values, OTHER])]);
    case 'partOfSet':
      return ofSets(wanted, (items) => items.isSubsetOf(wanted), [new Set(), wanted]);
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
      const cost = (size: number): number => compareCost(size) * points.length;
      return { kind: 'version', meets: (point: string) => points.includes(point), cost, samples: points, family: 'version' };
    }
    default:
      return meaning satisfies never;
  }
}

/** Characters that the engine of regular expressions compares in the time of one unit. */
const STEPS = 3;
/** Units to compare two texts. */
const compareCost = (size: number): number => 1 + size / 16;

function ofSets(wanted: ReadonlySet<string>, meets: (items: ReadonlySet<string>) => boolean, samples: Test['samples']): Test {
  return { kind: 'set', meets, cost: (size) => wanted.size + size, samples };
}

function ofTexts(values: readonly string[], has: 'startsWith' | 'endsWith' | 'includes', sample: (one: string) => string): Test {
  const family = has === 'includes' ? {} : { family: has };
  const characters = values.reduce((sum, { length }) => sum + length, 0);
  // A text that is looked for within another may be compared at each place.
  const places = has === 'includes' ? 1 / 50 : 0;
  const cost = (size: number): number => 2 * values.length + characters * (1 / 16 + size * places);
  return {
    kind: 'text',
    meets: (text: string) => values.some((one) => text[has](one)),
    cost,
    samples: values.map(sample),
    ...family,
  };
}

/** Points compare with `<`. */
type Point = number | string;

/** Ends are part of it. */
function between(kind: Test['kind'], from: Point | undefined, to: Point | undefined): Test | undefined {
  if (from === undefined || to === undefined) return undefined;
  // A list of versions that has both ends has not all that is between them. Where they stand the wrong way round, nothing is between.
  const next = kind === 'version' && from < to ? [`${from}\0`] : [];
  const samples = from > to ? [] : [from, ...next, to];
  return { kind, meets: (point: Point) => from <= point && point <= to, cost: compareCost, samples, family: kind };
}

/** True if every value that meets the one meets the other. Throws OutOfWork. */
export const implies = (one: Test, other: Test, work: Work): boolean =>
  one.kind === other.kind &&
  one.samples.length > 0 &&
  other.samples.length > 0 &&
  one.samples.every((sample) => meetsSample(sample, other, work));

/** True if no value meets both. Throws OutOfWork. */
export const excludes = (one: Test, other: Test, work: Work): boolean =>
  one.family !== undefined &&
  one.family === other.family &&
  !one.samples.some((sample) => meetsSample(sample, other, work)) &&
  !other.samples.some((sample) => meetsSample(sample, one, work));

function meetsSample(sample: unknown, test: Test, work: Work): boolean {
  work.spend(test.cost(typeof sample === 'string' ? sample.length : sample instanceof Set ? sample.size : 1));
  return test.meets(sample);
}

/** Whether a value, as a person writes it, meets a test; undefined = it is not of that kind. Spend `cost` of its length before. */
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

const VERSION = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?$/;

/** Texts in the order of semantic versions: a release comes after what leads to it, numbers before words. Undefined = it is none. */
function versionPoint(version: string): string | undefined {
  const [, major, minor, patch, before] = VERSION.exec(version.trim()) ?? [];
  if (major === undefined) return undefined;
  const number = (text: string): string => text.padStart(16, '0');
  const parts = before?.split('.').map((part) => (/^\d+$/.test(part) ? `0${number(part)}` : `1${part}`));
  return [number(major), number(minor!), number(patch!), ...(parts ?? ['2'])].join('\u0001');
}
