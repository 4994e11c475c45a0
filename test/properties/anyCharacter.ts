/** The characters of arbitrary texts. */
import * as fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

/** Any Unicode character except a lone surrogate. The unit `binary` of fast-check needs a second to list them all. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count));
