/** A value as JSON, so that nothing of it is lost to an editor or a file. */

/** Line ends of JavaScript that are none of JSON's: an editor asks about them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad]/gu;

/** In lines with two spaces, the first without those it stands at. */
export function jsonValue(value: unknown, indent: number): string {
  const written = JSON.stringify(value, undefined, 2) ?? 'null';
  const lines = indent === 0 ? written : written.replaceAll('\n', `\n${' '.repeat(indent)}`);
  return lines.replaceAll(UNSEEN, (mark) => (mark === '\n' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
