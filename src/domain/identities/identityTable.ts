/** What a file with identities is: rows with cells, from a table with a header or from objects. */
import type { UnreadableText } from '../keys/keysFound.ts';
import type { TableSource } from '../keys/keySource.ts';
import type { Item } from '../keys/lists.ts';

export type TableForm =
  | Omit<TableSource, 'column'>
  /** A list of objects, or one object. */
  | { readonly format: 'json' }
  /** An object on each line. */
  | { readonly format: 'ndjson' };

export interface TableColumn {
  readonly name: string;
  /** Up to three values. */
  readonly samples: readonly string[];
}

export interface TableRow {
  /** From 1: where the row begins. */
  readonly line: number;
  /** By column, as it is written in the file; undefined = the row has none, or null. A number is not rounded, nor is 007 a 7. */
  readonly cells: readonly (string | undefined)[];
  /**
   * `notObject`: it has no fields. `tooManyCells`: more than the header, so some stand in the wrong column. `nested`: a field
   * holds a list or an object, which is left out; the rest can be used.
   */
  readonly fault?: 'notObject' | 'tooManyCells' | 'nested';
}

export interface IdentityTable {
  readonly form: TableForm;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

export type TableRefusal =
  | UnreadableText
  | { readonly code: 'empty' }
  /** JSON, but no list of objects; or one object with lists or objects in it, where nothing says which are the identities. */
  | { readonly code: 'notObjects' }
  /** A header, or an empty list. */
  | { readonly code: 'noRows' }
  /** A key alone is no identity. */
  | { readonly code: 'oneColumn' }
  | { readonly code: 'tooManyColumns'; readonly limit: number };

export type TableResult =
  { readonly ok: true; readonly table: IdentityTable } | { readonly ok: false; readonly refusal: TableRefusal };

/** More are names that are data: an object with a field for each account. */
export const MAX_COLUMNS = 200;

const SAMPLES = 3;
const SAMPLE_ROWS = 200;

/** Puts rows together to a table, or says why they are none. */
export function tableOf(form: TableForm, names: readonly string[], rows: readonly TableRow[]): TableResult {
  if (names.length > MAX_COLUMNS) return refused({ code: 'tooManyColumns', limit: MAX_COLUMNS });
  if (rows.length === 0) return refused({ code: 'noRows' });
  if (rows.every(({ fault }) => fault === 'notObject')) return refused({ code: 'notObjects' });
  if (names.length < 2) return refused({ code: 'oneColumn' });
  const sampled = rows.slice(0, SAMPLE_ROWS);
  const columns = names.map((name, index) => {
    const values = new Set(sampled.map(({ cells }) => cells[index]?.trim()).filter((value) => value));
    return { name, samples: [...values].slice(0, SAMPLES).filter((value) => value !== undefined) };
  });
  return { ok: true, table: { form, columns, rows } };
}

export const refused = (refusal: TableRefusal): TableResult => ({ ok: false, refusal });

/** The field in which the service itself has the attributes of an identity (admin-api.md, Identity): its fields count as columns. */
const VALUES = 'values';

/** Rows out of objects, with a column for each field. */
export function createObjectRows(): {
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
  add(item: Item): void;
} {
  const columns = new Map<string, number>();
  const names: string[] = [];
  const rows: TableRow[] = [];

  function columnOf(name: string, id: string): number {
    if (!columns.has(id)) columns.set(id, names.push(name) - 1);
    return columns.get(id)!;
  }

  return {
    names,
    rows,
    add({ line, fields }) {
      if (!fields) {
        rows.push({ line, cells: [], fault: 'notObject' });
        return;
      }
      const cells: (string | undefined)[] = [];
      /** True if some of them are lists or objects, which are left out. */
      const put = (own: Item['fields'], within: string): boolean => {
        let isNested = false;
        for (const [name, { text, other, fields: inner }] of own ?? []) {
          if (inner && within === '' && name === VALUES) isNested = put(inner, VALUES) || isNested;
          else if (other === '{…}' || other === '[…]') isNested = true;
          // A field `key` of the values is another than that of the object.
          else cells[columnOf(name, `${within}:${name}`)] = other === 'null' ? undefined : (text ?? other);
        }
        return isNested;
      };
      const fault = put(fields, '') ? ({ fault: 'nested' } as const) : {};
      rows.push({ line, cells: [...cells], ...fault });
    },
  };
}
