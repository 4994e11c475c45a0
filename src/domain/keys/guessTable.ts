/** Whether a text is a table, and how its columns are separated. */
import { describeColumns, isColumnName, keyNameScore, type Guess, type TextRow } from './columns.ts';
import type { Delimiter } from './keySource.ts';

/** The first rows of a text. */
export interface RowSample {
  /** Without blank lines; the cells are trimmed. */
  readonly rows: readonly TextRow[];
  /** False if a quote in it is never closed. */
  readonly isWhole: boolean;
}

type Sample = (delimiter: Delimiter) => RowSample;

/** `hinted` are the delimiters of a file that says it is a table, the likeliest first. Undefined = it is none, but plain lines. */
export function guessTable(text: string, hinted: readonly Delimiter[], sample: Sample): Guess | undefined {
  const form = guessDelimiter(text, hinted, sample);
  if (!form) return undefined;
  const { rows } = form;
  const hasHeader = looksLikeHeader(rows, hinted.length > 0);
  const table = tableOf(form, hasHeader);
  // A list of keys may begin with any: a first line that was left out unasked would be a key that is lost.
  if (!hasHeader || hinted.length > 0 || rows.some(({ length }) => length > 1)) return table;
  const plain: Guess = form.areQuoted ? tableOf(form, false) : { source: { format: 'lines' }, columns: [] };
  return { ...plain, withHeader: table };
}

interface Form {
  readonly delimiter: Delimiter;
  readonly rows: readonly TextRow[];
  readonly areQuoted?: boolean;
}

function tableOf({ delimiter, rows }: Form, hasHeader: boolean): Guess {
  const { columns, best } = describeColumns(hasHeader ? rows[0]! : undefined, hasHeader ? rows.slice(1) : rows);
  return { source: { format: 'csv', delimiter, hasHeader, column: best }, columns };
}

/** Undefined = plain lines. */
function guessDelimiter(text: string, hinted: readonly Delimiter[], sample: Sample): Form | undefined {
  const forms = (hinted.length > 0 ? hinted : (['\t', ',', ';'] as const)).map((delimiter) => ({
    delimiter,
    ...sample(delimiter),
  }));
  const wide = forms
    .map((form) => ({ ...form, width: commonWidth(form.rows) }))
    .filter(
      ({ width, rows, isWhole }) => width > 1 && (hinted.length > 0 || (isWhole && rows.length > 1 && isRegular(rows, width))),
    );
  const best = wide.toSorted(
    (one, other) => regularity(other.rows, other.width) - regularity(one.rows, one.width) || other.width - one.width,
  )[0];
  if (best) return best;
  const { rows, isWhole } = forms[0]!;
  if (hinted[0]) return { delimiter: hinted[0], rows };
  const isOneColumn = forms.every((form) => form.rows.every((row) => row.length === 1));
  if (!isWhole || !isOneColumn) return undefined;
  const form = { delimiter: ',', rows, areQuoted: areQuoted(text, rows.length) } as const;
  return form.areQuoted || looksLikeHeader(rows, false) ? form : undefined;
}

/** True if most of the first lines are in quotes. */
function areQuoted(text: string, count: number): boolean {
  const lines = text.split(/[\r\n]+/, count + 1).filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.filter((line) => /^\s*"/.test(line)).length * 2 > lines.length;
}

function commonWidth(rows: readonly TextRow[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** The share of rows that have the common number of cells. */
const regularity = (rows: readonly TextRow[], width: number): number =>
  rows.filter(({ length }) => length === width).length / rows.length;
const isRegular = (rows: readonly TextRow[], width: number): boolean => regularity(rows, width) >= 0.9;

/**
 * True if the first row names the columns: a cell is a name for keys where those below are none, or (in a table only,
 * for in a list the first key may be any) the cells below have a shape that the first does not have.
 */
function looksLikeHeader(rows: readonly TextRow[], isTable: boolean): boolean {
  const [first, ...below] = rows;
  if (!first) return false;
  const isWide = first.length > 1;
  const isName = (cell: string): boolean => keyNameScore(cell) > 0 || (isWide && isColumnName(cell));
  // A file that says it is a table, and has the name of a column in its only row, has no rows yet.
  if (below.length === 0) return (isWide || isTable) && first.some(isName);
  const names = first.filter((cell) => cell !== '');
  // Columns may have one name; keys that are names repeat as little as others do.
  if (new Set(names).size < names.length && !names.every(isName)) return false;
  return first.some((cell, index) => {
    const values = below.map((row) => row[index] ?? '').filter((value) => value !== '');
    if (cell === '' || values.length === 0) return false;
    if (isName(cell)) return values.filter(isName).length * 2 < values.length;
    if (!isTable && !isWide) return false;
    return values.length > 1 && !/\d/.test(cell) && values.every((value) => /\d/.test(value)) && isOfOneShape(values);
  });
}

const isOfOneShape = (values: readonly string[]): boolean => new Set(values.map(shapeOf)).size === 1;
const shapeOf = (value: string): string => value.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '9');
