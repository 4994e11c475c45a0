/**
 * Creates sample values for the questions about one subject, so that each possible combination of answers occurs among them.
 */
import type { AttributeValue } from './audienceChange.ts';
import type { MatcherTest } from './matcherTests.ts';
import { ValueReading } from './reading.ts';
import { compareVersions, otherBuild, readVersion, versionAfter, type SemanticVersion } from './versions.ts';

/** A character that no question contains. It is a sample value, and a part of other sample values. */
export const UNUSED_CHARACTER = '\uE000';

/** The maximum number of combinations. If there are more, no samples are created. */
export const MAX_COMBINATIONS = 2_048;

/** The maximum number of texts in all tests. Each text is compared with all the others, so more would take too long. */
const MAX_TEXTS = 700;

/**
 * `examples` contains, for each combination of lists, one value in exactly these lists. Returns undefined if there are too many
 * combinations.
 */
export function samplesFor(
  tests: readonly MatcherTest[],
  examples: readonly string[],
  isListed: (text: string) => boolean,
): readonly AttributeValue[] | undefined {
  const texts = textSamples(tests);
  const sets = setSamples(tests.filter((test) => test.kind === 'set'));
  const patterns = tests.filter(({ kind }) => kind === 'pattern').length;
  if (!texts || !sets || texts.length * 2 ** patterns > MAX_COMBINATIONS) return undefined;
  return [
    // An attribute with an empty text is not missing, but can't be read as a text. Booleans can be read as texts and numbers,
    // too.
    '',
    true,
    false,
    ...texts,
    ...sets,
    ...numberSamples(tests, isListed),
    ...versionSamples(tests),
    // An array with one text reads as this text, but not as a boolean.
    ...(tests.some(({ kind }) => kind === 'boolean') ? [...BOOLEANS, ...examples.map((text) => [text])] : []),
    ...tests.flatMap(({ kind, values = [] }) => (kind === 'flag' ? values : [])),
  ]; // prettier-ignore
}

/**
 * Returns the ends of all ranges, a number between each two neighbouring ends, and numbers below and above all ends. If the
 * text of a number is in a list, also returns a different spelling of the number that is in no list.
 */
function numberSamples(tests: readonly MatcherTest[], isListed: (text: string) => boolean): readonly AttributeValue[] {
  const ends = [...new Set(tests.flatMap(({ ends = [] }) => ends))].toSorted((one, other) => one - other);
  if (ends.length === 0) return [];
  const between = ends.slice(1).flatMap((end, index) => {
    const [low, middle] = [ends[index]!, ends[index]! / 2 + end / 2];
    const whole = Math.floor(middle);
    return whole > low ? [whole] : middle > low && middle < end ? [middle] : [];
  });
  const outside = [numberBeyond(ends[0]!, -1), numberBeyond(ends.at(-1)!, 1)];
  return [...ends, ...between, ...outside].flatMap((number) => {
    if (!isListed(String(number))) return [number];
    const spelled = [`${number}.0`, ` ${number}`, `${number} `, `  ${number}`].find(
      (text) => !isListed(text) && Number(text) === number,
    );
    return spelled === undefined ? [number] : [number, spelled];
  });
}

/** Returns a number beyond `end` in the given direction, far enough away that rounding does not make it equal to `end`. */
function numberBeyond(end: number, direction: 1 | -1): number {
  let step = 1;
  while (end + direction * step === end) step *= 2;
  return end + direction * step;
}

/**
 * Returns each version, the same version with a different build, the next version, and a version below all. Returns each of
 * these texts also with a leading zero.
 */
function versionSamples(tests: readonly MatcherTest[]): readonly string[] {
  const versions = tests.flatMap(({ versions = [] }) => versions);
  const lowest = readVersion('0.0.0-0')!;
  const isLowest = versions.some((version) => compareVersions(version, lowest) <= 0);
  const near = (version: SemanticVersion): readonly SemanticVersion[] => [
    version,
    otherBuild(version, 'other'),
    versionAfter(version),
  ];
  const all = versions.length === 0 ? [] : [...versions.flatMap(near), ...(isLowest ? [] : [lowest])];
  return all.flatMap(({ text }) => [text, `0${text}`]);
}

const BOOLEANS: readonly AttributeValue[] = [true, false, 'true', 'false', 'TRUE', 'FALSE', 'tRUE', 'fALSE'];

/**
 * Items in the same lists form a class. Each sample contains none, some or all items of each class, with or without other
 * items. Returns undefined if there are too many combinations.
 */
function setSamples(tests: readonly MatcherTest[]): readonly AttributeValue[] | undefined {
  const listsOf = new Map<string, string>();
  for (const [index, { values = [] }] of tests.entries())
    for (const value of new Set(values)) listsOf.set(value, `${listsOf.get(value) ?? ''} ${index}`);
  if (tests.length === 0) return [];
  const classes = [...Map.groupBy(listsOf.keys(), (value) => listsOf.get(value)!).values()];
  const choices = classes.map((all) => (all.length > 1 ? [[], all.slice(0, 1), all] : [[], all]));
  if (choices.reduce((count, { length }) => count * length, 2) > MAX_COMBINATIONS) return undefined;
  let sets: readonly (readonly string[])[] = [[], [UNUSED_CHARACTER]];
  for (const choice of choices) sets = sets.flatMap((set) => choice.map((items) => [...set, ...items]));
  return sets;
}

/**
 * Returns texts that consist of a beginning, some parts and an end, with `UNUSED_CHARACTER` between them. If several beginnings,
 * parts or ends give the same answers, uses one of them. Returns undefined if there are too many combinations.
 */
function textSamples(tests: readonly MatcherTest[]): readonly string[] | undefined {
  const asked = tests.filter((test) => ['prefix', 'suffix', 'part'].includes(test.kind));
  const size = asked.reduce((sum, { values = [] }) => sum + values.length, 0);
  if (size > MAX_TEXTS) return undefined;
  const answersOf = (text: string): string => asked.map((test) => (test.meets(new ValueReading(text)) ? '1' : '0')).join('');
  const different = (kind: MatcherTest['kind'], whole: (value: string) => string): readonly string[] => {
    const values = asked.flatMap((test) => (test.kind === kind ? (test.values ?? []) : []));
    const byAnswers = new Map(['', ...values].toReversed().map((value) => [answersOf(whole(value)), value]));
    return [...byAnswers.values()];
  };
  const beginnings = different('prefix', (value) => value + UNUSED_CHARACTER);
  const ends = different('suffix', (value) => UNUSED_CHARACTER + value);
  const outer = beginnings.length * ends.length;
  let middles = new Map([[answersOf(UNUSED_CHARACTER), UNUSED_CHARACTER]]);
  for (const part of different('part', (value) => UNUSED_CHARACTER + value + UNUSED_CHARACTER)) {
    const longer = [...middles.values()].map((middle) => middle + part + UNUSED_CHARACTER);
    middles = new Map([...longer, ...middles.values()].map((middle) => [answersOf(middle), middle]));
    if (middles.size * outer > MAX_COMBINATIONS) return undefined;
  }
  return beginnings.flatMap((beginning) =>
    ends.flatMap((end) => [...middles.values()].map((middle) => beginning + middle + end)),
  );
}
