/** Reads the rows of delimited text with csv-parse. */
import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { isBlank } from '../../../domain/keys/rowKinds.ts';
import { isRuler, SAMPLE_ROWS, type RowSample } from '../../../domain/keys/guessTable.ts';
import { separatorLine, type TableSource } from '../../../domain/keys/keySource.ts';
import { copiesOf, LINE_END, lineEndsIn, linesIn, MAX_RECORD, KeysRefusedError } from './pieces.ts';

/** `line` is the line where the row begins. A blank line is a row with one empty cell. */
export type TakeRow = (cells: readonly string[], line: number) => void;
/** Called for each line above the table. */
type TakeLine = (text: string, line: number) => void;

/** The syntax of a table's rows. */
export type RowSyntax = Pick<TableSource, 'delimiter' | 'start' | 'escape' | 'isUnquoted' | 'isDrawn'>;

/**
 * Reads all rows. Refuses an unclosed quote and a row that is too long. Before the first quote, splits each line at the
 * delimiters. After it, uses csv-parse, which takes three times as long. Both give the same cells.
 */
export async function readRows(
  pieces: AsyncIterable<string>,
  form: RowSyntax,
  take: TakeRow,
  takeAbove: TakeLine = () => undefined,
): Promise<void> {
  const { delimiter, start: firstLine = 1 } = form;
  if (form.isDrawn) return readDrawnTable(pieces, firstLine, take, takeAbove);
  let line = 0;
  /** Returns the line where the current row begins. */
  let rowLine = (): number => line;
  /** Replaces half of a surrogate pair with U+FFFD, like csv-parse, which works on bytes. */
  const takeLine = (text: string): void => take(text.toWellFormed().split(delimiter), line++);

  /**
   * Passes the lines before the first quote to `take`, and yields the rest. Yields whole lines, because `withMarks` needs the
   * beginning of each line, and a surrogate pair must not be split.
   */
  async function* fromFirstQuote(): AsyncGenerator<string> {
    let rest = '';
    let isQuoted = false;
    for await (const piece of belowPreamble(pieces, firstLine, takeAbove)) {
      const start = line === 0 && firstLine === 1 ? (separatorLine(piece)?.length ?? 0) : 0;
      if (line === 0) line = start === 0 ? firstLine : 2;
      rest += piece.slice(start);
      isQuoted ||= !form.isUnquoted && rest.includes('"');
      if (isQuoted) {
        const end = Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r')) + 1;
        yield withMarks(rest.slice(0, end));
        rest = rest.slice(end);
      } else {
        const lines = rest.split(LINE_END);
        rest = lines.pop() ?? '';
        copiesOf(lines).forEach(takeLine);
      }
      if (rest.length > MAX_RECORD) throw new KeysRefusedError({ code: 'recordTooLong', line: rowLine() });
    }
    if (isQuoted) yield withMarks(rest);
    else if (rest !== '') takeLine(rest.replace(/\r$/, ''));
  }

  const rest = fromFirstQuote();
  const { value: first } = (await rest.next()) as { readonly value?: string };
  if (first === undefined) return;
  const parsing = parserFrom(line, form, take);
  rowLine = parsing.line;
  const parser = parse(parsing.options);
  // `take` receives the rows one by one, so nobody reads the parser's output. Without `resume`, the parser would wait for a
  // reader.
  parser.resume();
  try {
    await pipeline(async function* all() {
      yield first;
      yield* rest;
    }, parser);
  } catch (error) {
    throw refused(error, rowLine());
  }
}

/**
 * Returns the first rows of a text without a byte order mark. `isCut`: the text continues, so its last row may be incomplete.
 */
export function sampleRows(text: string, form: RowSyntax, isCut: boolean): RowSample {
  const { start: firstLine = 1, isDrawn } = form;
  const rows: (readonly string[])[] = [];
  const rowLines: number[] = [];
  const take: TakeRow = (cells, line) => {
    if (isBlank(cells) || rows.length === SAMPLE_ROWS) return;
    rows.push(cells.map((cell) => cell.trim()));
    rowLines.push(line);
  };
  const start = firstLine === 1 ? (separatorLine(text)?.length ?? 0) : lengthOfLines(text, firstLine - 1);
  if (isDrawn || form.isUnquoted) {
    const takeLine = isDrawn ? drawnLines(take) : (line: string, at: number) => take(line.split(form.delimiter), at);
    for (const [index, line] of text.slice(start).split(LINE_ENDS).entries()) takeLine(line, firstLine + index);
    return { rows, lines: rowLines, isWhole: true };
  }
  const { options } = parserFrom(firstLine === 1 && start > 0 ? 2 : firstLine, form, take);
  try {
    parseAtOnce(withMarks(text.slice(start)), { ...options, to: SAMPLE_ROWS });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, lines: rowLines, isWhole: isCut };
  }
  if (isCut && rows.length < SAMPLE_ROWS && !/[\r\n]$/.test(text)) [rows, rowLines].forEach((all) => all.pop());
  return { rows, lines: rowLines, isWhole: true };
}

const LINE_ENDS = /\r\n|\r|\n/;

/** Returns the number of characters in the first `count` lines, including their line ends. */
function lengthOfLines(text: string, count: number): number {
  const ends = new RegExp(LINE_ENDS, 'g');
  for (let line = 0; line < count; line += 1) if (!ends.exec(text)) return text.length;
  return ends.lastIndex;
}

/**
 * Skips the lines above the table and yields the rest. The first piece begins at the start of a line, because quotes above the
 * table don't count.
 */
async function* belowPreamble(pieces: AsyncIterable<string>, firstLine: number, takeAbove: TakeLine): AsyncGenerator<string> {
  let line = 1;
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    for (let end = LINE_END.exec(rest); end && line < firstLine; end = LINE_END.exec(rest)) {
      takeAbove(rest.slice(0, end.index), line);
      rest = rest.slice(end.index + end[0].length);
      line += 1;
    }
    if (line === firstLine) {
      yield rest;
      rest = '';
    }
  }
  if (rest !== '') yield rest;
}

/**
 * Reads a table with drawn lines. Borders and the row count below it, as psql and the mysql client print them, are not rows.
 * `first` is the line where the table begins.
 */
async function readDrawnTable(pieces: AsyncIterable<string>, first: number, take: TakeRow, takeAbove: TakeLine): Promise<void> {
  const takeDrawn = drawnLines(take);
  let line = 1;
  for await (const lines of linesIn(pieces)) {
    for (const text of lines) {
      if (line < first) takeAbove(text, line);
      else takeDrawn(text, line);
      line += 1;
    }
  }
}

/**
 * Returns a function that takes the lines of a drawn table. The first line, a header or a ruler, shows whether the table has
 * borders. In a table without borders, a bar at the start of a line follows an empty cell. A line without a bar in a table with
 * borders is text between or below the rows, so it is taken as a single cell.
 */
function drawnLines(take: TakeRow): (text: string, line: number) => void {
  let isBordered: boolean | undefined;
  return (text, line) => {
    if (text.trim() !== '') isBordered ??= /^\s*[|│┃║+┌├└╔╠╚╟]/.test(text);
    if (isRuler(text) || /^\s*(?:\(\d+ \p{L}+\)|\d+ rows? in set.*)\s*$/u.test(text)) return;
    if (isBordered && !/^\s*[|│┃║]/.test(text)) return take([text.trim()], line);
    const inner = isBordered ? text.replace(/^\s*[|│┃║]/, '').replace(/[|│┃║]\s*$/, '') : text;
    // Markdown escapes a | within a cell as \|.
    const cells = inner.split(/(?<!\\)[|│┃║]/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    take(cells, line);
  };
}

/** Marks a position in a text for csv-parse. If the text itself contains this character, the character is doubled. */
const MARK = '\u0001';
/** The start of a cell that begins with blanks, unless these are spaces before a quote. May also match within quotes. */
const BLANK_CELL = /(?<=^|[,;|\t\r\n])(?! *")(?=[^\S\r\n])/g;
/** The end of a quoted value that ends with a quote and spaces. */
const QUOTE_AND_SPACES = /(?<="")(?= +")/g;

/**
 * Prepares a text for csv-parse, which drops the leading blanks of either all cells or none. csv-parse has to drop the spaces
 * before a quote, because otherwise it would treat the quote as part of the cell. All other blanks belong to their cell, so a
 * mark protects them. A mark also distinguishes spaces within the quotes from spaces after them (see `unquoted`). `text` must
 * begin at the start of a line.
 */
const withMarks = (text: string): string =>
  text
    .replaceAll(MARK, MARK + MARK)
    .replace(BLANK_CELL, MARK)
    .replace(QUOTE_AND_SPACES, MARK);

const MARKS = new RegExp(`${MARK}(${MARK}?)`, 'g');
const withoutMarks = (cell: string): string => (cell.includes(MARK) ? cell.replace(MARKS, '$1') : cell);

/** Returns options for a marked text that begins on line `firstLine`. `line` returns the line where the current row begins. */
function parserFrom(
  firstLine: number,
  { delimiter, escape }: RowSyntax,
  take: TakeRow,
): { readonly options: Options; readonly line: () => number } {
  let line = firstLine;
  const options: Options = {
    delimiter,
    ...(escape && { escape }),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote within a cell is part of the cell.
    relax_quotes: true,
    // In a marked text, this option drops only the spaces before a quote.
    ltrim: true,
    max_record_size: MAX_RECORD,
    on_record: (cells: string[]) => {
      const start = line;
      line += 1 + cells.reduce((ends, cell) => ends + lineEndsIn(cell), 0);
      take(
        cells.map((cell) => withoutMarks(unquoted(cell))),
        start,
      );
      return null;
    },
  };
  return { options, line: () => line };
}

/**
 * Removes the quotes of a cell with spaces after its closing quote: csv-parse returns such a cell with its outer quotes, and
 * has already reduced doubled quotes in it. A cell with several quoted parts, which is not valid CSV, looks the same and loses
 * its outer quotes, too.
 */
const unquoted = (cell: string): string => (cell.endsWith(' ') ? (/^ *"(.*)" +$/s.exec(cell)?.[1] ?? cell) : cell);

function refused(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new KeysRefusedError({ code: 'unterminatedQuote', line });
  return error.code === 'CSV_MAX_RECORD_SIZE' ? new KeysRefusedError({ code: 'recordTooLong', line }) : error;
}
