/** Writes files as real programs do, and records the key and the line of each row. */

/** A key is null if the row has none. */
export interface Row {
  readonly key: string | null;
  readonly plan: string;
  readonly note: string;
}

export interface Written {
  readonly fileName: string;
  readonly text: string;
  /** Each key with the line in which its cell begins, from 1. */
  readonly keys: readonly { readonly key: string; readonly line: number }[];
}

export interface Style {
  readonly end: '\n' | '\r\n' | '\r';
  readonly delimiter: ',' | ';' | '\t' | '|';
}

type Program = (rows: readonly Row[], style: Style) => Written;
type Cells = readonly string[];

const NAMES = ['plan', 'account_id', 'note'] as const;
const endsIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
const usable = (rows: readonly Row[]): readonly Row[] => rows.filter(({ key }) => key !== null);

interface Frame {
  readonly above?: string;
  readonly header?: Cells;
  readonly below?: string;
}

/** A table of records. `cellsOf` gives the cells of a row as they are written. */
function table(
  fileName: string,
  rows: readonly Row[],
  { delimiter, end }: Style,
  cellsOf: (row: Row) => Cells,
  { above = '', header = NAMES, below = '' }: Frame = {},
): Written {
  let text = `${above}${header.join(delimiter)}${end}`;
  const keys: { key: string; line: number }[] = [];
  for (const row of rows) {
    const cells = cellsOf(row);
    const before = text + cells.slice(0, cells.length - 2).join(delimiter);
    if (row.key !== null) keys.push({ key: row.key, line: 1 + endsIn(before) });
    text += cells.join(delimiter) + end;
  }
  return { fileName, text: text + below, keys };
}

/** RFC 4180, 2.6 and 2.7: cells with separators, quotes or line ends are quoted, and quotes in them are doubled. */
const quotedIfNeeded = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const cellsOf = ({ key, plan, note }: Row, none: string): Cells => [plan, key ?? none, note];

/** A table whose cells are quoted if needed. */
const quotedTable = (fileName: string, rows: readonly Row[], style: Style, none: string, more?: Frame): Written =>
  table(fileName, rows, style, (row) => cellsOf(row, none).map((cell) => quotedIfNeeded(cell, style.delimiter)), more);

/** A number of 12 digits or more is shown in General format as 1.23457E+11. */
const asExcel = (key: string): string => {
  if (!/^[1-9]\d{11,}$/.test(key)) return key;
  const digits = Number(`${key.slice(0, 6)}.${key.slice(6, 7)}`).toFixed(0);
  return `${digits.charAt(0)}.${digits.slice(1, 6)}E+${key.length - 1 + (digits.length > 6 ? 1 : 0)}`;
};

/** PostgreSQL, COPY text format: backslashes, tabs and line ends are written with a backslash, NULL as \N. */
const copied = (cell: string): string =>
  cell.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
const copiedTable = (fileName: string, rows: readonly Row[], none: string, more?: Frame): Written => {
  const cells = ({ key, plan, note }: Row): Cells => [copied(plan), key === null ? none : copied(key), copied(note)];
  return table(fileName, rows, { delimiter: '\t', end: '\n' }, cells, more);
};
/** MySQL, SELECT … INTO OUTFILE … ESCAPED BY '\\': quotes are written with a backslash, too. */
const escaped = (cell: string): string => cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
const oneLine = (row: Row): Row => {
  const flat = (text: string): string => text.replaceAll(/[\r\n\t]+/g, ' ').trim();
  return { key: row.key === null ? null : flat(row.key), plan: flat(row.plan), note: flat(row.note) };
};

function drawn(rows: readonly Row[], end: string, frame: 'psql' | 'mysql' | 'markdown'): Written {
  const all = [NAMES as Cells, ...rows.map((row) => cellsOf(row, frame === 'mysql' ? 'NULL' : ''))];
  const escapedCell = (cell: string): string => (frame === 'markdown' ? cell.replaceAll('|', '\\|') : cell);
  const widths = NAMES.map((_, column) => Math.max(3, ...all.map((cells) => escapedCell(cells[column]!).length)));
  const line = (cells: Cells): string => {
    const padded = cells.map((cell, column) => escapedCell(cell).padEnd(widths[column]!)).join(' | ');
    return frame === 'psql' ? ` ${padded}`.trimEnd() : `| ${padded} |`;
  };
  const ruler = widths.map((width) => '-'.repeat(width + 2)).join('+');
  const border = frame === 'mysql' ? [`+${ruler}+`] : [];
  const below = { psql: `(${rows.length} rows)`, mysql: `${rows.length} rows in set (0.00 sec)`, markdown: '' }[frame];
  const middle = { psql: ruler, mysql: `+${ruler}+`, markdown: `|${ruler.replaceAll('+', '|')}|` }[frame];
  const lines = [...border, line(all[0]!), middle];
  const keys: { key: string; line: number }[] = [];
  for (const [index, row] of rows.entries()) {
    lines.push(line(all[index + 1]!));
    if (row.key !== null) keys.push({ key: row.key, line: lines.length });
  }
  return { fileName: 'out.txt', text: [...lines, ...border, below, ''].join(end), keys };
}

function lined(fileName: string, rows: readonly Row[], write: (row: Row) => string, end: string): Written {
  const lines = rows.map(write);
  const keys = rows.map(({ key }, index) => ({ key: key!, line: index + 1 })).filter(({ key }) => key !== null);
  return { fileName, text: lines.map((line) => line + end).join(''), keys };
}

export const programs: Readonly<Record<string, Program>> = {
  excel: (rows, style) => {
    const shown = rows.map((row) => ({ ...row, key: row.key && asExcel(row.key) }));
    const written = quotedTable('excel.csv', shown, style, '');
    return { ...written, keys: quotedTable('excel.csv', rows, style, '').keys };
  },
  sheets: (rows, { end }) => quotedTable('sheets.csv', rows, { delimiter: ',', end }, '#N/A'),
  sheetsTsv: (rows, { end }) => quotedTable('sheets.tsv', rows.map(oneLine), { delimiter: '\t', end }, ''),
  copyText: (rows) => copiedTable('copy.tsv', rows, '\\N', { below: '\\.\n' }),
  copyCsv: (rows, style) => quotedTable('copy.csv', rows, style, ''),
  psql: (rows, { end }) => drawn(rows.map(oneLine), end, 'psql'),
  psqlUnaligned: (rows, { end }) =>
    table('psql.txt', rows.map(oneLine), { delimiter: '|', end }, (row) => cellsOf(row, ''), {
      below: `(${rows.length} rows)${end}`,
    }),
  mysql: (rows, { end }) => drawn(rows.map(oneLine), end, 'mysql'),
  mysqlBatch: (rows) => copiedTable('batch.tsv', rows, 'NULL'),
  outfile: (rows, { end }) =>
    table('outfile.csv', rows.map(oneLine), { delimiter: ',', end }, (row) => [
      `"${escaped(row.plan)}"`,
      row.key === null ? '\\N' : `"${escaped(row.key)}"`,
      `"${escaped(row.note)}"`,
    ]),
  salesforce: (rows, { end }) =>
    table('report.csv', rows, { delimiter: ',', end }, (row) => cellsOf(row, '').map(quoted), {
      header: NAMES.map(quoted),
      below: ['', '', '"Opportunity Report"', '"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."', '"Acme"']
        .map((line) => line + end)
        .join(''),
    }),
  bigQueryCsv: (rows) => quotedTable('bq.csv', rows, { delimiter: ',', end: '\n' }, ''),
  bigQueryJson: (rows) => lined('bq.json', rows, ({ key, plan, note }) => JSON.stringify({ plan, account_id: key, note }), '\n'),
  markdown: (rows, { end }) => drawn(rows.map(oneLine), end, 'markdown'),
  pandas: (rows, { end }) => {
    // With a missing value, a column of whole numbers becomes one of floats.
    const isFloat = rows.some(({ key }) => key === null) && usable(rows).every(({ key }) => /^[1-9]\d{0,14}$/.test(key!));
    return table(
      'pandas.csv',
      rows,
      { delimiter: ',', end },
      (row) => [
        String(rows.indexOf(row)),
        ...cellsOf({ ...row, key: row.key && (isFloat ? `${row.key}.0` : row.key) }, '').map((cell) => quotedIfNeeded(cell, ',')),
      ],
      { header: ['', ...NAMES] },
    );
  },
  pandasJson: (rows) => {
    const items = rows.map(
      ({ key, plan, note }) =>
        `{"plan":${JSON.stringify(plan)},"account_id":${JSON.stringify(key)},"note":${JSON.stringify(note)}}`,
    );
    return {
      fileName: 'pandas.json',
      text: `[${items.join(',')}]`,
      keys: usable(rows).map(({ key }) => ({ key: key!, line: 1 })),
    };
  },
  mongo: (rows) => lined('mongo.jsonl', rows, ({ key, plan }) => JSON.stringify({ _id: { account_id: key }, plan }), '\n'),
  terraform: (rows, { end }) => {
    const lines = [
      'resource "segment" "beta" {',
      '  keys = [',
      ...usable(rows).map(({ key }) => `    ${JSON.stringify(key)},`),
      '  ]',
      '}',
      '',
    ];
    return {
      fileName: 'keys.tf',
      text: lines.join(end),
      keys: usable(rows).map(({ key }, index) => ({ key: key!, line: index + 3 })),
    };
  },
  googleAnalytics: (rows, { end }) =>
    quotedTable('ga4.csv', rows.map(oneLine), { delimiter: ',', end }, '(not set)', {
      above: ['# ----------', '# Free form 1', '# 20260101-20260131', ''].map((line) => line + end).join(''),
    }),
};
