/** Checks for values that the service accepts but that are certainly a mistake. */
import { isJson } from '../../isJson.ts';
import { compareVersions, readVersion } from '../../audiences/versions.ts';
import { onlyFix, type Checking } from './checking.ts';
import { fieldIn, itemsOf, writtenText, type LocatedMap, type LocatedNode, type Span } from './located.ts';
import type { Fix } from './problem.ts';
import { scalarText } from './scalarText.ts';
import type { MatcherType } from './shapes.ts';

/**
 * The smallest number that counts as a date in epoch seconds, in 1973. As milliseconds, all numbers from here to `LAST_SECOND`
 * would be in the first seven weeks of 1970.
 */
const FIRST_SECOND = 100_000_000;
/** The largest number that counts as a date in epoch seconds, in 2103. */
const LAST_SECOND = 4_200_000_000;

/** Checks configurations. They may be any text, but a text that begins like JSON should be JSON. */
export function checkConfigurations(check: Checking, node: LocatedNode | undefined): void {
  const text = writtenText(node)?.trim();
  if (!node || !text || !/^[[{]/.test(text) || isJson(text)) return;
  const repaired = text.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? '');
  check.add({ code: 'notJson' }, 'warning', node, () =>
    isJson(repaired) ? onlyFix({ code: 'leaveOutCommas' }, node.span, scalarText(repaired)) : [],
  );
}

/**
 * Reports treatments with several shares in one rollout. Offers to join adjacent shares, because that has no effect on any key.
 */
export function checkRepeatedShares(check: Checking, items: readonly LocatedNode[]): void {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const node = fieldIn(item, 'treatment')?.value;
    const treatment = writtenText(node);
    // `checkTreatment` reports a name that is not among the treatments.
    if (!node || treatment === undefined || !check.treatments?.has(treatment)) continue;
    const before = seen.get(treatment);
    seen.set(treatment, index);
    if (before === undefined) continue;
    check.add({ code: 'repeatedShare', treatment }, 'warning', node, () =>
      before === index - 1 ? oneShare(check, treatment, items[before]!, item) : [],
    );
  }
}

function oneShare({ document }: Checking, treatment: string, first: LocatedNode, second: LocatedNode): readonly Fix[] {
  const [one, other] = [first, second].map((item) => fieldIn(item, 'size')?.value);
  const between = { start: first.span.end, end: second.span.end };
  // The removed text must contain only the share, no comment.
  const isPlain = /^\s*[,-][^#]*$/.test(document.text.slice(between.start, between.end));
  if (one?.kind !== 'number' || other?.kind !== 'number' || !isPlain) return [];
  const size = one.value + other.value;
  if (!Number.isInteger(size) || size > 100) return [];
  const [fix] = onlyFix({ code: 'setSize', treatment, size }, one.span, String(size));
  return [{ ...fix!, edits: [...fix!.edits, { span: between, newText: '' }] }];
}

/** Checks the values of a matcher with a known type. */
export function checkMatcherValues(check: Checking, matcher: LocatedMap, type: MatcherType): void {
  const value = (field: string): LocatedNode | undefined => fieldIn(matcher, field)?.value;
  const ends = value('between') ?? matcher;
  const [from, to] = ['from', 'to'].map((field) => fieldIn(ends, field)?.value);
  switch (type) {
    case 'ON_DATE':
    case 'ON_OR_AFTER_DATE':
    case 'ON_OR_BEFORE_DATE':
      return checkDate(check, value('date'));
    case 'BETWEEN_DATE':
      checkDate(check, from);
      checkDate(check, to);
      return checkOrder(check, from, to, asNumber, (one, other) => one - other);
    case 'BETWEEN_NUMBER':
      return checkOrder(check, from, to, asNumber, (one, other) => one - other);
    case 'BETWEEN_SEMVER':
      checkVersion(check, from, true);
      checkVersion(check, to, false);
      return checkOrder(check, from, to, (node) => readVersion(writtenText(node) ?? ''), compareVersions);
    case 'EQUAL_TO_SEMVER':
    case 'LESS_THAN_OR_EQUAL_TO_SEMVER':
      return checkVersion(check, value('string'), false);
    case 'GREATER_THAN_OR_EQUAL_TO_SEMVER':
      return checkVersion(check, value('string'), true);
    case 'IN_LIST_SEMVER':
      return itemsOf(value('strings')).forEach((item) => checkVersion(check, item, false));
    case 'MATCHES_STRING':
      return checkPattern(check, value('string'));
    default:
  }
}

const asNumber = (node: LocatedNode): number | undefined => (node.kind === 'number' ? node.value : undefined);

function checkDate(check: Checking, node: LocatedNode | undefined): void {
  if (node?.kind !== 'number' || node.value < FIRST_SECOND || node.value > LAST_SECOND) return;
  const milliseconds = Math.round(node.value * 1000);
  check.add({ code: 'dateInSeconds', milliseconds }, 'warning', node, () =>
    onlyFix({ code: 'replaceBy', text: String(milliseconds) }, node.span, String(milliseconds)),
  );
}

/** Checks that the ends of a range are in order. `read` returns undefined if an end can't be compared. */
function checkOrder<T>(
  check: Checking,
  from: LocatedNode | undefined,
  to: LocatedNode | undefined,
  read: (node: LocatedNode) => T | undefined,
  compare: (one: T, other: T) => number,
): void {
  const [low, high] = [from && read(from), to && read(to)];
  if (low === undefined || high === undefined || !(compare(low, high) > 0)) return;
  const written = ({ span }: LocatedNode): string => check.document.text.slice(span.start, span.end);
  const [first, last] = from!.span.start < to!.span.start ? [from!, to!] : [to!, from!];
  const span: Span = { start: first.span.start, end: last.span.end };
  const edits = [
    { span: from!.span, newText: written(to!) },
    { span: to!.span, newText: written(from!) },
  ];
  check.add({ code: 'reversedRange' }, 'warning', span, () => [{ code: 'swapEnds', edits, isPreferred: true }]);
}

/** `isLowest`: this version and all later versions match, so `1.2` can only mean `1.2.0`. */
function checkVersion(check: Checking, node: LocatedNode | undefined, isLowest: boolean): void {
  const text = writtenText(node);
  if (!node || text === undefined || readVersion(text)) return;
  const bare = text.trim().replace(/^v(?=\d)/i, '');
  const missing = isLowest && /^\d+(?:\.\d+)?$/.test(bare) ? '.0'.repeat(3 - bare.split('.').length) : '';
  const meant = bare + missing;
  check.add({ code: 'notAVersion', text }, 'warning', node, () =>
    readVersion(meant) ? onlyFix({ code: 'replaceBy', text: meant }, node.span, scalarText(meant)) : [],
  );
}

function checkPattern(check: Checking, node: LocatedNode | undefined): void {
  const pattern = writtenText(node);
  if (!node || pattern === undefined) return;
  try {
    RegExp(pattern);
  } catch {
    check.add({ code: 'notAPattern' }, 'warning', node);
  }
}
