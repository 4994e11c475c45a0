/** Tables of identities out of a text: by the same readers as keys. */
import {
  MAX_COLUMNS,
  refused,
  tableOf,
  type TableForm,
  type TableResult,
  type TableRow,
} from '../../../domain/identities/identityTable.ts';
import { letterOf } from '../../../domain/keys/columns.ts';
import { guessSource, type SourceHint } from './guessSource.ts';
import { parse } from './parseInThread.ts';
import type { ObjectsRest } from './parsers.ts';
import { piecesOf, KeysRefusedError, textIn } from './pieces.ts';
import { isBlank, readRows } from './tableRows.ts';

/** Characters that are looked at. */
const SAMPLE = 32_768;

/** In what form the text most likely is: JSON by how it begins, else a table. */
export async function guessForm(text: string, hint: SourceHint): Promise<TableForm> {
  const [, start = '', line = ''] = /^[\s\uFEFF]*((?:\S)?)([^\r\n]*)/.exec(text) ?? [];
  if (start === '[') return { format: 'json' };
  const { source, withHeader } = await guessSource(beginningOf(text), hint);
  // Whether its first line is an object to its end; else one stands on several lines.
  const isLined = /\}\s*,?\s*$/.test(line.slice(-SAMPLE)) && /[\r\n]\s*\S/.test(text.trim().slice(line.length));
  if (start === '{') return { format: isLined || source.format === 'ndjson' ? 'ndjson' : 'json' };
  if (source.format === 'json' || source.format === 'ndjson') return { format: source.format };
  // A table of identities names its columns.
  const table = withHeader?.source ?? source;
  if (table.format === 'csv') {
    const { delimiter, hasHeader, start, escape, isDrawn } = table;
    const more = { ...(start && { start }), ...(escape && { escape }), ...(isDrawn && { isDrawn }) };
    return { format: 'csv', delimiter, hasHeader, ...more };
  }
  return { format: 'csv', delimiter: ',', hasHeader: true };
}

/** Enough rows to guess by, and all of them whole. */
function beginningOf(text: string): string {
  const end = Math.max(text.lastIndexOf('\n', SAMPLE), text.lastIndexOf('\r', SAMPLE));
  return text.length <= SAMPLE || end === -1 ? text.slice(0, SAMPLE) : text.slice(0, end + 1);
}

export async function readTable(text: string, form: TableForm): Promise<TableResult> {
  const pieces = textIn(piecesOf(text));
  try {
    if (form.format === 'csv') return await readCsvTable(pieces, form);
    const rows: TableRow[] = [];
    const isLined = form.format === 'ndjson';
    const job = { kind: 'objects', isLined } as const;
    const { names, ownNames, isList, isOne } = await parse<TableRow, ObjectsRest>(pieces, job, (part) => void rows.push(...part));
    if (!isList) return refused({ code: 'notObjects' });
    // Without a value of its own, an object does not say whose attributes these are.
    const isUnclear = rows.some(({ fault }) => fault === 'nested') || names.every((name, index) => name !== ownNames[index]);
    if (isOne && isUnclear) return refused({ code: 'notObjects' });
    return tableOf(form, names, rows, ownNames);
  } catch (error) {
    if (!(error instanceof KeysRefusedError)) throw error;
    return refused(error.refusal as Parameters<typeof refused>[0]);
  }
}

async function readCsvTable(
  pieces: AsyncIterable<string>,
  form: Extract<TableForm, { readonly format: 'csv' }>,
): Promise<TableResult> {
  const rows: TableRow[] = [];
  let header: readonly string[] | undefined;
  let width = 0;
  await readRows(pieces, form, (cells, line) => {
    if (isBlank(cells)) return;
    if (form.hasHeader && !header) {
      header = cells.map((name) => name.trim());
      return;
    }
    rows.push(rowOf(cells, line, header));
    width = Math.max(width, cells.length);
  });
  if (!header && width > MAX_COLUMNS) return refused({ code: 'tooManyColumns', limit: MAX_COLUMNS });
  const names = header ?? Array.from({ length: width }, () => '');
  return tableOf(
    form,
    names.map((name, index) => name || letterOf(index)),
    rows,
    header ?? names.map((_, index) => letterOf(index)),
  );
}

/** Empty cells after the last column are a spreadsheet's, not the user's. */
function rowOf(cells: readonly string[], line: number, header: readonly string[] | undefined): TableRow {
  const isTooWide =
    header !== undefined && cells.length > header.length && cells.slice(header.length).some((cell) => cell.trim() !== '');
  return isTooWide ? { line, cells, fault: 'tooManyCells' } : { line, cells };
}
