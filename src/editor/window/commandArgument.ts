/**
 * What a command may be called with. Any extension may run a command with anything, so a command gets a copy that has the known
 * fields alone, and data alone: no function, no getter, and nothing that changes once it was looked at.
 */
import * as vscode from 'vscode';

/** Fields that a menu, a row, a lens, a message, or another command of ours gives. */
const FIELDS = [
  // What the command is about (target.ts), and the change request that is open on it.
  'target',
  'request',
  // Of a row in the Source Control view.
  'resourceUri',
  // Of a row of the tree: what can be copied of it.
  'copyable',
  // The id of an upload or a removal that was made from here.
  'change',
  // Files that were dropped.
  'files',
  'isNew',
  'prefersRequest',
  'canGoBack',
  'isWithDraft',
] as const;

/** Objects of ours in objects of ours: nothing that a command reads is deeper. */
const MOST_LEVELS = 4;

/** Undefined for what no command can use. */
export function argumentOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || given instanceof vscode.Uri || Array.isArray(given)) return dataOf(given);
  const fields = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = dataOf(fields[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function dataOf(value: unknown, level = 0): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return undefined;
  if (value instanceof vscode.Uri) return vscode.Uri.from(value);
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => dataOf(item, level + 1));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, dataOf(field, level + 1)]));
}
