/** What all works of this window share. The files that use it are loaded late, each with a copy of its imports: so it is passed on. */
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createKeyJournal, type KeyJournal } from '../../../operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { formatNumber } from '../../requestWords.ts';
import { tellRefusal } from '../../tell.ts';

export interface WorkRoom {
  /** The folder that the editor gives the extension, if it gives one on a disk. */
  readonly storage: vscode.Uri | undefined;
  /** Where there is none: one that ends with the machine's next start. */
  temporary?: Promise<string>;
  /** The keys of works of this window, by id, the oldest first: for those that are in no file, and to undo. */
  readonly keys: Map<string, readonly string[]>;
  /** Of those the works whose keys stand in a file, where they can be had again: they are let go first. */
  inFile?: Set<string>;
  /** Works that were pointed out in this window: once is enough. */
  readonly offered: Set<string>;
}

/** Works whose keys are held in memory. */
const MAX_HELD = 4;

export async function journalOf(room: WorkRoom): Promise<KeyJournal> {
  if (room.storage?.scheme === 'file') return createKeyJournal(path.join(room.storage.fsPath, 'keyWork'), tellMoved);
  room.temporary ??= mkdtemp(path.join(os.tmpdir(), 'flag-admin-'));
  return createKeyJournal(await room.temporary);
}

/** Of works that another version of the extension has kept. */
function tellMoved(count: number, folder: string): void {
  const { t } = vscode.l10n;
  tellRefusal(
    count === 1
      ? t('An upload or removal that another version of Flag Admin kept can’t be resumed or undone here. Its record is now in {0}.', folder)
      : t('{0} uploads or removals that another version of Flag Admin kept can’t be resumed or undone here. Their records are now in {1}.', formatNumber(count), folder), // prettier-ignore
  );
}

export function holdKeys(room: WorkRoom, { id, kind, source }: KeyWork, keys: readonly string[]): void {
  const inFile = (room.inFile ??= new Set());
  room.keys.delete(id);
  room.keys.set(id, keys);
  // What makes a segment equal removes keys that stand in no file.
  if (source.uri !== undefined && kind !== 'equal') inFile.add(id);
  const others = [...room.keys.keys()].filter((one) => one !== id);
  const goFirst = [...others.filter((one) => inFile.has(one)), ...others.filter((one) => !inFile.has(one))];
  for (const one of goFirst.slice(0, Math.max(0, room.keys.size - MAX_HELD))) {
    room.keys.delete(one);
    inFile.delete(one);
  }
}

/** The id of a work that a command was called with (`{work: id}`), or undefined: any extension may call it with anything. */
export function workFrom(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('work' in argument)) return undefined;
  return typeof argument.work === 'string' ? argument.work : undefined;
}
