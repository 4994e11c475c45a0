/**
 * The text that a person typed into a question. It is stored for the workspace folder until it is sent, so that it survives
 * Escape, a failed call or a reload.
 */
import { openTable, type Store } from '../../operations/learned/store.ts';
import { logFailure, type Log } from '../window/log.ts';

export interface KeptText {
  /** Returns the text that was typed and not sent yet. Undefined = there is none. */
  text(): string | undefined;
  /** An empty text removes the stored one. */
  keep(text: string): void;
  drop(): void;
}

type Row = readonly [connectionId: string, subject: string, action: string, text: string];

/**
 * Returns access to the kept text of one question. `subject`: what the text is about, for example the id of a change request.
 * `action`: what the person wants to do with it.
 */
export function keptText(
  { workspaceMemory, log }: { readonly workspaceMemory: Store; readonly log: Log },
  { connectionId }: { readonly connectionId: string },
  subject: string,
  action: string,
): KeptText {
  const table = openTable<Row>(workspaceMemory, 'typed.texts', { keyColumns: 3, maxRows: 100, maxCharacters: 200_000 });
  const key = [connectionId, subject, action] as const;
  const drop = (): void => logFailure(table.remove(key), log);
  return {
    text: () => table.find(...key)?.[3],
    keep: (text) => (text === '' ? drop() : logFailure(table.put([...key, text]), log)),
    drop,
  };
}
