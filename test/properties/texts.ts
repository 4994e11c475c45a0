/** Texts that often reveal faults, alone and combined. */
import * as fc from 'fast-check';
import { anyCharacter } from './anyCharacter.ts';

// prettier-ignore
const pieces = [
  '/', '%', '%2F', '%2e%2e', '?a=b', '#', '&', '+', ';', '\\', '.', '..', '../', ' ', '\u00a0', '\t', '\r\n', '\u0000',
  '\u0085', '\u2028', '\u202e', '\u200f', '\ufeff', '👩‍👧', 'e\u0301', 'ﬃ', 'قطاع', '<img src=x onerror=alert(1)>',
  '</script>', '{0}', '$&', '${x}', '*/', ': ', '- ', '"', "'", '`', '~', 'null', '__proto__',
];

/** Well-formed Unicode text of any script. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 20 });
const halfCharacter = fc.constantFrom('\ud83d', '\udc69', 'a\ud800b');

/** Any text that a service may send or a user may type. Sometimes very long, or with half a character. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ maxLength: 12 }), weight: 3 },
  { arbitrary: fc.array(fc.oneof(fc.constantFrom(...pieces), anyText), { maxLength: 4 }).map((all) => all.join('')), weight: 6 },
  { arbitrary: fc.tuple(anyText, halfCharacter).map((both) => both.join('')), weight: 1 },
  {
    arbitrary: fc.tuple(fc.constantFrom(...pieces, 'x'), fc.constantFrom(40, 300)).map(([piece, times]) => piece.repeat(times)),
    weight: 1,
  },
);

/** Inherited names of JavaScript objects, and other problematic field names. */
// prettier-ignore
export const PROTOTYPE_NAMES = [
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON',
] as const;
