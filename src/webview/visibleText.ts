/**
 * Makes visible what can't be seen. A name or key with a bidirectional override, a zero-width space or a line separator
 * in it looks like another one, and an approver must be able to trust what the panel shows. Pure.
 */

export interface TextPart {
  readonly text: string;
  /** The text is the number of a hidden character ("U+202E"), not a part of the original. */
  readonly isHidden: boolean;
}

/** Controls, soft hyphen, zero-width, direction marks and overrides, separators, invisible operators, tags. */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * `lines`: line breaks and tabs are themselves, and so are joiners after a letter beyond ASCII, where emoji and several
 * scripts need them. `oneLine` (a key in a row of fixed height, compared letter by letter): these are shown by number too.
 */
export function visibleParts(text: string, layout: 'lines' | 'oneLine'): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    const character = match[0];
    const isLayout = layout === 'lines' && /[\t\n\r]/.test(character);
    const isJoiner = layout === 'lines' && /[\u200c\u200d]/.test(character) && text.charCodeAt(match.index - 1) > 0x7f;
    if (isLayout || isJoiner) continue;
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
