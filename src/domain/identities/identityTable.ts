/** A file with identities: rows with cells, from a table with a header or from objects. */
import { SAMPLE_ROWS } from '../keys/guessTable.ts';
import type { UnreadableText } from '../keys/keysFound.ts';
import type { TableSource } from '../keys/keySource.ts';
import type { Fields, Item } from '../keys/lists.ts';

export type TableForm =
  | Omit<TableSource, 'column'>
  /** A list of objects, or one object. */
  | { readonly format: 'json' }
  /** One object on each line. */
  | { readonly format: 'ndjson' };

export interface TableColumn {
  /** The name in the header, or the path of a field, such as `traits.plan`. */
  readonly name: string;
  /** The last part of the path, which may be the ID of an attribute. Empty if the column has no name. */
  readonly ownName: string;
  /** Up to three values. */
  readonly samples: readonly string[];
}

export interface TableRow {
  /** The line where the row begins. Starts at 1. */
  readonly line: number;
  /**
   * One cell for each column, as written in the file: numbers are not rounded, and 007 does not become 7. Undefined = missing
   * or null.
   */
  readonly cells: readonly (string | undefined)[];
  /**
   * `notObject`: the item is not an object, so it has no fields. `nested`: a field contains a list or an object, which is left
   * out; the other fields can be used. Rows with any other fault are left out until the person includes them.
   */
  readonly fault?: 'notObject' | 'nested' | 'wideRow' | 'narrowRow' | 'preamble';
}

export interface IdentityTable {
  readonly form: TableForm;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** The lines above the table. They are left out, and the person is told so. */
  readonly above: readonly TableRow[];
}

export type TableRefusal =
  | UnreadableText
  | { readonly code: 'empty' }
  /**
   * The JSON does not contain a list of objects. Or it is one object with nested lists or objects, and it is unclear which of
   * these are the identities.
   */
  | { readonly code: 'notObjects' }
  /** The table has only a header, or the list is empty. */
  | { readonly code: 'noRows' }
  /** The table has only one column, but a key without attributes is not an identity. */
  | { readonly code: 'oneColumn' }
  | { readonly code: 'tooManyColumns'; readonly limit: number };

export type TableResult =
  { readonly ok: true; readonly table: IdentityTable } | { readonly ok: false; readonly refusal: TableRefusal };

/**
 * The maximum number of columns. In a file with more columns, the names of the fields are probably data, for example in an
 * object with one field for each account.
 */
export const MAX_COLUMNS = 200;

/** The maximum number of samples of each column. */
const SAMPLES = 3;

/** Creates a table from rows, or returns a refusal. `ownNames`: the `ownName` of each column, if these differ from `names`. */
export function tableOf(
  form: TableForm,
  names: readonly string[],
  rows: readonly TableRow[],
  ownNames: readonly string[] = names,
  above: readonly TableRow[] = [],
): TableResult {
  if (names.length > MAX_COLUMNS) return refused({ code: 'tooManyColumns', limit: MAX_COLUMNS });
  if (rows.length === 0) return refused({ code: 'noRows' });
  if (rows.every(({ fault }) => fault === 'notObject')) return refused({ code: 'notObjects' });
  if (names.length < 2) return refused({ code: 'oneColumn' });
  const sampled = rows.slice(0, SAMPLE_ROWS);
  const columns = names.map((name, index) => {
    const values = new Set(sampled.map(({ cells }) => cells[index]?.trim()).filter((value) => value));
    return { name, ownName: ownNames[index]!, samples: [...values].slice(0, SAMPLES).filter((value) => value !== undefined) };
  });
  return { ok: true, table: { form, columns, rows, above } };
}

export const refused = (refusal: TableRefusal): TableResult => ({ ok: false, refusal });

/** The deepest nesting of objects that is read. Deeper objects are left out. */
const MAX_DEPTH = 16;

/** Creates rows from objects, with a column for each field, including the fields of nested objects. */
export function createObjectRows(): {
  readonly names: readonly string[];
  readonly ownNames: readonly string[];
  readonly rows: readonly TableRow[];
  add(item: Item): void;
} {
  const columns = new Map<string, number>();
  const names: string[] = [];
  const ownNames: string[] = [];
  const rows: TableRow[] = [];

  function columnOf(path: readonly string[]): number {
    const id = JSON.stringify(path);
    if (!columns.has(id)) {
      columns.set(id, names.push(path.join('.')) - 1);
      ownNames.push(path.at(-1)!);
    }
    return columns.get(id)!;
  }

  return {
    names,
    ownNames,
    rows,
    add({ line, fields }) {
      if (!fields) {
        rows.push({ line, cells: [], fault: 'notObject' });
        return;
      }
      const cells: (string | undefined)[] = [];
      let isNested = false;
      const put = (own: Fields, within: readonly string[]): void => {
        for (const [name, value] of own) {
          const inner = value.fields ?? pairsIn(value);
          const path = [...within, name];
          if (inner && path.length < MAX_DEPTH) put(inner, path);
          else if (value.other === '{…}' || value.other === '[…]') isNested = true;
          else cells[columnOf(path)] = value.other === 'null' ? undefined : (value.text ?? value.other);
        }
      };
      put(fields, []);
      rows.push({ line, cells: [...cells], ...(isNested ? { fault: 'nested' } : {}) });
    },
  };
}

/**
 * Converts a list of pairs, such as `[{"trait_key": "plan", "trait_value": "pro"}]`, into fields. Undefined for any other list.
 */
export function pairsIn({ items }: Item): Fields | undefined {
  const pairs = (items ?? []).map(({ fields = [] }) => {
    const value = fields.find(([name]) => /value$/i.test(name));
    const name = fields.find(([own, { text }]) => text !== undefined && /(?:key|name|id|attribute|trait)$/i.test(own));
    return fields.length === 2 && value && name && value !== name ? ([name[1].text!, value[1]] as const) : undefined;
  });
  return pairs.length > 0 && pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}
