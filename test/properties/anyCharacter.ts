/** The unit of texts that may hold anything. */
import * as fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

/** Any character of Unicode but a lone surrogate. What fast-check calls `binary` first lists all of them, for a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count));
