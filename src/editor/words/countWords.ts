/**
 * Writes the report of Count Accounts: the number of keys for each line of "For whom", what was not counted and why, and the
 * keys.
 */
import * as vscode from 'vscode';
import type { KeyCount, LineCount } from '../../domain/audiences/countKeys.ts';
import type { NeededFacts } from '../../domain/audiences/evaluate.ts';
import type { SegmentContents } from '../../operations/segments/readSegments.ts';
import type { AudienceLine } from './audienceWords.ts';
import { describeFailure } from './failureWords.ts';
import { wrapLines } from './wrapLines.ts';
import { spanText, treatmentName } from './moveWords.ts';
import { joined, quoted } from './quotes.ts';
import { formatNumber, formatTime, keysWords } from './requestWords.ts';

const { t } = vscode.l10n;

export interface CountReport {
  readonly count: KeyCount;
  /** The lines of "For whom", in the order of `count.lines`: first the `shown` lines of the review, then the exact lines. */
  readonly lines: readonly AudienceLine[];
  readonly shown: number;
  /** The notes that the review shows below its lines. A note can be about keys that no line describes. */
  readonly notes: readonly string[];
  readonly asked: NeededFacts;
  readonly contents: ReadonlyMap<string, SegmentContents>;
  /** When the keys were counted, in epoch milliseconds. */
  readonly at: number;
}

/** The maximum number of keys that are written for one line. A longer text opens slowly, and nobody reads it. */
const MAX_KEYS_PER_LINE = 10_000;
/** The maximum number of keys that are written for all lines together. */
const MAX_KEYS_IN_REPORT = 100_000;

/** Writes the report. Yields after each list of keys. */
export function* countText(counted: CountReport): Generator<void, string> {
  const { count, lines, shown, notes, asked, contents, at } = counted;
  const sections = lines.map((line, index) => [line.text, ...amounts(line, count.lines[index]!)]);
  const listed = [...contents].flatMap(([name, one]) => (one.state === 'read' ? [t('{0}: {1}', quoted(name), keysWords(one.keys.length))] : [])); // prettier-ignore
  const named = count.named > 0 ? [t('named in the definitions: {0}', keysWords(count.named))] : [];
  const uncounted = uncountedTexts(counted);
  const isExact = count.lines.every(({ possible }) => possible.count === 0);
  const doubts = isExact ? [] : doubtTexts(asked);
  const sentences = [
    [t('Counted at {0}. Total: {1}.', formatTime(at), keysWords(count.listed)), ...listed, ...named],
    ...(uncounted.length > 0 ? [[t('Not counted:'), ...uncounted]] : []),
    ...(doubts.length > 0 ? [[t('Some numbers aren’t exact, because these facts about the keys aren’t known:'), ...doubts]] : []),
    ...sections.slice(0, shown),
    ...(sections.length > shown ? [[t('All lines in full detail:')], ...sections.slice(shown)] : []),
    ...(count.others > 0 ? [[othersText(counted)]] : []),
    ...(notes.length > 0 ? [[t('Notes from the review:'), ...notes]] : []),
    [
      t(
        'A key that belongs to several lines is counted in each of them. Only keys in the counted segments or in the definitions are counted.',
      ),
    ],
  ].map((section) => section.map((sentence) => wrapLines(sentence, '    ')));
  return [...sentences, ...(yield* keyLists(lines, count))].map((section) => section.join('\n  ')).join('\n\n');
}

/**
 * Says how many keys are in no line. If there are no notes, also says that nothing changes for these keys. With notes, that
 * could be wrong: a note can say that such keys get a different configuration.
 */
function othersText({ count, notes }: CountReport): string {
  const keys = keysWords(count.others);
  return notes.length > 0
    ? t('Not counted in any of the lines above: {0}.', keys)
    : t('Not counted in any of the lines above: {0}. Nothing changes for these keys.', keys);
}

/**
 * Returns the number of keys of a line, or one text for each move if the keys move differently: "about 25% of 5,318 keys: off →
 * on".
 */
function amounts({ line }: AudienceLine, count: LineCount): readonly string[] {
  const keys = amount(count);
  const moves = line?.moves ?? [];
  const isWhole = moves.length === 1 && moves[0]!.least === 100;
  if (isWhole || moves.length === 0 || count.sure.count + count.possible.count === 0) return [keys];
  return moves.map((move) => {
    const [from, to] = [treatmentName(move.from), treatmentName(move.to)];
    return t('about {0} of {1}: {2} → {3}', spanText(move), keys, from, to);
  });
}

function amount({ sure, possible }: LineCount): string {
  const most = sure.count + possible.count;
  if (most === 0) return t('none of the listed keys');
  if (possible.count === 0) return keysWords(most);
  return sure.count === 0 ? t('up to {0}', keysWords(most)) : t('{0} to {1}', formatNumber(sure.count), keysWords(most));
}

function uncountedTexts({ asked, contents }: CountReport): readonly string[] {
  return [
    ...[...contents].flatMap(([name, one]) => {
      const reason = reasonOf(one);
      return reason === undefined ? [] : [t('{0}: {1}', quoted(name), reason)];
    }),
    ...asked.largeSegments.map((name) => t('{0}: {1}', quoted(name), t('a large segment, whose keys the service doesn’t list'))),
    ...asked.ruleBasedSegments.map((name) => t('{0}: {1}', quoted(name), t('a rule-based segment, which has no list of keys'))),
  ];
}

function reasonOf(contents: SegmentContents): string | undefined {
  switch (contents.state) {
    case 'read':
      return undefined;
    case 'inactive':
      return t('not active in this environment, so it has no keys');
    case 'missing':
      return t('not active in this environment, or this API key can’t see it (404)');
    case 'refused':
      return t('this API key isn’t allowed to read it (403)');
    case 'incomplete':
      return t('the service didn’t return all keys; somebody might be changing the segment');
    case 'failed':
      return describeFailure(contents.error).sentence;
    default:
      return contents satisfies never;
  }
}

function doubtTexts({ attributes, flags, hasUnknown }: NeededFacts): readonly string[] {
  const list = (names: readonly string[]): string => joined(names.map(quoted), 'conjunction');
  return [
    ...(attributes.length > 0 ? [t('attributes: {0}', list(attributes))] : []),
    ...(flags.length > 0 ? [t('which treatment of {0} the keys get', list(flags))] : []),
    ...(hasUnknown ? [t('whether the keys meet a condition that Flag Admin can’t evaluate')] : []),
  ];
}

/** Lists the keys of each line. Keys that might belong to the line have a separate heading. */
function* keyLists(lines: readonly AudienceLine[], { lines: counts }: KeyCount): Generator<void, readonly (readonly string[])[]> {
  const lists: (readonly string[])[] = [];
  let left = MAX_KEYS_IN_REPORT;
  for (const [index, { sure, possible }] of counts.entries())
    for (const [keys, heading] of [
      [sure, t('Keys in this line: {0}', lines[index]!.text)],
      [possible, t('Keys that might belong to this line: {0}', lines[index]!.text)],
    ] as const) {
      if (keys.count === 0) continue;
      const shown = keys.first(Math.min(MAX_KEYS_PER_LINE, left)).toSorted();
      left -= shown.length;
      const more = keys.count - shown.length;
      lists.push([wrapLines(heading, '    '), ...shown, ...(more > 0 ? [t('… and {0} more', formatNumber(more))] : [])]);
      yield;
    }
  return lists;
}
