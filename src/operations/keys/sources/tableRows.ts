/** The rows of delimited text, by csv-parse. */
import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { RowSample } from '../../../domain/keys/guessTable.ts';
import { separatorLine, type Delimiter } from '../../../domain/keys/keySource.ts';
import { copied, LINE_END, MAX_RECORD, KeysRefusedError } from './pieces.ts';

/** `line` is where the row begins; a blank line is a row of one empty cell. */
export type TakeRow = (cells: readonly string[], line: number) => void;

/**
 * Refuses a quote that is never closed, and a row that is too long. Above the first quote a row is a line, and its cells are what
 * stands between the delimiters: csv-parse, which takes three times as long, reads from there on. A row has the same cells in both.
 */
export async function readRows(pieces: AsyncIterable<string>, delimiter: Delimiter, take: TakeRow): Promise<void> {
  let line = 0;
  /** Where the row begins that is read. */
  let rowLine = (): number => line;
  /** Half of a character becomes U+FFFD, as for csv-parse, which works on bytes. */
  const takeLine = (text: string): void => take(text.toWellFormed().split(delimiter), line++);

  /** Whole lines, so a cut of the text hides neither what precedes a cell nor the other half of a character. */
  async function* fromFirstQuote(): AsyncGenerator<string> {
    let rest = '';
    let isQuoted = false;
    for await (const piece of pieces) {
      const start = line === 0 ? (separatorLine(piece)?.length ?? 0) : 0;
      if (line === 0) line = start === 0 ? 1 : 2;
      rest += piece.slice(start);
      isQuoted ||= rest.includes('"');
      if (isQuoted) {
        const end = Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r')) + 1;
        yield marked(rest.slice(0, end));
        rest = rest.slice(end);
      } else {
        const lines = rest.split(LINE_END);
        rest = lines.pop() ?? '';
        copied(lines).forEach(takeLine);
      }
      if (rest.length > MAX_RECORD) throw new KeysRefusedError({ code: 'recordTooLong', line: rowLine() });
    }
    if (isQuoted) yield marked(rest);
    else if (rest !== '') takeLine(rest.replace(/\r$/, ''));
  }

  const rest = fromFirstQuote();
  const { value: first } = (await rest.next()) as { readonly value?: string };
  if (first === undefined) return;
  const parsing = parsingFrom(line, delimiter, take);
  rowLine = parsing.line;
  const parser = parse(parsing.options);
  // Rows go to `take` one by one, and none is left to be read.
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

const SAMPLE_ROWS = 200;

/** The first rows of a text without a byte order mark. `isCut`: more follows it, so its last row may be a part of one. */
export function sampleRows(text: string, delimiter: Delimiter, isCut: boolean): RowSample & { readonly firstLine: number } {
  const rows: (readonly string[])[] = [];
  let firstLine = 1;
  const start = separatorLine(text)?.length ?? 0;
  const { options } = parsingFrom(start === 0 ? 1 : 2, delimiter, (cells, line) => {
    if (isBlank(cells)) return;
    if (rows.length === 0) firstLine = line;
    rows.push(cells.map((cell) => cell.trim()));
  });
  try {
    parseAtOnce(marked(text.slice(start)), { ...options, to: SAMPLE_ROWS });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, isWhole: isCut, firstLine };
  }
  if (isCut && rows.length < SAMPLE_ROWS && !/[\r\n]$/.test(text)) rows.pop();
  return { rows, isWhole: true, firstLine };
}

export const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]!.trim() === '';

/** Marks a place in a text for csv-parse. One that is in the text itself is doubled. */
const MARK = '\u0001';
/** Where a cell begins with blanks, and not with spaces and a quote. It may look so within quotes, too. */
const BLANK_CELL = /(?<=^|[,;\t\r\n])(?! *")(?=[^\S\r\n])/g;
/** Where a value in quotes ends with a quote and spaces. */
const QUOTE_AND_SPACES = /(?<="")(?= +")/g;

/**
 * A text for csv-parse, which drops the blanks at the beginning of all cells or of none. Spaces before a quote belong to the separator,
 * or the quote would quote nothing. Any other blanks belong to their cell, so a mark stands before them. Another mark tells spaces
 * within the quotes from spaces behind them (see `unquoted`). `text` begins with a line.
 */
const marked = (text: string): string =>
  text
    .replaceAll(MARK, MARK + MARK)
    .replace(BLANK_CELL, MARK)
    .replace(QUOTE_AND_SPACES, MARK);

const MARKS = new RegExp(`${MARK}(${MARK}?)`, 'g');
const unmarked = (cell: string): string => (cell.includes(MARK) ? cell.replace(MARKS, '$1') : cell);

/** For a marked text that begins on line `firstLine`. `line` tells where the row begins that is read. */
function parsingFrom(
  firstLine: number,
  delimiter: Delimiter,
  take: TakeRow,
): { readonly options: Options; readonly line: () => number } {
  let line = firstLine;
  const options: Options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote within a cell is a part of it.
    relax_quotes: true,
    // Of a marked text, these are spaces before a quote.
    ltrim: true,
    max_record_size: MAX_RECORD,
    on_record: (cells: string[]) => {
      const start = line;
      line += 1 + cells.reduce((ends, cell) => ends + lineEndsIn(cell), 0);
      take(
        cells.map((cell) => unmarked(unquoted(cell))),
        start,
      );
      return null;
    },
  };
  return { options, line: () => line };
}

/**
 * With spaces behind its quote, a cell comes with the quotes around it, and one of each two that are doubled in it. So does a cell
 * that is quoted in parts, which is no CSV and can't be told from it: that loses its outer quotes, too.
 */
const unquoted = (cell: string): string => (cell.endsWith(' ') ? (/^ *"(.*)" +$/s.exec(cell)?.[1] ?? cell) : cell);

export const lineEndsIn = (text: string): number =>
  text.includes('\n') || text.includes('\r') ? text.match(/\r\n|\r|\n/g)!.length : 0;

function refused(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new KeysRefusedError({ code: 'unterminatedQuote', line });
  return error.code === 'CSV_MAX_RECORD_SIZE' ? new KeysRefusedError({ code: 'recordTooLong', line }) : error;
}
