/** The keys for checking a change: one for each combination of answers to the matchers of both versions. */
import type { FlagDefinition, Matcher } from '../../../../src/api/model.ts';
import { VALUES } from './corpus.ts';
import { isUnknown, matchersOf, meetsAll, questionOf, unknownFieldsOf, type Key } from './engine.ts';

/** Up to this number, all combinations are checked: ten questions with two answers. */
const ALL = 1_024;
const RANDOM = 1_500;

interface Keys {
  readonly keys: readonly Key[];
  /** True if there are no other combinations of answers. */
  readonly areAll: boolean;
}

/** Returns all combinations if there are at most 1,024, otherwise 1,500 random ones. No key is in an empty segment. */
export function keysOf(definitions: readonly (FlagDefinition | undefined)[], empty: ReadonlySet<string>): Keys {
  const questions = definitions.flatMap((definition) => (definition ? questionsOf(definition) : []));
  const asked = [...unknownFieldsOf(definitions), ...questions];
  const choices = [...Map.groupBy(asked, subjectOf)]
    .filter(([subject]) => !empty.has(subject.replace('segment ', '')))
    .map(([subject, matchers]) => choicesOf(subject, matchers));
  const count = choices.reduce((product, { length }) => product * length, 1);
  const random = randomFrom(count);
  const keys = Array.from({ length: count <= ALL ? count : RANDOM }, (_, index): Key => {
    let left = index;
    const parts = choices.map((some) => {
      const chosen = count <= ALL ? left % some.length : random(some.length);
      left = Math.floor(left / some.length);
      return some[chosen]!;
    });
    const of = (kind: string): readonly string[] => parts.flatMap((part) => (part.kind === kind ? (part.name ?? []) : []));
    const attributes = parts.filter(({ kind }) => kind === 'attribute').map(({ name, value }) => [name, value]);
    const key = parts.find(({ kind }) => kind === 'key')?.value ?? VALUES['']!.at(-1);
    return { key: key as string, segments: of('segment'), flags: of('flag'), attributes: Object.fromEntries(attributes) };
  });
  return { keys, areAll: count <= ALL };
}

/** All matchers of the rules, and the targets as matchers. */
function questionsOf({ treatments, rules }: FlagDefinition): readonly Matcher[] {
  const targets = treatments.flatMap(({ keys, segments }): Matcher[] => [
    ...(keys && keys.length > 0 ? [{ type: 'IN_LIST_STRING', strings: keys }] : []),
    ...(segments ?? []).map((string) => ({ type: 'IN_SEGMENT', string })),
  ]);
  return [...targets, ...rules.flatMap(matchersOf)];
}

interface Choice {
  readonly kind: 'segment' | 'flag' | 'key' | 'attribute';
  /** Undefined = not in the segment, or the other flag gives none of the treatments. */
  readonly name?: string;
  readonly value?: unknown;
}

function subjectOf(matcher: Matcher): string {
  const { type, attribute } = matcher;
  const { string, depends } = matcher as { string?: string; depends?: { splitName: string } };
  if (isUnknown(matcher)) return `segment ${questionOf(matcher)}`;
  if (type === 'IN_SEGMENT') return `segment ${string}`;
  return type === 'IN_SPLIT' ? `flag ${depends!.splitName}` : `value ${attribute ?? ''}`;
}

function choicesOf(subject: string, matchers: readonly Matcher[]): readonly Choice[] {
  const [kind, name] = [subject.slice(0, subject.indexOf(' ')), subject.slice(subject.indexOf(' ') + 1)];
  if (kind === 'segment') return [{ kind }, { kind, name }];
  if (kind === 'flag') {
    const treatments = matchers.map((matcher) => (matcher['depends'] as { treatment: string }).treatment);
    return [{ kind }, ...[...new Set(treatments)].map((treatment): Choice => ({ kind, name: `${name}:${treatment}` }))];
  }
  // Values with the same answers count as one choice.
  const answers = matchers.map((matcher) => answersOf(name, matcher));
  const byAnswers = Map.groupBy(VALUES[name]!.keys(), (index) => answers.map((all) => all[index]).join());
  return [...byAnswers.values()].map(([first]): Choice => {
    const value = VALUES[name]![first!];
    return name === '' ? { kind: 'key', value } : { kind: 'attribute', name, value };
  });
}

const known = new Map<string, readonly boolean[]>();

/** The engine's answer for each value of the subject. */
function answersOf(name: string, matcher: Matcher): readonly boolean[] {
  const plain = { ...matcher, negate: false };
  const text = JSON.stringify(plain);
  let answers = known.get(text);
  if (!answers) {
    const meets = meetsAll([plain]);
    answers = VALUES[name]!.map((value) =>
      meets({ key: name === '' ? (value as string) : 'k', segments: [], flags: [], attributes: { [name]: value } }),
    );
    known.set(text, answers);
  }
  return answers;
}

/** Returns the same random numbers in each run, from 0 to below `end`. */
function randomFrom(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
