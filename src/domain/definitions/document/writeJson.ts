/** A value as JSON, so that nothing of it is lost to an editor or a file. */

/** Line ends of JavaScript that are none of JSON's: an editor asks about them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad]/gu;

/** In lines with `unit` for each level, behind `pad`, which the first has already. */
export function jsonValue(value: unknown, pad = '', unit = '  '): string {
  const written = JSON.stringify(value, undefined, unit) ?? 'null';
  const lines = pad === '' ? written : written.replaceAll('\n', `\n${pad}`);
  return lines.replaceAll(UNSEEN, (mark) =>
    mark === '\n' || mark === '\t' ? mark : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
