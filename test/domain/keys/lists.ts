/** Keys read out of lists, for the tests about them. */
import assert from 'node:assert/strict';
import { keysFromText, type KeysFound } from '../../../src/domain/keys/keysFromText.ts';

export type Format = 'json' | 'ndjson' | 'yaml';

export function found(text: string, format: Format, field?: string): KeysFound {
  const result = keysFromText(text, { format, field });
  assert.ok(result.ok, JSON.stringify(result));
  return result.found;
}

export function refusal(text: string, format: Format, field?: string): unknown {
  const result = keysFromText(text, { format, field });
  return result.ok ? result : result.refusal;
}

export const kinds = ({ problems }: KeysFound): unknown => problems.map(({ kind, line, key }) => [kind, line, key]);
