/** Hashes that tell whether keys are still the same, without keeping any of them. */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Keys that one mark stands for. */
export const KEYS_PER_MARK = 100;
/** Bytes of a mark. */
const MARK = 6;
/** Keys hashed before others get their turn: a few milliseconds. */
const SLICE = 10_000;

export interface KeyHashes {
  /** Of the digests of each hundred keys, in their order. A list of texts has one JSON, whatever is in them. */
  readonly keysHash: string;
  /** In base64: MARK bytes for each KEYS_PER_MARK keys. */
  readonly marks: string;
}

/** Of a whole list of keys: lets the event loop run in between. */
export async function hashKeys(keys: readonly string[]): Promise<KeyHashes> {
  const digests: string[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_MARK) {
    if (start > 0 && start % SLICE === 0) await setImmediate();
    // As text: a Buffer for each takes longer than the hashing.
    digests.push(hash('sha256', JSON.stringify(keys.slice(start, start + KEYS_PER_MARK))));
  }
  const marks = digests.map((digest) => digest.slice(0, 2 * MARK));
  return {
    keysHash: hash('sha256', Buffer.from(digests.join(''), 'hex')),
    marks: Buffer.from(marks.join(''), 'hex').toString('base64'),
  };
}

/** The first mark (from 0) in which two lists differ; undefined if they don't. */
export function firstDifference(marks: string, others: string): number | undefined {
  const [one, other] = [Buffer.from(marks, 'base64'), Buffer.from(others, 'base64')];
  for (let at = 0; at < Math.max(one.length, other.length); at += MARK) {
    if (!one.subarray(at, at + MARK).equals(other.subarray(at, at + MARK))) return at / MARK;
  }
  return undefined;
}
