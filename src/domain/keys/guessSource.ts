/** In what form a text most likely holds keys, and in which column. */
import { scanCsv } from './csvScanner.ts';
import { isColumnName, keyNameScore } from './columnName.ts';
import { withoutMark, type Delimiter, type KeySource } from './keySource.ts';

export interface Column {
  /** From 0. */
  readonly index: number;
  /** The cell of the header, or a letter as in spreadsheets where there is none. */
  readonly name: string;
  /** Up to three values. */
  readonly samples: readonly string[];
  /** By its name, or because no value repeats. */
  readonly looksLikeKeys: boolean;
}

/** What the editor knows of the file besides its text. */
export interface SourceHint {
  readonly languageId?: string;
  readonly fileName?: string;
}

type Row = readonly string[];

const SAMPLE_ROWS = 200;
const SAMPLES_SHOWN = 3;

/** `columns` is empty for lines; for CSV it has one entry for each column, and `source.column` is the best guess. */
export function guessSource(text: string, hint: SourceHint): { readonly source: KeySource; readonly columns: readonly Column[] } {
  const sample = withoutMark(text);
  const form = guessDelimiter(sample, hint);
  if (!form) return { source: { format: 'lines' }, columns: [] };
  const { delimiter, rows } = form;
  const hasHeader = looksLikeHeader(rows, hintedDelimiters(hint).length > 0);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => describeColumn(rows, index, hasHeader));
  const best = columns.toSorted((one, other) => other.score - one.score || one.column.index - other.column.index)[0];
  return {
    source: { format: 'csv', delimiter, hasHeader, column: best?.column.index ?? 0 },
    columns: columns.map(({ column }) => column),
  };
}

/** Undefined = plain lines. */
function guessDelimiter(
  text: string,
  hint: SourceHint,
): { readonly delimiter: Delimiter; readonly rows: readonly Row[] } | undefined {
  const hinted = hintedDelimiters(hint);
  const forms = (hinted.length > 0 ? hinted : (['\t', ',', ';'] as const)).map((delimiter) => ({
    delimiter,
    ...sampleOf(text, delimiter),
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
  const isTable = isWhole && isOneColumn && (areQuoted(text, rows.length) || looksLikeHeader(rows, false));
  return isTable ? { delimiter: ',', rows } : undefined;
}

function hintedDelimiters({ languageId, fileName = '' }: SourceHint): readonly Delimiter[] {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (languageId === 'tsv' || extension === 'tsv' || extension === 'tab') return ['\t', ',', ';'];
  if (languageId === 'csv' || extension === 'csv') return [',', ';', '\t'];
  return [];
}

interface Sample {
  /** Without blank lines; the cells are trimmed. */
  readonly rows: readonly Row[];
  /** False if a quote in it is never closed. */
  readonly isWhole: boolean;
}

function sampleOf(text: string, delimiter: Delimiter): Sample {
  const rows: Row[] = [];
  let row: string[] = [];
  const { ok } = scanCsv(text, delimiter, {
    onCell: (value) => void row.push(value.trim()),
    onRecord: ({ isBlank }) => {
      if (!isBlank) rows.push(row);
      row = [];
      return rows.length < SAMPLE_ROWS;
    },
  });
  return { rows, isWhole: ok };
}

/** True if most of the first lines are in quotes. */
function areQuoted(text: string, count: number): boolean {
  const lines = text.split(/[\r\n]+/, count + 1).filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.filter((line) => /^\s*"/.test(line)).length * 2 > lines.length;
}

function commonWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** The share of rows that have the common number of cells. */
const regularity = (rows: readonly Row[], width: number): number =>
  rows.filter(({ length }) => length === width).length / rows.length;
const isRegular = (rows: readonly Row[], width: number): boolean => regularity(rows, width) >= 0.9;

/**
 * True if the first row names the columns: a cell is a name for keys where those below are none, or (in a table only,
 * for in a list the first key may be any) the cells below have a shape that the first does not have.
 */
function looksLikeHeader(rows: readonly Row[], isTable: boolean): boolean {
  const [first, ...below] = rows;
  if (!first) return false;
  const isWide = first.length > 1;
  const isName = (cell: string): boolean => keyNameScore(cell) > 0 || (isWide && isColumnName(cell));
  // A file that says it is a table, and has the name of a column in its only row, has no rows yet.
  if (below.length === 0) return (isWide || isTable) && first.some(isName);
  const names = first.filter((cell) => cell !== '');
  if (new Set(names).size < names.length) return false;
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

interface ScoredColumn {
  readonly column: Column;
  readonly score: number;
}

function describeColumn(rows: readonly Row[], index: number, hasHeader: boolean): ScoredColumn {
  const cells = rows.slice(hasHeader ? 1 : 0).map((row) => row[index] ?? '');
  const values = cells.filter((cell) => cell !== '');
  const header = hasHeader ? (rows[0]?.[index] ?? '') : '';
  const distinct = values.length === 0 ? 0 : new Set(values).size / cells.length;
  const isDistinct = distinct > 0.9 && values.every((value) => !/\s/.test(value));
  // A name for keys counts for nothing where most values repeat: that is whom a row belongs to.
  const byName = distinct >= 0.5 || cells.length === 0 ? keyNameScore(header) : 0;
  return {
    column: {
      index,
      name: header || letterOf(index),
      samples: [...new Set(values)].slice(0, SAMPLES_SHOWN),
      looksLikeKeys: byName > 0 || isDistinct,
    },
    score: byName * 10 + distinct + (isDistinct ? 1 : 0),
  };
}

/** A, B, … Z, AA, … */
function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
