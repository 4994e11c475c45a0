/** JSON in a text, as an application reads it: compared by meaning, and field by field. */

export interface JsonChange {
  /** From the outside: names of fields, and places in a list from 0. Empty: all of it. */
  readonly path: readonly (string | number)[];
  /** Undefined: it is not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Numbers that a reading may make equal though they are written differently. */
const LONG_NUMBER = /\d{16}|[eE][+-]?\d{3}/;

/** The value, and a text that is equal for equal values. Undefined: the text is no JSON, or has a number that can't be read exactly. */
export function jsonOf(text: string): { readonly value: unknown; readonly text: string } | undefined {
  if (LONG_NUMBER.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return { value, text: textOf(value) };
  } catch {
    return undefined;
  }
}

/** What differs between two texts of JSON, in the order of `after`. Undefined: one of them is no JSON. */
export function diffJson(before: string, after: string): readonly JsonChange[] | undefined {
  const [old, now] = [jsonOf(before), jsonOf(after)];
  return old && now && changesIn(old.value, now.value, []);
}

function changesIn(before: unknown, after: unknown, path: JsonChange['path']): readonly JsonChange[] {
  if (textOf(before) === textOf(after)) return [];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  // Of lists of different lengths, nobody knows which items belong together.
  const isComparable = old && now && Array.isArray(before) === Array.isArray(after);
  if (!isComparable || (Array.isArray(before) && old.size !== now.size)) return [{ path, before, after }];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => changesIn(old.get(name), now.get(name), [...path, name]));
}

function fieldsOf(value: unknown): ReadonlyMap<string | number, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string | number, unknown>(Array.isArray(value) ? value.entries() : Object.entries(value));
}

/** As JSON with sorted field names; empty for what is not there. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${textOf(field)}`).join(',')}}`;
}
