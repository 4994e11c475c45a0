/** Identities out of the rows of a table: which there are, and what is wrong with the rest, line by line. */
import { MAX_KEY_LENGTH } from '../keys/keysFound.ts';
import type { IdentityTable, TableRow } from './identityTable.ts';
import type { Mapping } from './mapping.ts';

/**
 * Values are text, as written in the file: the service takes numbers as well but gives back text for both (admin-api.md,
 * Identity), shows attributes and computes nothing with them; as a number, 007, 1.10 and an id of 20 digits would become others.
 */
export interface IdentityRow {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
  /** From 1. */
  readonly line: number;
}

/** `firstLine` is where a repeated key stood first: that row is sent. `key` is as written, its beginning if it is long. */
export interface RowProblem {
  readonly kind:
    | 'emptyKey'
    | 'repeatedKey'
    | 'tooLong'
    | 'controlCharacter'
    | 'loneSurrogate'
    /** Bytes that are no text in the encoding of the file, in the key or in an attribute. */
    | 'undecoded'
    | 'notObject'
    | 'tooManyCells'
    /** None of the columns that feed an attribute has a value. */
    | 'noValues'
    /** The row is sent, without the lists and objects that are in it. */
    | 'nested'
    /** The row is sent, without the spaces around its key. */
    | 'trimmed';
  readonly line: number;
  readonly key: string;
  readonly firstLine?: number;
}

export interface IdentitiesFound {
  readonly identities: readonly IdentityRow[];
  /** In the order of the text. */
  readonly problems: readonly RowProblem[];
  /** `rows` = identities + repeated + empty + unusable; `nested` and `trimmed` are among the identities, `undecoded` among the unusable. */
  readonly counts: {
    readonly rows: number;
    readonly repeated: number;
    readonly empty: number;
    readonly unusable: number;
    readonly nested: number;
    readonly trimmed: number;
    readonly undecoded: number;
  };
}

const ROWS_PER_STEP = 200;
const SHOWN_OF_KEY = 60;
const CONTROL = /\p{Cc}/u;
/** What the editor puts where it could not read. */
const REPLACEMENT = '\uFFFD';

/** Each step takes less than a few milliseconds. Empty cells are not sent, so that they take no value away. */
export function* identitiesFrom({ rows }: IdentityTable, mapping: Mapping): Generator<void, IdentitiesFound> {
  const identities: IdentityRow[] = [];
  const problems: RowProblem[] = [];
  /** With the line on which each stands first. */
  const seen = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const { line } = row;
    const written = row.cells[mapping.keyColumn] ?? '';
    const key = written.trim();
    const shown = key.slice(0, SHOWN_OF_KEY);
    const firstLine = seen.get(key);
    const kind = faultOf(row, key);
    if (kind) problems.push({ kind, line, key: shown });
    else if (firstLine !== undefined) problems.push({ kind: 'repeatedKey', line, key: shown, firstLine });
    else {
      const values = valuesOf(row, mapping);
      if (!values) problems.push({ kind: 'noValues', line, key: shown });
      else if (Object.values(values).some(isUndecoded)) problems.push({ kind: 'undecoded', line, key: shown });
      else {
        seen.set(key, line);
        identities.push({ key, values, line });
        if (written !== key) problems.push({ kind: 'trimmed', line, key: shown });
        if (row.fault === 'nested') problems.push({ kind: 'nested', line, key: shown });
      }
    }
  }
  return { identities, problems, counts: countsOf(rows.length, problems) };
}

function faultOf({ fault }: TableRow, key: string): RowProblem['kind'] | undefined {
  if (fault === 'notObject' || fault === 'tooManyCells') return fault;
  if (key === '') return 'emptyKey';
  if (key.length > MAX_KEY_LENGTH) return 'tooLong';
  if (CONTROL.test(key)) return 'controlCharacter';
  if (isUndecoded(key)) return 'undecoded';
  return key.isWellFormed() ? undefined : 'loneSurrogate';
}

const isUndecoded = (text: string): boolean => text.includes(REPLACEMENT);

/** Undefined = none. */
function valuesOf({ cells }: TableRow, { attributes }: Mapping): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  let hasValue = false;
  for (const { column, id } of attributes) {
    const value = cells[column];
    if (value === undefined || value.trim() === '') continue;
    hasValue = true;
    // A field of this name is not set by assigning it.
    if (id === '__proto__') Object.defineProperty(values, id, { value, enumerable: true, configurable: true, writable: true });
    else values[id] = value;
  }
  return hasValue ? values : undefined;
}

function countsOf(rows: number, problems: readonly RowProblem[]): IdentitiesFound['counts'] {
  const count = (...kinds: readonly RowProblem['kind'][]): number => problems.filter(({ kind }) => kinds.includes(kind)).length;
  const [repeated, empty, nested, trimmed] = [count('repeatedKey'), count('emptyKey'), count('nested'), count('trimmed')];
  const unusable = problems.length - repeated - empty - nested - trimmed;
  return { rows, repeated, empty, nested, trimmed, unusable, undecoded: count('undecoded') };
}
