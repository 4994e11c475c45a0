/** A very simple search for keys, to compare the readers with. */
import type { KeysResult } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { keysInPieces, keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';

export interface Tally {
  readonly keys: readonly string[];
  readonly repeated: number;
  readonly blank: number;
  readonly unusable: number;
}

/** `undefined` = an item that is not a text. */
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

/** Undefined if the text was refused for a different reason than having no usable key. */
export async function foundIn(text: string, source: KeySource): Promise<Tally | undefined> {
  const result = await keysInText(text, source);
  if (!result.ok) return undefined;
  const { keys, counts } = result.found;
  return { keys, repeated: counts.repeated, blank: counts.blank, unusable: counts.unusable };
}

/** Reads in pieces that end at `cuts`. */
export async function inPieces(text: string, source: KeySource, cuts: readonly number[]): Promise<KeysResult> {
  const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
  return keysInPieces(
    places.slice(1).map((end, index) => text.slice(places[index], end)),
    source,
  );
}
