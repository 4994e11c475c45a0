/** Identities out of the rows of a table: which there are, and what is wrong with the rest, line by line. */
import { MAX_KEY_LENGTH } from '../keys/keysFound.ts';
import { Doubts, type Doubt, type Remedies } from '../keys/doubts.ts';
import type { IdentityTable, TableRow } from './identityTable.ts';
import type { Mapping } from './mapping.ts';

/**
 * Values are text, as written in the file: the service takes numbers as well but gives back text for both (admin-api.md,
 * Identity), shows attributes and computes nothing with them; as a number, 007, 1.10 and an id of 20 digits would become others.
 */
export interface IdentityRow {
  readonly key: string;
  /** The key as it is in the file, if it was cleaned up. */
  readonly given?: string;
  readonly values: Readonly<Record<string, string>>;
  /** From 1. */
  readonly line: number;
}

/** `firstLine` is where a repeated key stood first: that row is sent. `key` is as written, its beginning if it is long. */
export interface RowProblem {
  readonly kind:
    | 'emptyKey'
    /** The person decided to leave it out. */
    | 'leftOut'
    | 'repeatedKey'
    /** Too long, or with control characters or half of a character. */
    | 'badKey'
    /** Bytes that are no text in the encoding of the file, in the key or in an attribute. */
    | 'undecoded'
    | 'notObject'
    | 'tooManyCells'
    /** None of the columns that feed an attribute has a value. */
    | 'noValues'
    /** The row is sent, without the lists and objects that are in it. */
    | 'nested';
  readonly line: number;
  readonly key: string;
  readonly firstLine?: number;
}

export interface IdentitiesFound {
  readonly identities: readonly IdentityRow[];
  /** Keys that may not be what the person means, and were not decided yet. */
  readonly doubts: readonly Doubt[];
  /** In the order of the text. */
  readonly problems: readonly RowProblem[];
}

/** Read in a millisecond or two. */
const ROWS_PER_STEP = 1000;
const START_OF_KEY = 60;
const CONTROL = /\p{Cc}/u;
/** What the editor puts where it could not read. */
const REPLACEMENT = '\uFFFD';

/** `rest` lets the event loop run between some rows. Empty cells are not sent, so that they take no value away. */
export async function identitiesFrom(
  { rows }: IdentityTable,
  mapping: Mapping,
  rest: () => Promise<unknown>,
  remedies: Remedies = {},
): Promise<IdentitiesFound> {
  const doubts = new Doubts(remedies);
  const identities: IdentityRow[] = [];
  const problems: RowProblem[] = [];
  /** With the line on which each stands first. */
  const firstLines = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_STEP === ROWS_PER_STEP - 1) await rest();
    const { line } = row;
    const given = (row.cells[mapping.keyColumn] ?? '').trim();
    const decided = doubts.decided(given);
    const key = decided ?? given;
    const start = key.slice(0, START_OF_KEY);
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
        doubts.see(key, line);
        identities.push({ key, ...(key !== given && { given }), values, line });
        if (row.fault === 'nested') problems.push({ kind: 'nested', line, key: start });
      }
    }
  }
  return { identities, problems, doubts: doubts.found(false) };
}

function faultOf({ fault }: TableRow, key: string): RowProblem['kind'] | undefined {
  if (fault === 'notObject' || fault === 'tooManyCells') return fault;
  if (key === '') return 'emptyKey';
  if (isUndecoded(key)) return 'undecoded';
  return key.length > MAX_KEY_LENGTH || CONTROL.test(key) || !key.isWellFormed() ? 'badKey' : undefined;
}

const isUndecoded = (text: string): boolean => text.includes(REPLACEMENT);

/** A field may have any name, such as `__proto__`: it is none that is set by assigning it. */
const valuesOf = ({ cells }: TableRow, { attributes }: Mapping): Record<string, string> =>
  Object.fromEntries(attributes.flatMap(({ column, id }) => (cells[column]?.trim() ? [[id, cells[column]]] : [])));
