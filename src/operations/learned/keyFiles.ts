/** What was chosen last for a file: next week's export has the same name but for its date, the same columns and the same form. */
import type { KeySource } from '../../domain/keys/keySource.ts';
import { openTable, type Store } from './store.ts';

export interface FileChoice<Target = unknown> {
  /** The form, with the column or field, in which the keys were read. */
  readonly form?: KeySource;
  /** The segment that the keys were for, and the connection it belongs to. */
  readonly target?: Target;
  readonly connectionId?: string;
  /** For identities: the column of the keys, and the traffic type, by their names. */
  readonly keyColumn?: string;
  readonly trafficType?: string;
}

type Row = readonly [mark: string, choice: FileChoice];

const table = (store: Store) => openTable<Row>(store, 'keys.files', { keyColumns: 1, maxRows: 200 });

/** Tells files apart: by the name without its digits, the form, and the names of the columns. */
export const fileMark = (fileName: string, form: object, columns: readonly string[]): string =>
  JSON.stringify([fileName.replaceAll(/\d+/g, '#'), { ...form, column: undefined, field: undefined, start: undefined }, columns]);

export const lastChoice = <Target>(store: Store, mark: string): FileChoice<Target> =>
  (table(store).rows(mark)[0]?.[1] ?? {}) as FileChoice<Target>;

/** What is not in `choice` stays as it was. */
export const rememberChoice = (store: Store, mark: string, choice: FileChoice): Promise<void> =>
  table(store).put([mark, { ...lastChoice(store, mark), ...choice }]);
