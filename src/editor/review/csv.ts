/** Writes exports as CSV. */

/** Writes rows as CSV according to RFC 4180. */
export const csvText = (rows: readonly (readonly (string | null | undefined)[])[]): string =>
  rows.map((row) => `${row.map((value) => cell(value ?? '')).join(',')}\r\n`).join('');

/** Returns a time as ISO 8601 in UTC. Empty if there is no time, or if it is outside the range of `Date`. */
export function isoTime(timestamp: number | null | undefined): string {
  const time = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/**
 * Writes a cell. Spreadsheets run text that begins like a formula, so an apostrophe is inserted before it. Some spreadsheets
 * also split a cell at semicolons and tabs, so the text after these gets an apostrophe, too.
 */
function cell(text: string): string {
  const safe = text.replaceAll(/(?:^|;|\t|\r\n?|\n)(?=[ "]*[=+\-@])|^(?=[\t\r])/g, "$&'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
