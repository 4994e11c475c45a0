/** The form in which a text lists keys. */
import type { Remedies } from './doubts.ts';

/** `remedies` is what the person decided about doubtful values: a later reading of the same file needs no question. */
export type KeySource = { readonly remedies?: Remedies } & (
  | { readonly format: 'lines' }
  /** Several on a line, in quotes or not. */
  | { readonly format: 'separated' }
  /** The quoted values of the only list in code, such as Terraform, SQL or JavaScript. */
  | { readonly format: 'code' }
  | TableSource
  | ListSource
);

/** `column` counts from 0. */
export interface TableSource {
  readonly format: 'csv';
  readonly delimiter: Delimiter;
  readonly hasHeader: boolean;
  readonly column: number;
  /** The line, from 1, in which the table begins; the lines above it are not read. Absent: the first line. */
  readonly start?: number;
  /** A backslash escapes quotes (MySQL, SELECT … INTO OUTFILE … ESCAPED BY). Absent: quotes are doubled (RFC 4180, 2.7). */
  readonly escape?: '\\';
  /** Quotes are characters like others: COPY in text format and the batch mode of mysql quote nothing. */
  readonly isUnquoted?: true;
  /** Lines between the cells and rows are drawn with characters, as psql, the mysql client and Markdown do. */
  readonly isDrawn?: true;
}

/**
 * A list, at the top or within objects (`{"keys": [{"key": …}]}`, as the service answers); ndjson has an item on each line. `field` is
 * where an item that is an object has its key, as a path of names (`user.id`); undefined: the items are the keys themselves.
 */
export interface ListSource {
  readonly format: 'json' | 'ndjson' | 'yaml';
  readonly field: string | undefined;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** A byte order mark is not part of the first key. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * The delimiter that a first line such as `sep=;` names, as spreadsheets write it, and how long that line is with its end: it is
 * not a row of the table. `text` is without a byte order mark.
 */
export function separatorLine(text: string): { readonly delimiter: Delimiter; readonly length: number } | undefined {
  const [line, delimiter] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  return line === undefined ? undefined : { delimiter: delimiter as Delimiter, length: line.length };
}
