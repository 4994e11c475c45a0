/** A second reader for each format. It is slow and simple, and based on the specifications instead of our own readers. */
import type { KeySource } from '../../../../../src/domain/keys/keySource.ts';

type Table = Extract<KeySource, { format: 'csv' }>;

/** Returns the cells that may contain keys, in the order of the text. */
export function cellsByOracle(text: string, form: KeySource): readonly unknown[] {
  const plain = text.replace(/^\uFEFF/, '');
  switch (form.format) {
    case 'lines':
      return plain.split(/\r\n|\r|\n/);
    case 'csv':
      return columnOf(rowsOf(plain, form), form);
    case 'json':
      return itemsIn(JSON.parse(plain)).map((item) => at(item, form.field));
    case 'ndjson':
      return plain.split(/\r\n|\r|\n/).flatMap((line) => (line.trim() === '' ? [] : [at(JSON.parse(line), form.field)]));
    case 'code':
      // A Terraform list has one JSON string on each line.
      return plain.split(/\r\n|\r|\n/).flatMap((line) => (/^\s+".*",$/.test(line) ? [JSON.parse(line.trim().slice(0, -1))] : []));
    default:
      throw new Error(`no program of the proof writes ${form.format}`);
  }
}

function itemsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return Object.values(value as object).find(Array.isArray) ?? [];
}

const at = (item: unknown, path = ''): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], item);

function rowsOf(text: string, form: Table): readonly (readonly string[])[] {
  const lines = text.split(/\r\n|\r|\n/);
  const below = lines.slice((form.start ?? 1) - 1);
  if (form.isDrawn) {
    const rows = below.filter((line) => /[^-+|\s]/.test(line) && !/^\(\d+ rows\)$|^\d+ rows in set/.test(line));
    return rows.map((line) => {
      const inner = line.startsWith('|') ? line.slice(1, line.lastIndexOf('|')) : line;
      return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|'));
    });
  }
  if (form.isUnquoted) return below.filter((line) => line !== '').map((line) => line.split(form.delimiter));
  return quotedRows(below.join('\n'), form);
}

/** RFC 4180, character by character; with `escape`, quotes and backslashes have a backslash in front (MySQL's ESCAPED BY). */
function quotedRows(text: string, { delimiter, escape }: Table): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (isQuoted) {
      if (escape && character === '\\' && (next === '"' || next === '\\')) cell += text.charAt((index += 1));
      else if (!escape && character === '"' && next === '"') cell += text.charAt((index += 1));
      else if (character === '"') isQuoted = false;
      else cell += character;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter || character === '\n') {
      rows.at(-1)!.push(cell);
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)!.push(cell);
  return rows;
}

/** Ignores rows with more or fewer cells than the first row. */
function columnOf(rows: readonly (readonly string[])[], { column, hasHeader, delimiter }: Table): readonly string[] {
  const used = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1;
  const [first = [], ...others] = rows.filter((row) => row.length > 1 || row[0]?.trim());
  return (hasHeader ? others : [first, ...others]).flatMap((row) => {
    const isTooWide = (delimiter === '|' ? row.length : used(row)) > first.length;
    return isTooWide || row.length < used(first) ? [] : [row[column] ?? ''];
  });
}
