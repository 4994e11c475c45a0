/**
 * The arguments that a command accepts. Any extension may run a command with any argument, so a command gets a copy of its
 * argument. The copy has the known fields only, and plain data only: no function, no getter, and nothing that the caller can
 * change after the check.
 */
import * as vscode from 'vscode';

/** Fields that a menu, a row, a lens, a message, or another command of this extension passes. */
const KNOWN_FIELDS = [
  // The subject of the command (target.ts), and the change request that is open on this subject.
  'target',
  'request',
  // From a row in the Source Control view.
  'resourceUri',
  // From a row of the tree: the text that can be copied.
  'copyable',
  // The id of an upload or a removal that this installation made.
  'change',
  // Files that were dropped.
  'files',
  'isNew',
  'isTried',
  'prefersRequest',
  'canGoBack',
  'isWithDraft',
] as const;

/** The maximum depth of nested objects. Deeper values are left out, because no command reads them. */
const MAX_DEPTH = 4;

/** Returns the copy of an argument. Undefined for a value that no command can use. */
export function sanitizedArgument(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || given instanceof vscode.Uri || Array.isArray(given)) return dataOf(given);
  const fields = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    KNOWN_FIELDS.flatMap((name) => {
      const value = dataOf(fields[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function dataOf(value: unknown, level = 0): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || level > MAX_DEPTH) return undefined;
  if (value instanceof vscode.Uri) return vscode.Uri.from(value);
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => dataOf(item, level + 1));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, dataOf(field, level + 1)]));
}
