/** The words of others in Markdown, where they mean nothing but themselves. */

/**
 * As text, on one line. Characters that turn text round, or that nobody sees, are written by their numbers; a mention and a
 * number of an issue get a space of no width, since no backslash keeps a forge from linking them.
 */
export function escaped(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~$&!:@]/g, (mark) => `\\${mark}`)
    .replace(/\\[@#](?=\w)/g, (mark) => `${mark}\u200b`)
    .replace(/^( *)([-+=]|\d+(?=[.)]))/, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    )
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}\\.`);
}

/** On one line, with what turns text round or is not seen by its number. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\r\n\u0085\u2028\u2029]+/g, ' ⏎ ')
    .replace(/[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, (mark) => `[U+${numberOf(mark)}]`);

const numberOf = (mark: string): string => mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
