/** Extracts identities from the rows of a table, and reports the problems of the other rows by line. */
import { keyFault } from '../keys/keysFound.ts';
import { Doubts, type Doubt, type Remedies } from '../keys/doubts.ts';
import type { IdentityTable, TableRow } from './identityTable.ts';
import type { Mapping } from './mapping.ts';

/**
 * Values are text, as written in the file. The service also accepts numbers, but it returns text for both (admin-api.md,
 * Identity), and does not calculate with attributes. Conversion to numbers would change 007, 1.10 and an id of 20 digits.
 */
export interface IdentityRow {
  readonly key: string;
  /** The key as it is in the file. Absent if the key was not cleaned up. */
  readonly given?: string;
  readonly values: Readonly<Record<string, string>>;
  /** Starts at 1. */
  readonly line: number;
}

export interface RowProblem {
  readonly kind:
    | 'emptyKey'
    /** The person decided to leave the row out. */
    | 'leftOut'
    | 'repeatedKey'
    /** The key is too long, or contains control characters or half of a surrogate pair. */
    | 'badKey'
    /** The key or an attribute contains bytes that are invalid in the encoding of the file. */
    | 'undecoded'
    | 'notObject'
    /** The row has more cells than the header. It is left out until the person includes it. */
    | 'wideRow'
    /** The row has fewer cells than the header. It is left out until the person includes it. */
    | 'narrowRow'
    /** The row has no attributes: all their cells are empty. */
    | 'noValues'
    /** The row is sent, but without its nested lists and objects. */
    | 'nested';
  readonly line: number;
  /** The text in the file, or its beginning if it is long. */
  readonly key: string;
  /** For a repeated key: the line of the first row with this key. Only that row is sent. */
  readonly firstLine?: number;
}

export interface IdentitiesFound {
  readonly identities: readonly IdentityRow[];
  /** Keys that may be mistakes, if the person has not yet decided what to do about them. */
  readonly doubts: readonly Doubt[];
  /** In the order of the text. */
  readonly problems: readonly RowProblem[];
}

/** The number of rows between two pauses. They take a millisecond or two. */
const ROWS_PER_STEP = 1000;
const START_OF_KEY = 60;
/** The editor inserts this character for bytes that it can't decode. */
const REPLACEMENT = '\uFFFD';

/** Awaits `pause` between rows, so that the event loop can run. Leaves out empty cells, which would remove existing values. */
export async function identitiesFrom(
  { rows, above }: IdentityTable,
  mapping: Mapping,
  pause: () => Promise<unknown>,
  remedies: Remedies = {},
): Promise<IdentitiesFound> {
  const doubts = new Doubts(remedies);
  const identities: IdentityRow[] = [];
  const problems: RowProblem[] = [];
  /** The line of the first row with each key. */
  const firstLines = new Map<string, number>();
  for (const { line, cells } of above) doubts.countRow('preamble', { line, value: startOf(cells[0]) });
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_STEP === ROWS_PER_STEP - 1) await pause();
    const { line, cells, fault } = row;
    const given = (cells[mapping.keyColumn] ?? '').trim();
    if (fault === 'wideRow' || fault === 'narrowRow') {
      const value = startOf(given || cells.find((cell) => cell?.trim()));
      if (!doubts.countRow(fault, { line, value })) {
        problems.push({ kind: fault, line, key: value });
        continue;
      }
    }
    const decided = doubts.applyRemedies(given);
    const key = decided ?? given;
    const start = startOf(key);
    const firstLine = firstLines.get(key);
    const kind = faultOf(row, key);
    if (decided === undefined) problems.push({ kind: 'leftOut', line, key: start });
    else if (kind) problems.push({ kind, line, key: start });
    else if (firstLine !== undefined) problems.push({ kind: 'repeatedKey', line, key: start, firstLine });
    else {
      const values = valuesOf(row, mapping);
      if (Object.keys(values).length === 0) problems.push({ kind: 'noValues', line, key: start });
      else if (Object.values(values).some(isUndecoded)) problems.push({ kind: 'undecoded', line, key: start });
      else {
        firstLines.set(key, line);
        doubts.countValue(key, line);
        identities.push({ key, ...(key !== given && { given }), values, line });
        if (fault === 'nested') problems.push({ kind: 'nested', line, key: start });
      }
    }
  }
  return { identities, problems, doubts: doubts.found(false) };
}

function faultOf({ fault }: TableRow, key: string): RowProblem['kind'] | undefined {
  if (fault === 'notObject') return fault;
  if (key === '') return 'emptyKey';
  if (isUndecoded(key)) return 'undecoded';
  return keyFault(key) && 'badKey';
}

const startOf = (text = ''): string => text.trim().slice(0, START_OF_KEY);
const isUndecoded = (text: string): boolean => text.includes(REPLACEMENT);

/** Uses Object.fromEntries, because an assignment would not create a field with a name such as `__proto__`. */
const valuesOf = ({ cells }: TableRow, { attributes }: Mapping): Record<string, string> =>
  Object.fromEntries(attributes.flatMap(({ column, id }) => (cells[column]?.trim() ? [[id, cells[column]]] : [])));
