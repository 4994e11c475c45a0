/** What two keys have in common that people take for the same. */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACE = /\p{White_Space}/gu;
const NOT_ASCII = /[^\0-\x7f]/;

/** The same for all keys that differ in letter case, invisible characters, kinds of space or encoding (full-width, ligatures, combined accents) only. */
export function foldKey(key: string): string {
  if (!NOT_ASCII.test(key)) return key.toLowerCase();
  // What is lowered may be one that can be composed, and what is composed one that can be lowered.
  const folded = key.normalize('NFKC').replace(INVISIBLE, '').replace(SPACE, ' ').toLowerCase();
  return folded.normalize('NFKC').toLowerCase();
}
