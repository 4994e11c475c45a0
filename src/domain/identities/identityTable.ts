/** What a file with identities is: rows with cells, from a table with a header or from objects. */
import type { UnreadableText } from '../keys/keysFound.ts';
import type { TableSource } from '../keys/keySource.ts';
import type { Fields, Item } from '../keys/lists.ts';

export type TableForm =
  | Omit<TableSource, 'column'>
  /** A list of objects, or one object. */
  | { readonly format: 'json' }
  /** An object on each line. */
  | { readonly format: 'ndjson' };

export interface TableColumn {
  /** The header, or the path of a field such as `traits.plan`. */
  readonly name: string;
  /** The last name of the path, which an attribute can have as its ID; empty if the column has no name. */
  readonly ownName: string;
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
   * contains a list, which is left out; the rest can be used.
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

/** Makes a table of rows, or says why there is none. `ownNames`: of each column, if it differs from `names`. */
export function tableOf(
  form: TableForm,
  names: readonly string[],
  rows: readonly TableRow[],
  ownNames: readonly string[] = names,
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
  return { ok: true, table: { form, columns, rows } };
}

export const refused = (refusal: TableRefusal): TableResult => ({ ok: false, refusal });

/** Objects in one another: no export has more. */
const MAX_DEPTH = 16;

/** Rows out of objects, with a column for each field, also of the objects within them. */
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

/** A list of pairs, such as `[{"trait_key": "plan", "trait_value": "pro"}]`, as fields; undefined if it is a different list. */
export function pairsIn({ items }: Item): Fields | undefined {
  const pairs = (items ?? []).map(({ fields = [] }) => {
    const value = fields.find(([name]) => /value$/i.test(name));
    const name = fields.find(([own, { text }]) => text !== undefined && /(?:key|name|id|attribute|trait)$/i.test(own));
    return fields.length === 2 && value && name && value !== name ? ([name[1].text!, value[1]] as const) : undefined;
  });
  return pairs.length > 0 && pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}
