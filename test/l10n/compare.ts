/** Compares a translation with its messages. Both use the same keys. */
import { placesIn } from './placesIn.ts';
import type { Words } from './source.ts';

/** Returns the keys without a translation. */
export const missingIn = (translated: Words, said: Words): readonly string[] =>
  Object.keys(said).filter((key) => !Object.hasOwn(translated, key));

/** Returns the keys that no file uses any more. */
export const staleIn = (translated: Words, said: Words): readonly string[] =>
  Object.keys(translated).filter((key) => !Object.hasOwn(said, key));

/** Returns the translations without unused ones, sorted by key, so that additions by two people seldom conflict. */
export const inOrder = (translated: Words, said: Words): Words =>
  Object.fromEntries(
    Object.entries(translated)
      .filter(([key]) => Object.hasOwn(said, key))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/**
 * Returns one line for each translation that is blank, has different placeholders than its message, or begins or ends with an
 * extra space.
 */
export function faultsIn(translated: Words, said: Words): readonly string[] {
  return Object.entries(translated).flatMap(([key, text]) => {
    const source = said[key];
    if (source === undefined) return [];
    if (text.trim() === '') return [`${key}: blank`];
    const [places, wanted] = [placesIn(text).join(' '), placesIn(source).join(' ')];
    if (places !== wanted) return [`${key}: has ${places || 'nothing'} for ${wanted || 'nothing'}`];
    const isSameEdge = /^\s*/.exec(text)![0] === /^\s*/.exec(source)![0] && /\s*$/.exec(text)![0] === /\s*$/.exec(source)![0];
    return isSameEdge ? [] : [`${key}: begins or ends with other spaces`];
  });
}
