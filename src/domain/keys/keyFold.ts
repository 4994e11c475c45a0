/** Converts keys to a form in which keys that people confuse are equal. */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACE = /\p{White_Space}/gu;
/** Cyrillic and Greek letters that look like Latin ones, in lower or upper case. All are given in lower case. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  ['аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԁd ԛq ԝw һh', 'αa βb εe ζz ηh ιi κk μm νv οo ρp τt υy χx']
    .flatMap((pairs) => pairs.split(' '))
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const OTHER_SCRIPT = /[\u0370-\u03ff\u0400-\u052f]/g;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Returns the same text for keys that people confuse (see LookAlike). Used only for hints; keys are equal only if their texts
 * are.
 */
export function foldKey(key: string): string {
  if (!NOT_ASCII.test(key)) return key.toLowerCase();
  // Lower case can change which characters can be composed, and composition can change which can be lower-cased, so both run
  // twice.
  const folded = key.normalize('NFKC').replace(INVISIBLE, '').replace(SPACE, ' ').toLowerCase();
  return folded
    .normalize('NFKC')
    .toLowerCase()
    .replace(OTHER_SCRIPT, (letter) => ALIKE[letter] ?? letter);
}
