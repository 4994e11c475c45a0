/** Fields out of a parsed body, each refused with a 400 that names it. */
import { MAX_KEY_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
import { invalid } from './refusal.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** True of a JSON object: not null, not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object. */
export function fieldsOf(value: unknown, what: string): Fields {
  if (!isFields(value)) throw invalid(`${what} must be an object`);
  return value;
}

/** The value as a list. */
export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(`${what} must be a list`);
  return value;
}

/** The value as a text that is not empty and not too long. */
export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`${what} must be a text that is not empty`);
  if (value.length > MAX_TEXT_LENGTH) throw invalid(`${what} must have at most ${MAX_TEXT_LENGTH} characters`);
  return value;
}

/** The value as a text; absent and null are the empty one. */
export function maybeTextOf(value: unknown, what: string): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string') throw invalid(`${what} must be a text`);
  if (value.length > MAX_TEXT_LENGTH) throw invalid(`${what} must have at most ${MAX_TEXT_LENGTH} characters`);
  return value;
}

/** A name that a path can carry: not `.` or `..`, no control characters, no half of a surrogate pair. */
export function nameOf(value: unknown, what: string): string {
  const name = textOf(value, what);
  if (name.length > 255) throw invalid(`${what} must have at most 255 characters`);
  if (name === '.' || name === '..' || /\p{Cc}/u.test(name) || !name.isWellFormed())
    throw invalid(`${what} can not be used as a name`);
  return name;
}

/** The value as a list of texts, none empty. */
export function textsOf(value: unknown, what: string): readonly string[] {
  return listOf(value, what).map((item, index) => textOf(item, `${what}[${index}]`));
}

/** The value as a list of segment keys. Blank ones are refused or skipped. */
export function keysOf(value: unknown, what: string, blank: 'refused' | 'skipped' = 'refused'): readonly string[] {
  const list = listOf(value, what);
  const isBlank = (key: unknown) => typeof key === 'string' && key.trim() === '';
  for (const [index, key] of list.entries()) {
    if (typeof key !== 'string' || (blank === 'refused' && isBlank(key)))
      throw invalid(`${what}[${index}] must be a key that is not blank`);
    if (key.length > MAX_KEY_LENGTH) throw invalid(`${what}[${index}] must have at most ${MAX_KEY_LENGTH} characters`);
  }
  return list.filter((key) => !isBlank(key)) as readonly string[];
}

/** Nesting of lists and objects. */
const MAX_DEPTH = 64;

/**
 * Refuses a value that is nested too deeply to be written again, or whose parts and characters together are above `most`.
 * The walk ends at the bound, so it is short for values that share their parts many times over.
 */
export function mustBeModest(value: unknown, what: string, most: number): void {
  let weight = 0;
  const walk = (part: unknown, depth: number): void => {
    weight += typeof part === 'string' ? part.length + 1 : 1;
    if (weight > most) throw invalid(`${what} is too large`);
    if (typeof part !== 'object' || part === null) return;
    if (depth > MAX_DEPTH) throw invalid(`${what} is nested too deeply`);
    for (const [name, item] of Object.entries(part)) {
      if (!Array.isArray(part)) weight += name.length;
      walk(item, depth + 1);
    }
  };
  walk(value, 0);
}
