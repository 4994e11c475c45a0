/** Reads keys from texts, for tests. */
import assert from 'node:assert/strict';
import type { KeysFound } from '../../../../src/domain/keys/keysFound.ts';
import type { KeySource } from '../../../../src/domain/keys/keySource.ts';
import { keysInText } from '../../../../src/operations/keys/sources/keysInText.ts';

export type Format = 'json' | 'ndjson' | 'yaml';

export async function foundIn(text: string, source: KeySource): Promise<KeysFound> {
  const result = await keysInText(text, source);
  assert.ok(result.ok, JSON.stringify(result));
  return result.found;
}

/** Returns the found keys. Fails if the text is refused. */
export async function refusalOf(text: string, source: KeySource): Promise<unknown> {
  const result = await keysInText(text, source);
  return result.ok ? result : result.refusal;
}

export const found = (text: string, format: Format, field?: string): Promise<KeysFound> => foundIn(text, { format, field });
export const refusal = (text: string, format: Format, field?: string): Promise<unknown> => refusalOf(text, { format, field });

export const kinds = ({ problems }: KeysFound): unknown => problems.map(({ kind, line, key }) => [kind, line, key]);
