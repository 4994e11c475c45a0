/** Reads tables of identities from a text, with the same readers as for keys. */
import {
  MAX_COLUMNS,
  refused,
  tableOf,
  type TableForm,
  type TableResult,
  type TableRow,
} from '../../../domain/identities/identityTable.ts';
import { letterOf } from '../../../domain/keys/columns.ts';
import { createRowKinds } from '../../../domain/keys/rowKinds.ts';
import { guessSource, type SourceHint } from './guessSource.ts';
import { parse } from './parseInThread.ts';
import type { ObjectsRest } from './parsers.ts';
import { piecesOf, KeysRefusedError, textIn } from './pieces.ts';
import { readRows } from './tableRows.ts';

/** The number of characters to examine at the beginning of a text. */
const SAMPLE = 32_768;

/** Guesses the form of the text: JSON by its first character, otherwise a table. */
export async function guessForm(text: string, hint: SourceHint): Promise<TableForm> {
  const [, start = '', line = ''] = /^[\s\uFEFF]*((?:\S)?)([^\r\n]*)/.exec(text) ?? [];
  if (start === '[') return { format: 'json' };
  const { source, withHeader } = await guessSource(beginningOf(text), hint);
  // True if the first line is a complete object. Otherwise an object spans several lines.
  const isLined = /\}\s*,?\s*$/.test(line.slice(-SAMPLE)) && /[\r\n]\s*\S/.test(text.trim().slice(line.length));
  if (start === '{') return { format: isLined || source.format === 'ndjson' ? 'ndjson' : 'json' };
  if (source.format === 'json' || source.format === 'ndjson') return { format: source.format };
  // A table of identities has a header with the names of its columns.
  const table = withHeader?.source ?? source;
  if (table.format === 'csv') {
    const { column: _, ...form } = table;
    return form;
  }
  return { format: 'csv', delimiter: ',', hasHeader: true };
}

/** Returns the beginning of a text, with complete rows, to guess its form. */
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
    // If the only object contains nested lists, or all its values are in nested objects, it is unclear which identity the
    // values belong to.
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
  const above: TableRow[] = [];
  const kindOf = createRowKinds(form);
  let header: readonly string[] | undefined;
  let width = 0;
  const takeAbove = (text: string, line: number): void => {
    if (text.trim() !== '') above.push({ line, cells: [text], fault: 'preamble' });
  };
  const takeRow = (cells: readonly string[], line: number): void => {
    const kind = kindOf(cells);
    if (kind === 'blank') return;
    if (kind === 'header') header = cells.map((name) => name.trim());
    else rows.push({ line, cells, ...(kind !== 'row' && { fault: kind }) });
    width = Math.max(width, cells.length);
  };
  await readRows(pieces, form, takeRow, takeAbove);
  if (!header && width > MAX_COLUMNS) return refused({ code: 'tooManyColumns', limit: MAX_COLUMNS });
  const names = header ?? Array.from({ length: width }, () => '');
  return tableOf(
    form,
    names.map((name, index) => name || letterOf(index)),
    rows,
    header ?? names.map((_, index) => letterOf(index)),
    above,
  );
}
