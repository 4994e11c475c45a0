/** Schemas for request bodies and their parts. A wrong value leads to a 400 whose message names the field. */
import * as z from 'zod/mini';
import { MAX_KEY_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
import { invalid } from './refusal.ts';

export type BodyFields = Readonly<Record<string, unknown>>;

/** True for a JSON object, but not for null or a list. */
export function isJsonObject(value: unknown): value is BodyFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * Parses a value with the schema. Throws a 400 if the value is invalid. `what` is the name of the value in the error message.
 * If `what` is empty, the message names only the field.
 */
export function checked<T extends z.core.$ZodType>(schema: T, value: unknown, what = ''): z.output<T> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const where = `${what}${path}`.replace(/^\./, '') || 'The body';
  if (issue?.code === 'invalid_type') throw invalid(`${where} must be ${WORDS[issue.expected] ?? issue.expected}`);
  throw invalid(`${where} ${issue?.message === 'Invalid input' ? 'is not right' : issue?.message}`);
}

const bounded = z.string().check(z.maxLength(MAX_TEXT_LENGTH, `must have at most ${MAX_TEXT_LENGTH} characters`));
const isNotBlank = z.refine<string>((text) => text.trim() !== '', 'must be a text that is not blank');

/** Any JSON object, unchanged. */
export const anyObject = z.custom<BodyFields>(isJsonObject, 'must be an object');
export const requiredText = bounded.check(isNotBlank);
/** An omitted or null value becomes the empty text. */
export const maybeText = z.pipe(
  z.nullish(bounded),
  z.transform((value) => value ?? ''),
);
/** A name that can be part of a path: not `.` or `..`, no control characters, no half of a surrogate pair. */
const name = requiredText.check(
  z.maxLength(255, 'must have at most 255 characters'),
  z.refine(
    (value) => value !== '.' && value !== '..' && !/\p{Cc}/u.test(value) && value.isWellFormed(),
    'can not be used as a name',
  ),
);
export const keyName = name.check(z.maxLength(MAX_KEY_LENGTH, `must have at most ${MAX_KEY_LENGTH} characters`));

const anyKey = z.string().check(z.maxLength(MAX_KEY_LENGTH, `must have at most ${MAX_KEY_LENGTH} characters`));
/** The keys of a segment. A blank key is refused. */
export const keys = z.array(anyKey.check(isNotBlank));
/** The keys of a segment. Blank keys are dropped. */
export const keysWithoutBlank = z.pipe(
  z.array(anyKey),
  z.transform((all) => all.filter((key) => key.trim() !== '')),
);

/** The body of a new flag or segment. */
export const newNamed = z.object({ name, description: maybeText });

/** The maximum number of levels to which lists and objects may nest. */
const MAX_DEPTH = 64;

/**
 * Refuses a value that is nested too deeply, or whose parts and characters together exceed `most`. Stops at
 * that limit, so it is fast even for values that contain the same part many times.
 */
export function mustBeSmall(value: unknown, what: string, most: number): void {
  let weight = 0;
  const walk = (part: unknown, depth: number): void => {
    weight += typeof part === 'string' ? part.length + 1 : 1;
    if (weight > most) throw invalid(`${what} is too large`);
    if (typeof part !== 'object' || part === null) return;
    if (depth > MAX_DEPTH) throw invalid(`${what} is nested too deeply`);
    for (const [field, item] of Object.entries(part)) {
      if (!Array.isArray(part)) weight += field.length;
      walk(item, depth + 1);
    }
  };
  walk(value, 0);
}
