/** Compares JSON texts as an application reads them: by meaning, and field by field. */

export interface JsonChange {
  /** Names of fields, and indexes in lists, from the outside in. An empty path means the whole value. */
  readonly path: readonly (string | number)[];
  /** Undefined: the value is absent. */
  readonly before: unknown;
  /** Undefined: the value is absent. */
  readonly after: unknown;
}

/** Matches numbers that parsing may change: those with at least 16 digits, or with at least three digits in the exponent. */
const LONG_NUMBER = /\d(?:\.?\d){15}|[eE][+-]?\d{3}/;

/** The deepest nesting of lists and objects that is compared, because deeper nesting could exhaust the call stack. */
const MAX_DEPTH = 100;

/**
 * Returns the value, and a text that is equal for equal values. Undefined: the text is not JSON, is nested more than 100 deep,
 * or contains a number that can't be read exactly.
 */
export function jsonOf(text: string): { readonly value: unknown; readonly text: string } | undefined {
  if (LONG_NUMBER.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return { value, text: textOf(value) };
  } catch {
    return undefined;
  }
}

/** Returns the differences between two JSON texts, in the order of `after`. Undefined: `jsonOf` can't read one of them. */
export function diffJson(before: string, after: string): readonly JsonChange[] | undefined {
  const [old, now] = [jsonOf(before), jsonOf(after)];
  return old && now && changesIn(old.value, now.value, []);
}

function changesIn(before: unknown, after: unknown, path: JsonChange['path']): readonly JsonChange[] {
  if (before === after) return [];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  // If the lists have different lengths, it is unclear which items belong together.
  const isComparable = old && now && Array.isArray(before) === Array.isArray(after);
  if (!isComparable || (Array.isArray(before) && old.size !== now.size)) return [{ path, before, after }];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => changesIn(old.get(name), now.get(name), [...path, name]));
}

function fieldsOf(value: unknown): ReadonlyMap<string | number, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string | number, unknown>(Array.isArray(value) ? value.entries() : Object.entries(value));
}

/** Returns JSON with sorted field names. Throws a RangeError if the value is nested too deeply. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === MAX_DEPTH) throw new RangeError('the JSON is nested too deeply');
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, depth + 1)).join(',')}]`;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${textOf(field, depth + 1)}`).join(',')}}`;
}
