/** What two keys have in common that people take for the same. */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACE = /\p{White_Space}/gu;
/** Cyrillic and Greek letters that look like Latin ones, in small or capital letters, as small ones. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  ['аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs ԁd ԛq ԝw һh', 'αa βb εe ζz ηh ιi κk μm νv οo ρp τt υy χx']
    .flatMap((pairs) => pairs.split(' '))
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const OTHER_SCRIPT = /[\u0370-\u03ff\u0400-\u052f]/g;
const NOT_ASCII = /[^\0-\x7f]/;

/** Equal for keys that people take for the same (see LookAlike). It serves hints alone: keys are equal only as texts. */
export function foldKey(key: string): string {
  if (!NOT_ASCII.test(key)) return key.toLowerCase();
  // What is lowered may be one that can be composed, and what is composed one that can be lowered.
  const folded = key.normalize('NFKC').replace(INVISIBLE, '').replace(SPACE, ' ').toLowerCase();
  return folded
    .normalize('NFKC')
    .toLowerCase()
    .replace(OTHER_SCRIPT, (letter) => ALIKE[letter] ?? letter);
}
