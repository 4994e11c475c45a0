/** Creates ids by hashing names, so that the same name has the same id after every start. */
import { hash } from 'node:crypto';

/** Returns a UUID created from `parts`. */
export function stableId(...parts: readonly (string | number)[]): string {
  const hex = stableHex(32, ...parts);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the first `length` characters (at most 64) of a hash of `parts`, in hexadecimal. */
export function stableHex(length: number, ...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\u0000')).slice(0, length);
}
