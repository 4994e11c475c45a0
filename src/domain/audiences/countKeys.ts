/** Counts the listed keys in each line of the section "For whom". A line says which keys get something else after a change. */
import type { FlagDefinition } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import type { Decider, KeyGroup, GroupLine, Literal } from './audienceChange.ts';
import { allOf, decidersOf, meetsLiteral, matchersOf, not, type KeyFacts, type MaybeBoolean } from './evaluate.ts';
import { indexLists } from './listIndex.ts';
import { testOf, type MatcherTest } from './matcherTests.ts';
import { ValueReading } from './reading.ts';

export interface CountedKeys {
  readonly count: number;
  /** Returns some of the keys, in no particular order. */
  first(most: number): readonly string[];
}

export interface LineCount {
  /** Keys that are in the line whatever their attributes are. */
  readonly sure: CountedKeys;
  /** Keys that may be in the line, depending on an attribute or another unknown fact. */
  readonly possible: CountedKeys;
}

export interface KeyCount {
  /** The number of distinct keys. */
  readonly listed: number;
  /** The number of keys that the definitions themselves contain. */
  readonly named: number;
  /** One count for each line. A key may be in several lines. */
  readonly lines: readonly LineCount[];
  /** Keys that are in no line, whatever their attributes are. */
  readonly others: number;
}

export interface CountedChange {
  readonly before: FlagDefinition | undefined;
  readonly after: FlagDefinition | undefined;
  readonly lines: readonly GroupLine[];
  /** The keys of the segments that could be read. It isn't known which keys are in the other segments. */
  readonly segments: ReadonlyMap<string, readonly string[]>;
}

/** Keys that are in the same segments and lists, and meet the same other matchers about the key. */
interface KeyClass {
  readonly facts: KeyFacts & { readonly lists: ReadonlySet<readonly string[]> };
  readonly keys: string[];
}

const KEYS_PER_STEP = 1_000;

/**
 * Counts the keys of `segments`, and those that the definitions themselves list. Returns undefined if there are more than two
 * million keys. Yields every few milliseconds.
 */
export function* countSteps(change: CountedChange): Generator<void, KeyCount | undefined> {
  const classes = yield* classesOf(change);
  if (!classes) return undefined;
  const lines = change.lines.map((line) => ({ line, sure: [] as KeyClass[], possible: [] as KeyClass[] }));
  let [listed, named, others] = [0, 0, 0];
  for (const one of classes) {
    const isDecided = createDecidedCheck(change, one.facts);
    let isInAny = false;
    for (const { line, sure, possible } of lines) {
      const isIn = anyOf(line.groups.map((group) => isInGroup(group, one.facts, isDecided)));
      if (isIn !== false) (isIn ? sure : possible).push(one);
      isInAny ||= isIn !== false;
      yield;
    }
    listed += one.keys.length;
    if (one.facts.lists.size > 0) named += one.keys.length;
    if (!isInAny) others += one.keys.length;
  }
  return {
    listed,
    named,
    lines: lines.map(({ sure, possible }) => ({ sure: keysIn(sure), possible: keysIn(possible) })),
    others,
  };
}

const keysIn = (classes: readonly KeyClass[]): CountedKeys => ({
  count: classes.reduce((sum, { keys }) => sum + keys.length, 0),
  first: (most) => [
    ...classes
      .values()
      .flatMap(({ keys }) => keys)
      .take(most),
  ],
});

/** Groups the keys of the segments and lists into classes. Returns undefined if there are too many keys. */
function* classesOf({ before, after, segments }: CountedChange): Generator<void, readonly KeyClass[] | undefined> {
  const { lists, tests } = listsAndTests([before, after]);
  const names = [...segments.keys()];
  const index = yield* indexLists([...segments.values(), ...lists]);
  if (!index) return undefined;
  const classes = new Map<string, KeyClass>();
  let count = 0;
  for (const key of index.values()) {
    if ((count += 1) % KEYS_PER_STEP === 0) yield;
    const listed = index.listsOf(key);
    const reading = new ValueReading(key);
    const name = `${listed.join()} ${tests.map((test) => test.meets(reading)).join()}`;
    const known = classes.get(name);
    if (known) known.keys.push(key);
    else classes.set(name, { facts: factsOf(key, new Set(listed)), keys: [key] });
  }
  return [...classes.values()];

  function factsOf(key: string, listed: ReadonlySet<number>): KeyClass['facts'] {
    return {
      key,
      attributes: new Map(),
      segments: new Map(names.map((name, at) => [name, listed.has(at)])),
      lists: new Set(lists.filter((_, at) => listed.has(names.length + at))),
    };
  }
}

/** Returns the lists of keys in the definitions, and tests for the other matchers that compare the text of the key. */
function listsAndTests(definitions: readonly (FlagDefinition | undefined)[]): {
  readonly lists: readonly (readonly string[])[];
  readonly tests: readonly MatcherTest[];
} {
  const meanings = definitions.flatMap(matchersOf).map(meaningOf);
  const lists = meanings.flatMap((one) => (one.code === 'inList' && !one.attribute && !one.more ? [one.values] : []));
  const others = meanings.filter((one) => 'values' in one || one.code === 'matches').filter((one) => !one.attribute && one.code !== 'inList'); // prettier-ignore
  const different = new Map(others.map((one) => [JSON.stringify({ ...one, negate: false }), one]));
  return { lists: [...new Set(lists)], tests: [...different.values()].flatMap((one) => testOf(one) ?? []) };
}

type Decided = NonNullable<KeyGroup['decided']>;

function isInGroup(group: KeyGroup, facts: KeyFacts, isDecided: (decided: Decided) => MaybeBoolean): MaybeBoolean {
  const isMetBy = (literals: readonly Literal[]): MaybeBoolean => allOf(literals.map((literal) => meetsLiteral(literal, facts)));
  const conditions = allOf([isMetBy(group.all), ...group.unless.map((literals) => not(isMetBy(literals)))]);
  return group.decided && conditions !== false ? allOf([conditions, isDecided(group.decided)]) : conditions;
}

/** Returns a function that tells whether one of a group's deciders decides for the key. Evaluates each version at most once. */
function createDecidedCheck({ before, after }: CountedChange, facts: KeyFacts): (decided: Decided) => MaybeBoolean {
  const known = new Map<Decided['side'], ReturnType<typeof decidersOf>>();
  return ({ side, by }) => {
    const deciders = known.get(side) ?? decidersOf(side === 'before' ? before : after, facts);
    known.set(side, deciders);
    const answers = [deciders.by, ...deciders.unless].map((one) => anyOf(by.map((other) => isSameDecider(one, other))));
    // A key that may be a target of one treatment may also be a target of others.
    const isOpen = deciders.unless.some(({ code }) => code === 'target');
    if (isOpen && by.some(({ code }) => code === 'severalTargets')) answers.push(undefined);
    if (answers.every((answer) => answer === false)) return false;
    return !isOpen && answers.every((answer) => answer === true) ? true : undefined;
  };
}

/**
 * True if `other`, a decider of a group, is the part of a definition that decides for the key, `one`. Undefined if `other` is
 * about all target treatments of the key and about further treatments, because the key may be a target of those, too.
 */
function isSameDecider(one: Decider, other: Decider): MaybeBoolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  if (one.code !== 'severalTargets' || other.code !== 'severalTargets') return false;
  if (other.isAtLeast && other.treatments.every((name) => one.treatments.includes(name))) return true;
  return one.treatments.every((name) => other.treatments.includes(name)) ? undefined : false;
}

const anyOf = (answers: readonly MaybeBoolean[]): MaybeBoolean => not(allOf(answers.map(not)));
