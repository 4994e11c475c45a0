/** Rows out of a list of objects, of one object, or of an object on each line. Nothing is parsed into values: a cell is what is written. */
import { createJsonReader, type JsonVisitor } from '../keys/jsonReader.ts';
import { MAX_COLUMNS, refused, SLICE, tableOf, type TableForm, type TableResult, type TableRow } from './identityTable.ts';

/** The field in which the service itself has the attributes of an identity (admin-api.md, Identity): its fields count as columns. */
const VALUES = 'values';

export function* readJsonTable(
  text: string,
  form: Extract<TableForm, { readonly format: 'json' | 'ndjson' }>,
): Generator<void, TableResult> {
  const isLined = form.format === 'ndjson';
  const isOne = !isLined && text.trimStart().startsWith('{');
  const collector = createCollector(isLined || isOne ? 0 : 1);
  const reader = createJsonReader(
    collector.visitor(() => reader.line()),
    isLined,
  );
  for (let start = 0; start < text.length;) {
    const next = reader.read(text, start, start + SLICE, true);
    const fault = reader.fault();
    if (fault) return refused({ code: 'brokenJson', ...fault });
    if (collector.names.length > MAX_COLUMNS) return refused({ code: 'tooManyColumns', limit: MAX_COLUMNS });
    start = next;
    yield;
  }
  reader.end(text.length);
  const fault = reader.fault();
  if (fault) return refused({ code: 'brokenJson', ...fault });
  if (!collector.isList) return refused({ code: 'notObjects' });
  if (isOne && collector.rows.some(({ fault }) => fault === 'nested')) return refused({ code: 'oneObject' });
  return tableOf(form, collector.names, collector.rows);
}

interface Collector {
  /** Of the columns, in order of appearance. */
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
  /** False if there is something else where the list should be. */
  readonly isList: boolean;
  visitor(line: () => number): JsonVisitor;
}

interface OpenRow {
  readonly line: number;
  readonly cells: (string | undefined)[];
  isNested: boolean;
}

/** `rowDepth` = how many lists and objects are around a row. */
function createCollector(rowDepth: number): Collector {
  const columns = new Map<string, number>();
  const names: string[] = [];
  const rows: TableRow[] = [];
  let isList = true;
  let depth = 0;
  let row: OpenRow | undefined;
  let field = '';
  /** Within the `values` of a row. */
  let isInValues = false;

  function columnOf(name: string): number {
    // A field `key` of the values is another than that of the object.
    const id = `${isInValues ? VALUES : ''}:${name}`;
    const known = columns.get(id);
    if (known !== undefined) return known;
    columns.set(id, names.length);
    return names.push(name) - 1;
  }

  function put(value: string | undefined, line: number): void {
    if (depth === rowDepth) rows.push({ line, cells: [], fault: 'notObject' });
    else if (depth < rowDepth) isList = false;
    else if (row && depth === rowDepth + (isInValues ? 2 : 1)) row.cells[columnOf(field)] = value;
  }

  const visitor = (line: () => number): JsonVisitor => ({
    open(isArray) {
      if (depth < rowDepth) isList &&= isArray;
      else if (depth === rowDepth) {
        if (isArray) rows.push({ line: line(), cells: [], fault: 'notObject' });
        else row = { line: line(), cells: [], isNested: false };
      } else if (row && depth === rowDepth + 1 && field === VALUES && !isArray) isInValues = true;
      else if (row) row.isNested = true;
      depth += 1;
    },
    close() {
      depth -= 1;
      if (depth === rowDepth + 1) isInValues = false;
      if (depth !== rowDepth || !row) return;
      rows.push({ line: row.line, cells: [...row.cells], ...(row.isNested && { fault: 'nested' as const }) });
      row = undefined;
    },
    wantsString: () => true,
    passPlain: () => -1,
    string: (value) => put(value, line()),
    other: (written) => put(written === 'null' ? undefined : written, line()),
    name(text, start, end, hasEscapes) {
      const written = text.slice(start, end);
      if (row && depth <= rowDepth + 2) field = hasEscapes ? (JSON.parse(`"${written}"`) as string) : written;
    },
    blankLine: () => undefined,
  });

  return {
    names,
    rows,
    get isList() {
      return isList;
    },
    visitor,
  };
}
