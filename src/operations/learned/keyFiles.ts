/** Stores the last choices for a file. Next week's export has the same name except for its date, and the same columns and form. */
import type { KeySource } from '../../domain/keys/keySource.ts';
import { openTable, type Store } from './store.ts';

export interface FileChoice<Target = unknown> {
  /** The form in which the keys were read, including the column or field. */
  readonly form?: KeySource;
  /** The segment that the keys were for, and its connection. */
  readonly target?: Target;
  readonly connectionId?: string;
  /** For identities: the name of the column with the keys, and the name of the traffic type. */
  readonly keyColumn?: string;
  readonly trafficType?: string;
}

type Row = readonly [mark: string, choice: FileChoice];

const table = (store: Store) => openTable<Row>(store, 'keys.files', { keyColumns: 1, maxRows: 200 });

/** Returns a text that identifies similar files: the name without its digits, the form, and the names of the columns. */
export const fileMark = (fileName: string, form: object, columns: readonly string[]): string =>
  JSON.stringify([fileName.replaceAll(/\d+/g, '#'), { ...form, column: undefined, field: undefined, start: undefined }, columns]);

export const lastChoice = <Target>(store: Store, mark: string): FileChoice<Target> =>
  (table(store).rows(mark)[0]?.[1] ?? {}) as FileChoice<Target>;

/** Fields that `choice` does not contain remain unchanged. */
export const rememberChoice = (store: Store, mark: string, choice: FileChoice): Promise<void> =>
  table(store).put([mark, { ...lastChoice(store, mark), ...choice }]);
