/** The form in which a text lists keys. */

/** `column` counts from 0. */
export type KeySource =
  | { readonly format: 'lines' }
  /** Several on a line, in quotes or not. */
  | { readonly format: 'separated' }
  | { readonly format: 'csv'; readonly delimiter: Delimiter; readonly hasHeader: boolean; readonly column: number }
  | ListSource;

/**
 * A list, at the top or within objects (`{"keys": [{"key": …}]}`, as the service answers); ndjson has an item on each line. `field` is
 * where an item that is an object has its key; undefined: the items are the keys themselves.
 */
export interface ListSource {
  readonly format: 'json' | 'ndjson' | 'yaml';
  readonly field: string | undefined;
}

export type Delimiter = ',' | ';' | '\t';

/** A byte order mark is no part of the first key. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * The delimiter that a first line such as `sep=;` names, as spreadsheets write it, and how long that line is with its end: it is
 * no row of the table. `text` is without a byte order mark.
 */
export function separatorLine(text: string): { readonly delimiter: Delimiter; readonly length: number } | undefined {
  const [line, delimiter] = /^"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  return line === undefined ? undefined : { delimiter: delimiter as Delimiter, length: line.length };
}
