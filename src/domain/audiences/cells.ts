/**
 * Finds the cells of each subject, for example of an attribute. A cell is a combination of answers that one value of the
 * subject can give to all questions about the subject. Each cell contains an example of such a value.
 */
import type { AttributeValue } from './audienceChange.ts';
import { indexLists, type ListIndex } from './listIndex.ts';
import type { MatcherTest } from './matcherTests.ts';
import { ABOUT_KEY, type Question } from './questions.ts';
import { ValueReading } from './reading.ts';
import { UNUSED_CHARACTER, MAX_COMBINATIONS, samplesFor } from './samples.ts';
import type { SubjectCells } from './possibleCells.ts';

export interface Cell {
  /** The variables of the questions that the value answers with yes. */
  readonly met: readonly number[];
  /** Undefined: the key does not have the attribute. */
  readonly value: AttributeValue | undefined;
  /**
   * True if the cell assumes an answer about a pattern that `value` does not prove. Perhaps no real value gives this
   * combination of answers.
   */
  readonly isUnproven: boolean;
}

export interface SampledSubject extends SubjectCells {
  readonly about: string;
  readonly samples: readonly Cell[];
}

interface TestedQuestion extends Question {
  readonly variable: number;
  readonly test: MatcherTest;
}

/**
 * The maximum number of answers to calculate for one subject. If more would be necessary, only its questions about lists get
 * cells. Its other questions then count as independent: a key may meet each of them or not.
 */
const MAX_ANSWERS = 400_000;

/** Yields every few milliseconds, so that the caller can pause. */
export function* sampledSubjects(questions: readonly (Question | undefined)[]): Generator<void, readonly SampledSubject[]> {
  const asking = questions.flatMap((question, variable): readonly TestedQuestion[] =>
    question?.test ? [{ ...question, variable, test: question.test }] : [],
  );
  const subjects: SampledSubject[] = [];
  for (const [about, all] of Map.groupBy(asking, (one) => one.about!))
    for (const group of boundGroups(all)) {
      const [asked, samples] = yield* cellsOf(group, about);
      const atoms = asked.map(({ variable }) => variable);
      if (atoms.length > 0) subjects.push({ about, atoms, samples, cells: samples.map(({ met }) => met) });
    }
  return subjects;
}

/**
 * Groups questions whose answers depend on each other. Ignores some dependencies, for example that a text with a certain
 * beginning may also be a number.
 */
function boundGroups(all: readonly TestedQuestion[]): readonly (readonly TestedQuestion[])[] {
  const ofKind = (...kinds: readonly MatcherTest['kind'][]): readonly TestedQuestion[] =>
    all.filter(({ test }) => kinds.includes(test.kind));
  const texts = ofKind('prefix', 'suffix', 'part', 'pattern');
  const [lists, scalars] = [ofKind('list'), ofKind('number', 'version', 'boolean')];
  const groups = texts.length > 0 ? [[...lists, ...texts], scalars] : [[...lists, ...scalars]];
  return [...groups, ofKind('set'), ofKind('flag')].filter(({ length }) => length > 0);
}

/** Returns the questions that get cells, and their cells. The remaining questions of the group count as independent. */
function* cellsOf(
  group: readonly TestedQuestion[],
  about: string,
): Generator<void, readonly [readonly TestedQuestion[], readonly Cell[]]> {
  const lists = group.filter(({ test }) => test.kind === 'list');
  const others = group.filter(({ test }) => test.kind !== 'list');
  const index = yield* indexLists(lists.map(({ test: { values = [] } }) => values));
  if (!index) return [[], []];
  const listed = others.length > 0 ? [...index.values()] : index.examples;
  const cost = listed.length * others.length;
  const made = cost > MAX_ANSWERS ? undefined : samplesFor(others.map(({ test }) => test), [...index.examples], (text) => index.listsOf(text).length > 0); // prettier-ignore
  const isFree = !made || cost + made.length * group.length > MAX_ANSWERS;
  const asked = isFree ? lists : group;
  const candidates = isFree ? [...index.examples, UNUSED_CHARACTER] : [...listed, ...made];
  // A key always exists, and every flag gives it a treatment. Only an attribute can be missing.
  const canBeMissing = about !== ABOUT_KEY && !about.startsWith('flag ');
  const cells = new Map<string, Cell>();
  for (const value of canBeMissing
    ? [undefined, ...candidates]
    : candidates.filter((one) => typeof one === 'string' && one !== ''))
    for (const cell of answersOf(value, asked, lists, index)) {
      const name = cell.met.join();
      if (cells.get(name)?.isUnproven ?? true) cells.set(name, cell);
    }
  return cells.size > 4 * MAX_COMBINATIONS ? [[], []] : [asked, [...cells.values()]];
}

/**
 * Returns the cell of a value. Returns several cells if it isn't known whether the value matches a pattern, or if the value
 * contains `UNUSED_CHARACTER`: it then stands for many real values, and only some of them may match the pattern.
 */
function answersOf(
  value: AttributeValue | undefined,
  asked: readonly TestedQuestion[],
  lists: readonly TestedQuestion[],
  index: ListIndex,
): readonly Cell[] {
  const reading = new ValueReading(value);
  const listed = reading.text === undefined ? [] : index.listsOf(reading.text).map((list) => lists[list]!);
  const opposites = lists.filter((list) => list.isOpposite && value !== undefined && !listed.includes(list));
  const others = asked.filter(({ test }) => test.kind !== 'list' && test.kind !== 'pattern' && test.meets(reading));
  const met = [...listed.filter(({ isOpposite }) => !isOpposite), ...opposites, ...others].map(({ variable }) => variable);
  let cells: readonly Cell[] = [{ met, value, isUnproven: false }];
  const patterns = value === undefined ? [] : asked.filter(({ test }) => test.kind === 'pattern');
  for (const same of Map.groupBy(patterns, (one) => one.asked).values()) {
    const answer = same[0]!.test.meets(reading);
    const known = answer === undefined ? undefined : answer !== same[0]!.isOpposite;
    const isOpen = known === undefined || (typeof value === 'string' && value.includes(UNUSED_CHARACTER));
    cells = (isOpen ? [true, false] : [known]).flatMap((matches) => {
      const matching = same.flatMap(({ variable, isOpposite }) => (isOpposite === matches ? [] : [variable]));
      return cells.map((cell) => ({
        ...cell,
        met: [...cell.met, ...matching],
        isUnproven: cell.isUnproven || matches !== known,
      }));
    });
  }
  return cells.map((cell) => ({ ...cell, met: cell.met.toSorted((one, other) => one - other) }));
}
