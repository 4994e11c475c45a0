/** Checks for what is read out of a file: each gives the value in its type, or throws the one error that says what is wrong. */
import { isFields, mustBeModest } from './bodyFields.ts';
import { MAX_DEFINITION } from './limits.ts';

/** A text that is no world: damaged, of another version, or never written by the sandbox. The message says why. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState';
}

/** `where` names the value in the message. */
export type Reading<T> = (value: unknown, where: string) => T;

function must(isRight: boolean, where: string, what: string): asserts isRight {
  if (!isRight) throw new UnreadableState(`${where} is not ${what}`);
}

export const text: Reading<string> = (value, where) => {
  must(typeof value === 'string', where, 'a text');
  return value;
};

export const number: Reading<number> = (value, where) => {
  must(typeof value === 'number', where, 'a number');
  return value;
};

/** A number of things: whole, 0 or above. */
export const count: Reading<number> = (value, where) => {
  must(typeof value === 'number' && Number.isSafeInteger(value) && value >= 0, where, 'a whole number');
  return value;
};

export const truth: Reading<boolean> = (value, where) => {
  must(typeof value === 'boolean', where, 'true or false');
  return value;
};

export const orNull =
  <T>(reading: Reading<T>): Reading<T | null> =>
  (value, where) =>
    value === null ? null : reading(value, where);

export const orNone =
  <T>(reading: Reading<T>): Reading<T | undefined> =>
  (value, where) =>
    value === undefined ? undefined : reading(value, where);

export const oneOf =
  <const T extends string>(...words: readonly T[]): Reading<T> =>
  (value, where) => {
    const word = words.find((candidate) => candidate === value);
    must(word !== undefined, where, `one of ${words.join(', ')}`);
    return word;
  };

export const listOf =
  <T>(reading: Reading<T>): Reading<readonly T[]> =>
  (value, where) => {
    must(Array.isArray(value), where, 'a list');
    return value.map((item) => reading(item, `an item of ${where}`));
  };

/** A list of texts, looked through fast: it may be 100,000 keys. */
export const texts: Reading<readonly string[]> = (value, where) => {
  must(Array.isArray(value) && value.every((item) => typeof item === 'string'), where, 'a list of texts');
  return value;
};

/** An object with these fields; others are left out. */
export const fields =
  <T extends object>(readings: { readonly [Name in keyof T]-?: Reading<T[Name]> }): Reading<T> =>
  (value, where) => {
    must(isFields(value), where, 'an object');
    const entries = Object.entries<Reading<unknown>>(readings);
    return Object.fromEntries(entries.map(([name, reading]) => [name, reading(value[name], `${name} of ${where}`)])) as T;
  };

/** Any JSON object that a definition may be: not too large, and not nested so deeply that it can't be written again. */
export const anyFields: Reading<Readonly<Record<string, unknown>>> = (value, where) => {
  must(isFields(value), where, 'an object');
  try {
    // Twice the bound of a definition: one in a change request has some fields besides.
    mustBeModest(value, where, 2 * MAX_DEFINITION);
  } catch (error) {
    throw new UnreadableState(error instanceof Error ? error.message : String(error));
  }
  return value;
};
