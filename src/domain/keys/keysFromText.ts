/** Segment keys out of a text: which there are, and what is wrong with the rest, line by line. */
import { KeyCollector } from './keyCollector.ts';
import type { KeyScanner } from './keyScanner.ts';
import type { KeysResult } from './keysFound.ts';
import { BYTE_ORDER_MARK, type KeySource } from './keySource.ts';
import type { Encoder } from './looksHash.ts';
import { createScanner } from './scanners.ts';

export { guessSource, type Column } from './guessSource.ts';
export type { KeySource } from './keySource.ts';
export { MAX_KEY_LENGTH, type KeyProblem, type KeysFound, type KeysRefusal, type KeysResult } from './keysFound.ts';

/** Characters read in one step: about a millisecond. */
const STEP = 1 << 15;
/** Where a file that is no text shows it. */
const MAX_LOOK = 1 << 16;

/** At once, however long it takes; a text that is not known to be short belongs to `scanKeys`. With an encoder it takes half as long. */
export function keysFromText(text: string, source: KeySource, encoder?: Encoder): KeysResult {
  const steps = scanKeys(text, source, encoder);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `keysFromText`, in steps of about a millisecond each: the caller lets others do their work between them. */
export function* scanKeys(text: string, source: KeySource, encoder?: Encoder): Generator<void, KeysResult> {
  if (looksBinary(text, 0)) return { ok: false, refusal: { code: 'binary' } };
  if (!hasAny(text)) return { ok: false, refusal: { code: 'empty' } };
  const collector = new KeyCollector(encoder);
  const scanner = createScanner(source, collector);
  let position = 0;
  if (text.startsWith(BYTE_ORDER_MARK)) {
    position = 1;
    scanner.rebase(-1);
  }
  while (position < text.length && !scanner.refusal()) {
    const isFirst = collector.size === 0;
    position = scanner.read(text, position, position + STEP, true);
    if (isFirst) collector.expect(Math.ceil((collector.size * text.length * 1.02) / position));
    yield;
  }
  return resultOf(scanner, collector);
}

/** Of a part of the text that has `before` characters before it. */
export const looksBinary = (text: string, before: number): boolean =>
  before < MAX_LOOK && text.slice(0, MAX_LOOK - before).includes('\0');

/** Whether there is more than spaces and line ends. */
export const hasAny = (text: string): boolean => /\S/.test(text);

/** When all is read, or no more is. */
export function resultOf(scanner: KeyScanner, collector: KeyCollector): KeysResult {
  const refusal = scanner.refusal() ?? scanner.end();
  if (refusal) return { ok: false, refusal };
  const lists = scanner.lists?.() ?? [];
  const several = lists.length > 1 ? { lists } : {};
  if (collector.size === 0) return { ok: false, refusal: { code: 'noKeys', ...several } };
  return { ok: true, found: { ...collector.found(), ...several } };
}
