/** The first rows of delimited text. */
import { createCsvReader, UNFINISHED, UNTERMINATED } from './csvReader.ts';
import { separatorLine } from './keySource.ts';

const SAMPLE_ROWS = 200;

export interface CsvSample {
  /** Without blank lines; the cells are trimmed. */
  readonly rows: readonly (readonly string[])[];
  /** False if a quote in it is never closed. */
  readonly isWhole: boolean;
}

/** Without a byte order mark. `isCut`: more text follows, so its last row may be a part of one. */
export function sampleRows(text: string, delimiter: string, isCut: boolean): CsvSample {
  const rows: (readonly string[])[] = [];
  const cells: string[] = [];
  const reader = createCsvReader(delimiter, cells);
  let position = separatorLine(text)?.length ?? 0;
  while (position < text.length && rows.length < SAMPLE_ROWS) {
    cells.length = 0;
    const next = reader.read(text, position, !isCut);
    if (next === UNTERMINATED) return { rows, isWhole: false };
    if (next === UNFINISHED) break;
    if (!reader.record.isBlank) rows.push(cells.map((cell) => cell.trim()));
    position = next;
  }
  return { rows, isWhole: true };
}
