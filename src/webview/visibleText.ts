/**
 * Shows hidden characters, because an approver must be able to trust the panel. A bidirectional override, a zero-width space or
 * a line separator makes a name or key look like a different name or key. Pure.
 */

export interface TextPart {
  readonly text: string;
  /** True if the text is the number of a hidden character ("U+202E") and not part of the original. */
  readonly isHidden: boolean;
}

/**
 * Hidden characters in a text of several lines. Not among them: line breaks, tabs, and the invisible characters that emoji and
 * several scripts need. `plainText` in the editor marks the same characters.
 */
const hidden = new RegExp(
  String.raw`(?!(?<=[\u0600-\u1DBF\u2190-\u{1FAFF}])[\u200C\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|[\t\n\r])` +
    String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
  'gu',
);
/** Hidden characters in a key. There, only U+0020 is an ordinary space. */
const hiddenInKey = /(?! )[\p{Zs}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const DASH = /[\u2010-\u2015\u2212]/;
const ASCII = /^[\x21-\x7e]+$/;
/** Cyrillic and Greek letters that look like Latin ones. */
const LIKE_LATIN = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαικνορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/g;

/**
 * Returns a function that tests if a character makes the key look like a different one. `keyText` in the editor marks the same
 * characters.
 */
function createHiddenTest(key: string): (character: string, at: number) => boolean {
  const compatible = key.normalize('NFKC');
  const isLikeLatin = /[a-z]/i.test(compatible) || !/\p{L}/u.test(compatible.replace(LIKE_LATIN, ''));
  let end = key.length;
  while (key[end - 1] === ' ') end -= 1;
  return (character, at) => {
    const before = key[at - 1] ?? '';
    if (character === ' ') return at >= end || at === 0 || before === ' ';
    if (/\p{M}/u.test(character)) return `${before}${character}`.normalize('NFC').length === 1;
    if (hiddenInKey.test(character) || DASH.test(character)) return true;
    return ASCII.test(character.normalize('NFKC')) || (isLikeLatin && character.search(LIKE_LATIN) === 0);
  };
}

/**
 * Splits a text into visible and hidden parts. With `lines`, the text may have several lines. With `oneLine` (a key, which
 * people compare letter by letter), line breaks, tabs and joiners are shown as numbers, too, and so are the characters that make
 * a key look like a different key.
 */
export function visibleParts(text: string, layout: 'lines' | 'oneLine'): readonly TextPart[] {
  const isMarked = layout === 'oneLine' ? createHiddenTest(text) : undefined;
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(layout === 'lines' ? hidden : /[^\x21-\x7e]/gu)) {
    const character = match[0];
    if (isMarked && !isMarked(character, match.index)) continue;
    if (match.index > from) {
      parts.push({ text: text.slice(from, match.index), isHidden: false });
    }
    const number = character.codePointAt(0) ?? 0;
    parts.push({ text: `U+${number.toString(16).toUpperCase().padStart(4, '0')}`, isHidden: true });
    from = match.index + character.length;
  }
  if (from < text.length) {
    parts.push({ text: text.slice(from), isHidden: false });
  }
  return parts;
}
