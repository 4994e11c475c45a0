/** Reads keys from texts, for tests. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KeysFound, KeysResult } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { keysInPieces, keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';

export async function foundIn(text: string, source: KeySource): Promise<KeysFound> {
  const result = await keysInText(text, source);
  assert.ok(result.ok, JSON.stringify(result));
  return result.found;
}

/** Returns the refusal, or the found keys if the text is not refused. */
export async function refusalOf(text: string, source: KeySource): Promise<unknown> {
  const result = await keysInText(text, source);
  return result.ok ? result : result.refusal;
}

/**
 * The problems, each as "6 repeated a = 1": its line, its kind, its key, and the line that it repeats. The lines with trimmed keys
 * follow.
 */
export const problemTexts = ({ problems, trimmed }: Pick<KeysFound, 'problems' | 'trimmed'>): readonly string[] => [
  ...problems.map(({ kind, line, key, firstLine }) =>
    `${line} ${kind} ${key}${firstLine === undefined ? '' : ` = ${firstLine}`}`.trimEnd(),
  ),
  ...trimmed.map((line) => `${line} trimmed`),
];

/** Declares a test that reads a text, and compares its keys and its problems. */
export function reads(
  what: string,
  source: KeySource,
  text: string,
  keys: readonly string[],
  problems: readonly string[] = [],
): void {
  it(`${what}: ${JSON.stringify(text.slice(0, 60))}`, async () => {
    const found = await foundIn(text, source);
    assert.deepEqual(found.keys, keys);
    assert.deepEqual(problemTexts(found), problems);
  });
}

/** Declares a test that a text is refused. */
export function refuses(source: KeySource, text: string, refusal: object): void {
  it(`${JSON.stringify(text.slice(0, 60))} is refused`, async () => assert.deepEqual(await refusalOf(text, source), refusal));
}

/** Reads in pieces that end at `cuts`. */
export async function inPieces(text: string, source: KeySource, cuts: readonly number[]): Promise<KeysResult> {
  const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
  return keysInPieces(
    places.slice(1).map((end, index) => text.slice(places[index], end)),
    source,
  );
}
