/** The files that a command was called with. Any extension may call a command with anything, so nothing else is believed. */
import * as vscode from 'vscode';

/** What is dropped from outside a window in a browser: it has a name and bytes, and no address. */
export interface DroppedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The Explorer gives the file that was clicked and all that are selected with it; a drop gives `{target, files}`.
 * `isPicked` is false of what the editor's own menu gives: the document that is open, whose selection counts.
 */
export function filesOf([first, second]: readonly unknown[]): {
  readonly files: readonly (vscode.Uri | DroppedBytes)[];
  readonly isPicked: boolean;
} {
  const dropped = isObject(first) && Array.isArray(first.files) ? first.files : undefined;
  if (dropped) return { files: unique(dropped.filter(isFile)), isPicked: true };
  if (!isUri(first)) return { files: [], isPicked: false };
  const selected = Array.isArray(second) ? second.filter(isUri) : [];
  return { files: unique(selected.length > 0 ? selected : [first]), isPicked: Array.isArray(second) };
}

function unique<T extends vscode.Uri | DroppedBytes>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file, index) => [isUri(file) ? file.toString() : index, file])).values()];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isUri = (value: unknown): value is vscode.Uri => value instanceof vscode.Uri;
const isFile = (value: unknown): value is vscode.Uri | DroppedBytes =>
  isUri(value) || (isObject(value) && typeof value.name === 'string' && value.bytes instanceof Uint8Array);
