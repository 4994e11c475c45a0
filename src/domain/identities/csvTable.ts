/** A table with delimiters, the first row of which names the columns where it has a header. */
import { createCsvReader, UNTERMINATED } from '../keys/csvReader.ts';
import { letterOf } from '../keys/guessColumn.ts';
import { separatorLine } from '../keys/keySource.ts';
import { MAX_COLUMNS, refused, SLICE, tableOf, type TableForm, type TableResult, type TableRow } from './identityTable.ts';

export function* readCsvTable(text: string, form: Extract<TableForm, { readonly format: 'csv' }>): Generator<void, TableResult> {
  const cells: string[] = [];
  const reader = createCsvReader(form.delimiter, cells);
  const rows: TableRow[] = [];
  let header: readonly string[] | undefined;
  let width = 0;
  const before = separatorLine(text)?.length ?? 0;
  let line = before > 0 ? 2 : 1;
  let sliceEnd = SLICE;
  for (let start = before; start < text.length;) {
    const next = reader.read(text, start, true);
    if (next === UNTERMINATED) return refused({ code: 'unterminatedQuote', line: line + reader.record.lines });
    const row = cells.splice(0);
    if (!reader.record.isBlank) {
      if (form.hasHeader && !header) header = row.map((name) => name.trim());
      else {
        rows.push(rowOf(row, line, header));
        width = Math.max(width, row.length);
      }
    }
    line += reader.record.lines + 1;
    start = next;
    if (start >= sliceEnd) {
      sliceEnd = start + SLICE;
      yield;
    }
  }
  if (!header && width > MAX_COLUMNS) return refused({ code: 'tooManyColumns', limit: MAX_COLUMNS });
  const names = header ?? Array.from({ length: width }, () => '');
  return tableOf(
    form,
    names.map((name, index) => name || letterOf(index)),
    rows,
  );
}

/** Empty cells after the last column are a spreadsheet's, not the user's. */
function rowOf(cells: readonly string[], line: number, header: readonly string[] | undefined): TableRow {
  const isTooWide =
    header !== undefined && cells.length > header.length && cells.slice(header.length).some((cell) => cell.trim() !== '');
  return isTooWide ? { line, cells, fault: 'tooManyCells' } : { line, cells };
}
