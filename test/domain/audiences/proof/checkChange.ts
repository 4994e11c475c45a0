/** Compares the statements about a change with the treatments that the engine gives to each key before and after. */
import assert from 'node:assert/strict';
import type { Rule } from '../../../../src/api/model.ts';
import type { GroupLine, Unreachable } from '../../../../src/domain/audiences/audienceChange.ts';
import { audienceChange } from '../../../../src/domain/audiences/findAudienceChange.ts';
import { joinToAtMost } from '../../../../src/domain/audiences/joinLines.ts';
import { FREE, INCOMPLETE, type Change } from './corpus.ts';
import {
  CONTROL,
  isUnknown,
  matchersOf,
  meetsAll,
  meetsUnknown,
  questionOf,
  unknownFieldsOf,
  type Key,
  type Reading,
} from './engine.ts';
import { keysOf } from './keys.ts';
import { pairsOf, type DeciderPair, type Witness } from './witness.ts';
import { decides, decisionOf, isInLine, membership, problemOf, truthsOf, type Truth } from './truths.ts';

/** Counts of the corpus. A corpus without changed keys proves nothing. */
export const counts = { changes: 0, keys: 0, changedKeys: 0, lines: 0, nobody: 0, severalTargets: 0, sdk: 0, limits: 0 };

type Given = readonly (readonly [key: Key, truth: Truth])[];
const isChanged = ({ moves }: Truth): boolean => moves?.size !== 0;
const wordsOf = (key: Key, { decisions, moves }: Truth): string => JSON.stringify({ key, decisions, moves: moves && [...moves] });

/**
 * Throws if a changed key is missed, or if a statement isn't true for a key. With a small budget, keys may be missed if the
 * review says so.
 */
export function checkChange(change: Change, budget?: number): void {
  const { before, after, emptySegments } = change;
  const answer = audienceChange(before, after, { emptySegments }, budget);
  const codes = new Set(answer.unknowns.map(({ code }) => code));
  const isLimited = codes.has('limit');
  const { keys: all, areAll } = keysOf([before, after], emptySegments);
  // If the review mentions unknown fields, its lines are about the keys for which these don't decide.
  const fields = codes.has('fields') ? unknownFieldsOf([before, after]) : [];
  const keys = all.filter((key) => !fields.some((field) => meetsUnknown(key, field)));
  const truths = truthsOf(change, 'engine');
  const given = keys.map((key) => [key, truths(key)] as const);
  const shorter = [1, 3, 6].map((most) => joinToAtMost(answer.lines, most));
  assert.ok(shorter.every(({ length }, index) => length <= [1, 3, 6][index]!), 'too many lines'); // prettier-ignore
  const inLine = [answer.lines, ...shorter].map((lines) => checkLines(change, lines, given, 'engine', isLimited))[0]!;
  const hasChanged = given.some(([, truth]) => isChanged(truth));
  if (answer.affectsNobody) assert.deepEqual([hasChanged, answer.lines.length, answer.unknowns.length], [false, 0, 0]);
  const text = JSON.stringify([before, after]);
  if (!isLimited) checkPairs(pairsOf(before, after, { emptySegments }), given, FREE.test(text) ? undefined : truths);
  const reached = new Set(given.flatMap(([, { decisions }]) => decisions.map((decision, side) => `${side} ${decision}`)));
  checkUnreachable(before, answer.unreachable.before, keys, (index) => reached.has(`0 rule ${index}`));
  checkUnreachable(after, answer.unreachable.after, keys, (index) => reached.has(`1 rule ${index}`));

  if (areAll && !isLimited && !INCOMPLETE.test(text)) {
    if (codes.size === 0) assert.equal(answer.affectsNobody, !hasChanged, 'affectsNobody is exact without unknown parts');
    for (const line of answer.lines) assert.ok(inLine.has(line), `nobody is in it: ${JSON.stringify(line)}`);
    const isReached = (index: number): boolean => reached.has(`1 rule ${index}`);
    // With an empty segment, conditions with different texts can be equal.
    if (emptySegments.size === 0)
      checkNewlyUnreachable(change, answer.unreachable.after, isReached, (index) => reached.has(`0 rule ${index}`));
  }
  // If the review does not mention the SDK, the lines must also be true for the other treatment of missing attributes.
  if (!codes.has('sdk')) {
    const javas = truthsOf(change, 'java');
    const missing = keys.filter(({ attributes }) => Object.values(attributes).includes(undefined));
    checkLines(change, answer.lines, missing.map((key) => [key, javas(key)]), 'java', isLimited); // prettier-ignore
  }
  counts.changes += 1;
  counts.keys += given.length;
  counts.changedKeys += given.filter(([, truth]) => isChanged(truth)).length;
  counts.severalTargets += given.filter(([, { moves }]) => !moves).length;
  counts.lines += answer.lines.length;
  counts.nobody += Number(answer.affectsNobody);
  counts.limits += Number(isLimited);
  counts.sdk += Number(codes.has('sdk'));
}

/**
 * Checks that each line is true for each key in it, and that each key that changes is in a line. Returns the lines that contain a
 * key.
 */
function checkLines(
  { before }: Change,
  lines: readonly GroupLine[],
  given: Given,
  reading: Reading,
  isLimited: boolean,
): ReadonlySet<GroupLine> {
  const checked = new Map(lines.map((line) => [line, new Set<Truth>()]));
  for (const [key, truth] of given) {
    const meets = membership(key, reading);
    const own = lines.filter((line) => isInLine(line, truth.decisions, meets));
    if (own.length === 0 && isChanged(truth) && !isLimited) assert.fail(`missed, ${reading}: ${wordsOf(key, truth)}`);
    for (const line of own.filter((one) => !checked.get(one)!.has(truth))) {
      const problem = problemOf(line, truth, before?.defaultTreatment ?? CONTROL);
      if (problem) assert.fail(`${problem}, ${reading}: ${JSON.stringify(line)} of ${wordsOf(key, truth)}`);
      checked.get(line)!.add(truth);
    }
  }
  return new Set(lines.filter((line) => checked.get(line)!.size > 0));
}

/**
 * Checks that each pair of deciders that changes the treatment of some key is listed, and that the witness of each listed pair
 * proves it.
 */
function checkPairs(pairs: readonly DeciderPair[], given: Given, truths: ((key: Key) => Truth) | undefined): void {
  const listed = new Set(pairs.map(({ before, after }) => `${decisionOf(before)} → ${decisionOf(after)}`));
  for (const [key, truth] of given)
    if (truth.moves && isChanged(truth) && !listed.has(truth.decisions.join(' → ')))
      assert.fail(`no pair: ${wordsOf(key, truth)}`);
  for (const { before, after, witness } of pairs) {
    const key = truths && keyOf(witness);
    if (!key) continue;
    const { decisions } = truths(key);
    assert.ok(
      decides(before, decisions[0]) && decides(after, decisions[1]),
      JSON.stringify({ before, after, witness, decisions }),
    );
  }
}

/** Checks that no key reaches these rules, and that all keys that match one also match the named rule above it. */
function checkUnreachable(
  version: Change['before'],
  unreachable: readonly Unreachable[],
  keys: readonly Key[],
  isReached: (index: number) => boolean,
): void {
  for (const { index, by } of unreachable) {
    const meetsRule = (rule: number): ((key: Key) => boolean) => meetsAll(matchersOf(version!.rules[rule]!));
    assert.ok(!isReached(index), `rule ${index} can be reached`);
    if (by?.code === 'rule')
      assert.ok(keys.filter(meetsRule(index)).every(meetsRule(by.index)), `${by.index} doesn't cover ${index}`);
  }
}

/** Checks that a rule that no key reaches any more is named if keys reached its condition before. */
function checkNewlyUnreachable(
  { before, after }: Change,
  named: readonly Unreachable[],
  isReached: (index: number) => boolean,
  wasReached: (index: number) => boolean,
): void {
  if (!before || !after || [before, after].some(({ killed, trafficAllocation }) => killed === true || trafficAllocation === 0))
    return;
  const meaningOf = (rule: Rule): string =>
    [...new Set(matchersOf(rule).map((one) => JSON.stringify({ ...one, negate: one.negate === true })))].toSorted().join();
  for (const [index, rule] of after.rules.entries()) {
    const same = [...before.rules.keys()].filter((one) => meaningOf(before.rules[one]!) === meaningOf(rule));
    const isNewlyUnreachable = !isReached(index) && same.length > 0 && same.every(wasReached);
    if (isNewlyUnreachable) assert.ok(named.some((one) => one.index === index), `rule ${index} can't be reached any more`); // prettier-ignore
  }
}

/** Undefined = no key of the engine has all assumed properties of the witness. */
function keyOf({ key, segments, attributes, meets, isUnproven }: Witness): Key | undefined {
  const [flags, others] = [[] as string[], [] as string[]];
  for (const asked of meets) {
    if (asked.code !== 'matcher') return undefined;
    const depends = asked.matcher['depends'] as { splitName: string; treatment: string } | undefined;
    if (isUnknown(asked.matcher)) others.push(questionOf(asked.matcher));
    else if (depends) flags.push(`${depends.splitName}:${depends.treatment}`);
    else return undefined;
  }
  if (isUnproven || flags.length > 1) return undefined;
  return { key, segments: [...segments, ...others], flags, attributes: Object.fromEntries(attributes) };
}
