/** Keys out of a text of any form and length, while the event loop stays free: in slices here, or by a whole parser in a thread of its own. */
import { keysFromText, scanKeys, type KeySource, type KeysResult } from '../domain/keys/keysFromText.ts';
import { drain } from './inSlices.ts';
import { keysByParser } from './keysByParser.ts';

/** Characters that are read at once in less than a millisecond or two. */
const SHORT = 1 << 15;

const encoder = new TextEncoder();

/**
 * As `keysFromText`, for every form; YAML that is refused as `needsParser` is too long for a parser. Throws the signal's reason where it
 * is aborted.
 */
export async function keysInText(text: string, source: KeySource, signal?: AbortSignal): Promise<KeysResult> {
  signal?.throwIfAborted();
  const result =
    text.length <= SHORT
      ? keysFromText(text, source, encoder)
      : await drain(scanKeys(text, source, encoder), signal ? { signal } : {});
  if (result.ok || result.refusal.code !== 'needsParser' || source.format !== 'yaml') return result;
  return keysByParser(text, source, signal);
}
