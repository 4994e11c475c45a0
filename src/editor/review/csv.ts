/** Writes the cells of an export as CSV. */

/** Writes CSV according to RFC 4180. */
export const csvText = (rows: readonly (readonly (string | null | undefined)[])[]): string =>
  rows.map((row) => `${row.map((value) => cell(value ?? '')).join(',')}\r\n`).join('');

/** Returns a time as ISO 8601 in UTC. Empty if there is no time, or if it is outside the calendar. */
export function isoTime(timestamp: number | null | undefined): string {
  const time = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/**
 * Writes a cell. A spreadsheet runs a cell that begins like a formula, so an apostrophe in front makes it a text. Some
 * spreadsheets split cells at semicolons or tabs, so a formula may also begin after one of these.
 */
function cell(text: string): string {
  const safe = text.replaceAll(/(?:^|;|\t|\r\n?|\n)(?=[ "]*[=+\-@])|^(?=[\t\r])/g, "$&'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
