/** Reads delimited text without copying more of it than is asked for. Jumps by indexOf, so long texts take no longer than they must. */

export interface ScannedRecord {
  /** 1-based line on which the record starts. */
  readonly line: number;
  readonly cells: number;
  /** True of an empty line, or one with spaces only. */
  readonly isBlank: boolean;
}

export interface ScanVisitor {
  /** The columns whose cells are wanted; all if absent. */
  readonly column?: number;
  /** `line` is where the cell starts: a quoted cell before it may go over several lines. */
  onCell(value: string, column: number, line: number): void;
  /** False ends the scan. */
  onRecord(record: ScannedRecord): boolean;
}

/**
 * Rows end with LF, CRLF or CR; the last may end without. A cell whose first character (after spaces) is a quote goes on
 * to the closing one, with `""` for a quote in it. `line` of a failure is where the quote opens that is never closed.
 */
export function scanCsv(
  text: string,
  delimiter: string,
  visitor: ScanVisitor,
): { readonly ok: true } | { readonly ok: false; readonly line: number } {
  const nextOf = (mark: string): ((from: number) => number) => {
    let known = -2;
    return (from) => {
      if (known < from) {
        const found = text.indexOf(mark, from);
        known = found === -1 ? text.length : found;
      }
      return known;
    };
  };
  const nextDelimiter = nextOf(delimiter);
  const nextLineFeed = nextOf('\n');
  const nextReturn = nextOf('\r');
  const endOfLine = (from: number): number => Math.min(nextLineFeed(from), nextReturn(from));
  const isWanted = (column: number): boolean => visitor.column === undefined || visitor.column === column;

  let position = 0;
  let line = 1;
  while (position < text.length) {
    const start = position;
    const firstLine = line;
    let column = 0;
    for (;;) {
      const cellLine = line;
      const quote = openingQuote(text, position);
      let value = '';
      if (quote !== -1) {
        const close = closingQuote(text, quote);
        if (close === -1) return { ok: false, line };
        if (isWanted(column)) value = text.slice(position, quote) + text.slice(quote + 1, close).replaceAll('""', '"');
        line += lineEndsIn(text, quote + 1, close);
        position = close + 1;
      }
      const end = Math.min(nextDelimiter(position), endOfLine(position));
      if (isWanted(column)) visitor.onCell(value + text.slice(position, end), column, cellLine);
      position = end;
      if (text[position] !== delimiter) break;
      position += 1;
      column += 1;
    }
    const isBlank = column === 0 && text.slice(start, position).trim() === '';
    if (position < text.length) {
      position += text.startsWith('\r\n', position) ? 2 : 1;
      line += 1;
    }
    if (!visitor.onRecord({ line: firstLine, cells: column + 1, isBlank })) break;
  }
  return { ok: true };
}

/** The quote that opens the cell at `position`, or -1. */
function openingQuote(text: string, position: number): number {
  let index = position;
  while (text[index] === ' ') index += 1;
  return text[index] === '"' ? index : -1;
}

function closingQuote(text: string, opening: number): number {
  let index = text.indexOf('"', opening + 1);
  while (index !== -1 && text[index + 1] === '"') index = text.indexOf('"', index + 2);
  return index;
}

/** Line ends between two positions; CRLF is one. */
function lineEndsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index += 1) {
    const character = text[index];
    if (character === '\n' || (character === '\r' && text[index + 1] !== '\n')) count += 1;
  }
  return count;
}
