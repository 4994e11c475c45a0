/** Guesses whether a text is a table, and how its columns are separated. */
import { describeColumns, isColumnName, keyNameScore, type Guess, type TextRow } from './columns.ts';
import type { Delimiter, TableSource } from './keySource.ts';

/** The number of rows from which the form of a table is guessed. */
export const SAMPLE_ROWS = 200;

/** The first rows of a text. */
export interface RowSample {
  /** The rows without blank lines. Cells are trimmed. */
  readonly rows: readonly TextRow[];
  /** The line where each row begins. Starts at 1. */
  readonly lines: readonly number[];
  /** False if the sample contains an unclosed quote. */
  readonly isWhole: boolean;
}

/** The settings with which the first rows are read. */
export type SampleForm = Pick<TableSource, 'delimiter' | 'start' | 'escape' | 'isUnquoted' | 'isDrawn'>;
type Sample = (form: SampleForm) => RowSample;

/**
 * `hinted` contains the possible delimiters, the most likely first, if the file's name or language shows that it is a table.
 * Otherwise it is empty. Returns undefined if the text consists of plain lines.
 */
export function guessTable(text: string, hinted: readonly Delimiter[], sample: Sample): Guess | undefined {
  const drawn = guessDrawn(text);
  if (drawn) return tableOf({ source: drawn, rows: sample(drawn).rows }, true);
  const form = guessDelimiter(text, hinted, sample);
  if (!form) return undefined;
  const { rows } = form;
  const hasHeader = looksLikeHeader(rows, hinted.length > 0);
  const table = tableOf(form, hasHeader);
  const isOneColumn = rows.every(({ length }) => length === 1);
  if (hasHeader && isOneColumn && hinted.length > 0 && !isColumnName(rows[0]![0]!))
    return { ...tableOf(form, false), withHeader: table };
  // A list of keys may begin with any key. If the first line were treated as a header without asking, that key would be lost.
  if (!hasHeader || hinted.length > 0 || !isOneColumn) return table;
  const plain: Guess = form.areQuoted ? tableOf(form, false) : { source: { format: 'lines' }, columns: [] };
  return { ...plain, withHeader: table };
}

interface Form {
  readonly source: SampleForm;
  readonly rows: readonly TextRow[];
  readonly areQuoted?: boolean;
}

function tableOf({ source, rows }: Form, hasHeader: boolean): Guess {
  const { columns, best } = describeColumns(hasHeader ? rows[0] : undefined, hasHeader ? rows.slice(1) : rows);
  return { source: { format: 'csv', ...source, hasHeader, column: best }, columns };
}

/** The maximum number of lines above a table. */
const MAX_ABOVE = 40;

/**
 * True for a line of dashes, plus signs, bars and similar characters, with single spaces at most: the border of a drawn table.
 */
export const isRuler = (line: string): boolean =>
  /^\s*(?:[|+:┌├└╔╠╚╟│]\s*)?:?[-─━═=]{2,}[-─━═=+|:┬┼┴╦╬╩┐┤┘╗╣╝╪╫ \t]*$/.test(line) && !/[-=] +[-=]/.test(line);

/**
 * Finds a drawn table. Its header is directly above the first ruler (psql, Markdown), or between the first and the second ruler
 * (mysql).
 */
function guessDrawn(text: string): SampleForm | undefined {
  const lines = text.split(/\r\n|\r|\n/, MAX_ABOVE + 3);
  const ruler = lines.findIndex((line) => isRuler(line));
  const [above = '', own = '', below = ''] = [lines[ruler - 1], lines[ruler], lines[ruler + 1]];
  if (ruler === -1) return undefined;
  const isDrawn = { delimiter: '|', isDrawn: true } as const;
  const startAt = (index: number): SampleForm => (index === 0 ? isDrawn : { ...isDrawn, start: index + 1 });
  if (BAR.test(below) && isRuler(lines[ruler + 2] ?? '')) return startAt(ruler);
  // A single column has no bars. Its ruler is as wide as the header with a space on each side.
  const isSingle = /^-{3,}$/.test(own.trim()) && own.length >= above.length && above.startsWith(' ') && below.startsWith(' ');
  return above.trim() !== '' && (isSingle || (BAR.test(above) && /[|+┼╪]/.test(own))) ? startAt(ruler - 1) : undefined;
}

const BAR = /[|│┃║]/;

/** Guesses the delimiter and the rows. Returns undefined if the text consists of plain lines. */
function guessDelimiter(text: string, hinted: readonly Delimiter[], sample: Sample): Form | undefined {
  const isHinted = hinted.length > 0;
  const forms = (isHinted ? hinted : (['\t', ',', ';', '|'] as const)).map((delimiter) => {
    const read = (more: Partial<SampleForm> = {}) => ({ source: { delimiter, ...more }, ...sample({ delimiter, ...more }) });
    const plain = read();
    const escaped = text.includes('\\"') ? [read({ escape: '\\' })] : [];
    if (escaped[0] && BACKSLASH_QUOTE.test(text)) return escaped[0];
    // If a quote at the start of a cell is an ordinary character, reading it as a quotation mark would put the rows below into
    // the cell.
    const bare = (delimiter === '\t' || delimiter === '|') && text.includes('"') ? [read({ isUnquoted: true })] : [];
    if (bare[0] && delimiter === '\t' && (COPY_TEXT.test(text) || areQuotesLiteral(plain.rows, bare[0].rows))) return bare[0];
    return [...escaped, ...bare].reduce((best, form) => (regularRows(form) > regularRows(best) ? form : best), plain);
  });
  const wide = forms
    .map((form) => belowPreamble(form, isHinted))
    .map((form) => ({ ...form, width: commonWidth(form.rows) }))
    .filter(({ width, rows, isWhole }) => width > 1 && (isHinted || (isWhole && rows.length > 1 && isRegular(rows, width))));
  const best = wide.toSorted(
    (one, other) => regularity(other.rows, other.width) - regularity(one.rows, one.width) || other.width - one.width,
  )[0];
  if (best) return best;
  const { rows, isWhole, source } = belowPreamble(forms[0]!, isHinted);
  if (isHinted) return { source, rows };
  const isOneColumn = forms.every((form) => form.rows.every((row) => row.length === 1));
  if (!isWhole || !isOneColumn) return undefined;
  const form = { source: { ...source, delimiter: ',' }, rows, areQuoted: areQuoted(text, rows.length) } as const;
  return form.areQuoted || looksLikeHeader(rows, false) ? form : undefined;
}

/** Matches a text in the format of PostgreSQL's COPY, which does not quote: a cell \N for NULL, or the last line \. */
const COPY_TEXT = /(?:^|\t)\\N(?:\t|$)|^\\\.$/m;

/**
 * True if the quotes of a tab-separated table may be part of the values, as in the batch mode of mysql: only some cells of a
 * column have quotes, and none of them needs its quotes. `bare` are the rows that are read with the quotes as ordinary
 * characters.
 */
function areQuotesLiteral(rows: readonly TextRow[], bare: readonly TextRow[]): boolean {
  const isQuoted = (cell = ''): boolean => cell.startsWith('"');
  // A line end within real quotes would split a row into rows of other widths.
  if (rows.flat().some((cell) => /[\t\r\n]/.test(cell))) return new Set(bare.map(({ length }) => length)).size === 1;
  if (bare[0]?.some(isQuoted)) return false;
  const quoted = bare.flat().filter(isQuoted);
  const isWhole = (_: string, column: number): boolean => bare.slice(1).every((row) => !row[column] || isQuoted(row[column]));
  return quoted.every((cell) => /^"[^",;]*"$/.test(cell)) && quoted.length > 0 && !bare[0]?.some(isWhole);
}

/**
 * Matches a backslash before a quote that does not end its cell, as MySQL's ESCAPED BY writes it. If a doubled quote were the
 * escape, the cell would end at this quote.
 */
const BACKSLASH_QUOTE = /(?<=^|[,;|\t\r\n])"[^"\r\n]*\\"(?![,;|\t\r\n"]|$)/;

/**
 * Removes the lines above the header that have fewer cells, such as a title. A line below the first one counts as the header
 * only if it contains names of columns.
 */
function belowPreamble<T extends Form & Pick<RowSample, 'lines'>>(form: T, isTable: boolean): T {
  const { rows, lines } = form;
  const filled = rows.map((row) => row.filter((cell) => cell !== '').length);
  const firstScore = nameScore(rows[0] ?? []);
  const index = rows.slice(0, MAX_ABOVE).findIndex((row, at) => {
    const width = filled[at]!;
    const isBelow = rows
      .slice(0, at)
      .every((_, above) => filled[above]! < width || (width === 1 && /\s|^#/.test(rows[above]!.join(''))));
    const body = rows.slice(at);
    const isLikely = isTable || (width > 1 && body.length > at + 1);
    return (
      at > 0 &&
      isBelow &&
      isLikely &&
      nameScore(row) > firstScore &&
      isRegular(body, row.length) &&
      looksLikeHeader(body, isTable)
    );
  });
  return index < 1 ? form : { ...form, rows: rows.slice(index), source: { ...form.source, start: lines[index]! } };
}

const nameScore = (row: TextRow): number => Math.max(0, ...row.map(keyNameScore));

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

/**
 * Returns the number of rows with the most common number of cells and without a leftover quote at the start of a cell. 0 if a
 * quote is unclosed.
 */
function regularRows({ rows, isWhole }: Pick<RowSample, 'rows' | 'isWhole'>): number {
  const width = commonWidth(rows);
  const isRegularRow = (row: TextRow): boolean => row.length === width && !row.some((cell) => cell.startsWith('"'));
  return isWhole && width > 1 ? rows.filter(isRegularRow).length : 0;
}

/** Returns the share of rows with the given number of cells. */
const regularity = (rows: readonly TextRow[], width: number): number =>
  rows.filter(({ length }) => length === width).length / rows.length;
/**
 * True if at least 90% of the rows have the given number of cells. If the first row contains names, ignores lines below the
 * table, such as a row count.
 */
function isRegular(rows: readonly TextRow[], width: number): boolean {
  const hasNames = nameScore(rows[0] ?? []) > 0;
  const end = rows.findLastIndex(({ length }) => length > 1) + 1;
  return regularity(hasNames && end > 1 ? rows.slice(0, end) : rows, width) >= 0.9;
}

/**
 * True if the first row contains the names of the columns: a cell is a name for keys, and most cells below it are not. In a
 * table, also true if the cells below have digits and a common shape, and the first cell has no digits. In a list, that is not
 * enough, because the first key may have any shape.
 */
function looksLikeHeader(rows: readonly TextRow[], isTable: boolean): boolean {
  const [first, ...below] = rows;
  if (!first) return false;
  const isWide = first.length > 1;
  const isName = (cell: string): boolean => keyNameScore(cell) > 0 || (isWide && isColumnName(cell));
  // A single row in a table is a header without rows if it contains the name of a column.
  if (below.length === 0) return (isWide || isTable) && first.some(isName);
  const names = first.filter((cell) => cell !== '');
  // Repeated cells are possible in a header only if all cells are common names of columns.
  if (new Set(names).size < names.length && !names.every(isName)) return false;
  return first.some((cell, index) => {
    const values = below.map((row) => row[index] ?? '').filter((value) => value !== '');
    if (cell === '' || values.length === 0) return false;
    if (isName(cell)) return values.filter(isName).length * 2 < values.length;
    if (!isTable && !isWide) return false;
    return values.length > 1 && !/\d/.test(cell) && values.every((value) => /\d/.test(value)) && haveSameShape(values);
  });
}

const haveSameShape = (values: readonly string[]): boolean => new Set(values.map(shapeOf)).size === 1;
const shapeOf = (value: string): string => value.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '9');
