/** In what form a text holds keys. */

/** `column` counts from 0. */
export type KeySource =
  | { readonly format: 'lines' }
  | { readonly format: 'csv'; readonly delimiter: Delimiter; readonly hasHeader: boolean; readonly column: number };

export type Delimiter = ',' | ';' | '\t';

/** A byte order mark is no part of the first key. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
