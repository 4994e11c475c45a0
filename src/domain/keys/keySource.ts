/** The form in which a text lists keys. */
import type { Remedies } from './doubts.ts';

/** `remedies` are the person's decisions about doubtful values, so that reading the same file again needs no question. */
export type KeySource = { readonly remedies?: Remedies } & (
  | { readonly format: 'lines' }
  /** Several keys on a line, with or without quotes. */
  | { readonly format: 'separated' }
  /** The quoted values of the only list in code, such as Terraform, SQL or JavaScript. */
  | { readonly format: 'code' }
  | TableSource
  | ListSource
);

export interface TableSource {
  readonly format: 'csv';
  readonly delimiter: Delimiter;
  readonly hasHeader: boolean;
  /** The index of the column with the keys. Starts at 0. */
  readonly column: number;
  /** The line where the table begins, starting at 1. The lines above it are not read. Absent: the first line. */
  readonly start?: number;
  /** A backslash escapes quotes (MySQL, SELECT … INTO OUTFILE … ESCAPED BY). Absent: quotes are doubled (RFC 4180, 2.7). */
  readonly escape?: '\\';
  /** Quotes are ordinary characters: COPY in text format and the batch mode of mysql do not quote. */
  readonly isUnquoted?: true;
  /** The lines between cells and rows are drawn with characters, as psql, the mysql client and Markdown do. */
  readonly isDrawn?: true;
}

/** A list that is the whole document or is nested in objects, as in the service's answers: `{"keys": [{"key": …}]}`. */
export interface ListSource {
  /** `ndjson`: one item of the list on each line. */
  readonly format: 'json' | 'ndjson' | 'yaml';
  /** The path of the key in an item that is an object, such as `user.id`. Undefined: the items themselves are the keys. */
  readonly field: string | undefined;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** Removes a byte order mark, so that it does not become part of the first key. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Reads a first line such as `sep=;`, as spreadsheets write it: returns its delimiter, and its length including the line end.
 * That line is not a row of the table. `text` must not have a byte order mark.
 */
export function separatorLine(text: string): { readonly delimiter: Delimiter; readonly length: number } | undefined {
  const [line, delimiter] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  return line === undefined ? undefined : { delimiter: delimiter as Delimiter, length: line.length };
}
