/** A piece of work as text, and back. What comes back is looked at field by field: the file may be damaged. */
import type { KeyPart, KeyWork } from './keyWork.ts';

/** Bytes of a work: 100,000 keys with all that is known of them take 40,000. */
export const MAX_WORK_TEXT = 256 * 1024;
/** Parts of a work: 100,000 keys to add and 100,000 to remove are 20. */
const MAX_PARTS = 1_000;

/** `otherVersion`: another version of the extension has written it. */
export type ReadWork = KeyWork | 'damaged' | 'otherVersion';

const VERSION: KeyWork['version'] = 2;

export const workText = (work: KeyWork): string => JSON.stringify(work);

export function readWorkText(text: string): ReadWork {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  if (!isFields(value)) return 'damaged';
  const { version } = value;
  if (typeof version === 'number' && version !== VERSION) return 'otherVersion';
  return version === VERSION && isWork(value) ? (value as unknown as KeyWork) : 'damaged';
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isOneOf = (value: unknown, ...words: readonly string[]): boolean => isText(value) && words.includes(value);
const isMaybe = (is: (value: unknown) => boolean, value: unknown): boolean => value === undefined || is(value);
const areTexts = (fields: unknown, ...names: readonly string[]): fields is Fields =>
  isFields(fields) && names.every((name) => isText(fields[name]));

function isWork(work: Fields): boolean {
  return (
    areTexts(work, 'id', 'keysHash', 'marks', 'title', 'comment') &&
    isOneOf(work.kind, 'upload', 'removal', 'equal', 'undo') &&
    isOneOf(work.way, 'direct', 'request') &&
    isOneOf(work.state, 'running', 'waiting', 'stopped', 'cancelled', 'done') &&
    areTexts(work.connection, 'id', 'name', 'origin', 'keyName') &&
    isMaybe(isText, work.connection.instance) &&
    isTarget(work.target) &&
    isSource(work.source) &&
    isCount(work.keyCount) &&
    isMaybe(
      (held) => isFields(held) && isCount(held.count) && isMaybe(isText, held.which) && isMaybe(isCount, held.at),
      work.held,
    ) &&
    areParts(work.parts, work.keyCount) &&
    isMaybe((isLost) => typeof isLost === 'boolean', work.isCommentLost) &&
    isCount(work.startedAt) &&
    isMaybe(isCount, work.endedAt) &&
    isMaybe(isCount, work.countAfter) &&
    isMaybe(isText, work.reason) &&
    isMaybe((undo) => isOneOf(undo, 'begun', 'done'), work.undo) &&
    isMaybe(isText, work.undone) &&
    isMaybe(isText, work.undoing)
  );
}

const isTarget = (target: unknown): boolean =>
  areTexts(target, 'name', 'trafficType') &&
  areTexts(target.workspace, 'id', 'name') &&
  typeof target.workspace.requiresTitleAndComments === 'boolean' &&
  areTexts(target.environment, 'id', 'name') &&
  typeof target.environment.isProduction === 'boolean';

const isListed = (listed: unknown): boolean =>
  areTexts(listed, 'keysHash', 'marks', 'held') && isCount(listed.count) && isMaybe(isText, listed.removedIn);

const isLeftOut = (leftOut: unknown): boolean =>
  isFields(leftOut) && isCount(leftOut.repeated) && isCount(leftOut.blank) && isCount(leftOut.unusable);

const isSource = (source: unknown): boolean =>
  areTexts(source, 'description') &&
  areTexts(source.form, 'format') &&
  isMaybe(isText, source.uri) &&
  isMaybe(isText, source.undoes) &&
  isMaybe(isLeftOut, source.leftOut) &&
  isMaybe(isText, source.undoing) &&
  isMaybe(isListed, source.listed) &&
  isMaybe((unchanged) => areTexts(unchanged, 'keysHash') && isCount(unchanged.count), source.unchanged);

/** The parts are all of the keys, one after the other. */
function areParts(parts: unknown, keyCount: number): boolean {
  if (!Array.isArray(parts) || parts.length > MAX_PARTS) return false;
  let start = 0;
  for (const part of parts as readonly unknown[]) {
    if (!isPart(part) || part.start !== start) return false;
    start += part.count;
  }
  return start === keyCount;
}

const isPart = (part: unknown): part is KeyPart =>
  isFields(part) &&
  isOneOf(part.operation, 'add', 'remove') &&
  isCount(part.start) &&
  isCount(part.count) &&
  isOneOf(part.state, 'waiting', 'sending', 'sent', 'open', 'published', 'declined') &&
  isMaybe(isText, part.requestId) &&
  isMaybe(isText, part.keyName) &&
  isMaybe((wasFree) => typeof wasFree === 'boolean', part.wasFree) &&
  isMaybe(isText, part.hash) &&
  isMaybe(isText, part.heldLater) &&
  isMaybe(isText, part.unsure) &&
  isMaybe((held) => isOneOf(held, 'all', 'none'), part.held);
