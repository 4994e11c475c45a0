/**
 * Stores the user's last choices for a file. They also apply to similar files, such as next week's export: files with the same
 * columns and form, and the same name except for a date.
 */
import { hash } from 'node:crypto';
import { isColumnName } from '../../domain/keys/columns.ts';
import type { KeySource } from '../../domain/keys/keySource.ts';
import { openTable, type Store } from './store.ts';

export interface FileChoice<Target = unknown> {
  /** The form in which the keys were read, including the column or field. */
  readonly form?: KeySource;
  /** The segment that the keys were for. */
  readonly target?: Target;
  /** The connection of that segment. */
  readonly connectionId?: string;
  /** For identities: the hash of the name of the column with the keys. */
  readonly keyColumn?: string;
  /** For identities: the name of the traffic type. */
  readonly trafficType?: string;
}

type Row = readonly [mark: string, choice: FileChoice];

const table = (store: Store) => openTable<Row>(store, 'keys.files', { keyColumns: 1, maxRows: 200, maxCharacters: 200_000 });

/** A date or a time: at least six digits, or groups of digits, such as 2026-11-26T08-30. Other numbers belong to the name. */
const DATE = /\d+(?:[-_.]\d+)*(?:T\d+(?:[-_.]\d+)*)?/g;
const isDate = (digits: string): boolean => /\d{6}|\d[-_]\d|\d\.\d+\.\d/.test(digits);

/**
 * Returns a hash that identifies similar files: the name without dates, the form, and the names of the columns. It is a hash
 * because a name of a column may be a customer's key, for example in a table without a header.
 */
export function similarFileHash(fileName: string, form: object, columns: readonly string[]): string {
  const name = fileName.replace(DATE, (digits) => (isDate(digits) ? '#' : digits));
  return hash('sha256', JSON.stringify([name, { ...form, column: undefined, field: undefined, start: undefined }, columns]));
}

/** Returns a hash of the name of a column, for `keyColumn`. */
export const columnHash = (name: string): string => hash('sha256', name);

export const lastChoice = <Target>(store: Store, mark: string): FileChoice<Target> =>
  (table(store).find(mark)?.[1] ?? {}) as FileChoice<Target>;

/**
 * Stores a choice. Fields that it does not contain keep their stored values. A form is not stored if a name in the path of its
 * field may be a customer's key.
 */
export function rememberChoice(store: Store, mark: string, choice: FileChoice): Promise<void> {
  const { form, ...others } = { ...lastChoice(store, mark), ...choice };
  const field = form && 'field' in form ? form.field : undefined;
  const isPlain = field === undefined || field.split('.').every((name) => isColumnName(name));
  return table(store).put([mark, { ...others, ...(form && isPlain && { form }) }]);
}
