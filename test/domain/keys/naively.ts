/** What there is to find among keys, written without a thought of speed: what the scanners are held against. */
import { KeyCollector } from '../../../src/domain/keys/keyCollector.ts';
import type { KeysResult } from '../../../src/domain/keys/keysFound.ts';
import { keysFromText, type KeySource } from '../../../src/domain/keys/keysFromText.ts';
import { createKeyReader } from '../../../src/domain/keys/keyReader.ts';
import { resultOf } from '../../../src/domain/keys/keysFromText.ts';
import { createScanner } from '../../../src/domain/keys/scanners.ts';

export interface Tally {
  readonly keys: readonly string[];
  readonly repeated: number;
  readonly blank: number;
  readonly unusable: number;
}

/** As the editor passes it in. */
export const encoder = new TextEncoder();

/** `undefined` is an item that is no text. */
export function tallyOf(cells: readonly (string | undefined)[]): Tally {
  const keys = new Set<string>();
  const tally = { repeated: 0, blank: 0, unusable: 0 };
  for (const cell of cells) {
    const key = cell?.trim();
    if (key === undefined) tally.unusable += 1;
    else if (keys.has(key)) tally.repeated += 1;
    else if (key === '') tally.blank += 1;
    else if (key.length > 250 || /\p{Cc}/u.test(key) || !key.isWellFormed()) tally.unusable += 1;
    else keys.add(key);
  }
  return { keys: [...keys], ...tally };
}

/** Undefined if the text was refused for something else than having no usable key. */
export function foundIn(text: string, source: KeySource): Tally | undefined {
  const result = keysFromText(text, source, encoder);
  if (!result.ok) return undefined;
  const { keys, counts } = result.found;
  return { keys, repeated: counts.repeated, blank: counts.blank, unusable: counts.unusable };
}

/** Read in chunks that end at `cuts`. */
export function inChunks(text: string, source: KeySource, cuts: readonly number[]): KeysResult {
  const reader = createKeyReader(source, { encoder });
  const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
  for (let index = 1; index < places.length; index += 1) reader.push(text.slice(places[index - 1], places[index]));
  return reader.end();
}

/** Read with a stop after each `size` characters, and character by character; for texts that are neither empty nor binary. */
export function inSteps(text: string, source: KeySource, size: number): KeysResult {
  const collector = new KeyCollector();
  const scanner = createScanner(source, collector);
  for (let place = 0; place < text.length && !scanner.refusal();) place = scanner.read(text, place, place + size, true);
  return resultOf(scanner, collector);
}
