/** The key changes of this window: its journal, and the keys of those that can still be resumed or undone. */
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createJournal, type Journal } from '../../operations/keyChanges/journal.ts';
import { isOpen, type KeyChange } from '../../operations/keyChanges/keyChange.ts';
import { nextPart, saveDecided } from '../../operations/keyChanges/requestParts.ts';
import { listChanged } from '../../operations/keyChanges/startChange.ts';
import { keysOfUndo } from '../../operations/keyChanges/undo.ts';
import type { Connected } from '../service/connected.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { confirm, tellRefusal } from '../messages/notifications.ts';
import type { ChangesOfWindow, KeysInMemory, SegmentsDeps } from './index.ts';
import { againSteps, resumeRefusal, whyNotHere } from './messages.ts';
import { findKeysAgain } from './source/findKeys.ts';

const { t } = vscode.l10n;

/** A change, and what it needs to go on. */
export interface ChangeInHand {
  readonly connected: Connected;
  readonly change: KeyChange;
  readonly keys: readonly string[];
  readonly suggestedComment?: string;
  /** Asked after the last question, before anything is sent; false = the user was told why not. */
  readonly mayBegin?: (inHand: ChangeInHand) => Promise<boolean>;
  readonly heldBefore?: ReadonlySet<string> | undefined;
}

/** Changes whose keys stay in memory. */
const MAX_IN_MEMORY = 4;

export async function journalOf(changes: ChangesOfWindow): Promise<Journal> {
  if (changes.storage?.scheme === 'file') return createJournal(path.join(changes.storage.fsPath, 'keyWork'), tellMoved);
  changes.temporary ??= mkdtemp(path.join(os.tmpdir(), 'flag-admin-'));
  return createJournal(await changes.temporary);
}

function tellMoved(count: number, folder: string): void {
  tellRefusal(
    count === 1
      ? t('An upload or removal that another version of Flag Admin kept can’t be resumed or undone here. Its record is now in {0}.', folder)
      : t('{0} uploads or removals that another version of Flag Admin kept can’t be resumed or undone here. Their records are now in {1}.', formatNumber(count), folder), // prettier-ignore
  );
}

/** Of those whose keys are in a file, where they can be read again, the oldest go first. */
export function holdKeys({ keys }: ChangesOfWindow, { id, source }: KeyChange, own: KeysInMemory): void {
  keys.delete(id);
  keys.set(id, own);
  const others = [...keys.keys()].filter((one) => one !== id);
  const inFile = others.filter((one) => inFiles.has(keys.get(one)!));
  if (source.uri !== undefined) inFiles.add(own);
  const going = [...inFile, ...others.filter((one) => !inFile.includes(one))].slice(0, Math.max(0, keys.size - MAX_IN_MEMORY));
  for (const one of going) keys.delete(one);
}
const inFiles = new WeakSet<KeysInMemory>();

/** The id of a change that a command was called with (`{change: id}`), or undefined: any extension may call it with anything. */
export function changeFrom(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('change' in argument)) return undefined;
  return typeof argument.change === 'string' ? argument.change : undefined;
}

/**
 * The keys of a change again. 'file': as its file has them now, to go on with it; 'window': those that this window still has come
 * first, to undo what was done with them. 'gone' = they are in no file, and the window that had them is no more; undefined = the
 * user was told why the file can't be read.
 */
export async function keysAgain(
  deps: SegmentsDeps,
  change: KeyChange,
  from: 'file' | 'window',
): Promise<readonly string[] | 'gone' | undefined> {
  const { id, kind, source } = change;
  if (kind === 'undo') return keysOfUndoAgain(deps, change);
  const own = deps.changes.keys.get(id)?.keys;
  if (source.uri === undefined) return own ?? 'gone';
  if (own && from === 'window') return own;
  const list = (await findKeysAgain(source.uri, source.form))?.keys;
  if (!list || kind !== 'equal') return list;
  const changed = source.list && (await listChanged(source.list, list));
  if (!changed) return own ?? 'gone';
  tellRefusal(resumeRefusal(changed, change), ...againSteps(change));
  return undefined;
}

async function keysOfUndoAgain(deps: SegmentsDeps, undo: KeyChange): Promise<readonly string[] | 'gone' | undefined> {
  const own = deps.changes.keys.get(undo.id)?.keys;
  if (own) return own;
  const undone = await (await journalOf(deps.changes)).read(undo.source.undoes ?? '');
  const keys = undone ? await keysAgain(deps, undone, 'window') : 'gone';
  if (!undone || keys === undefined || keys === 'gone') return keys;
  return (await keysOfUndo(undo, undone, keys)) ?? 'gone';
}

/** A change with what was decided elsewhere on its change requests. One that can't be read now stays as it is known. */
export async function withDecisions(deps: SegmentsDeps, connected: Connected, change: KeyChange): Promise<KeyChange> {
  if (whyNotHere(change, connected) !== undefined || !isOpen(change)) return change;
  const { change: now } = await nextPart(connected.client, change).catch(() => ({ change }));
  return now === change ? now : saveDecided(await journalOf(deps.changes), now);
}

/** True if the user goes on where the journal can't be written, knowing that nothing of it can be resumed or undone. */
export async function confirmUnkept(error: unknown): Promise<boolean> {
  const reason = error instanceof Error ? error.message : String(error);
  return confirm(
    t('How far it comes can’t be written down.'),
    t('{0}\n\nIf it stops half way, it can’t be resumed, and it can’t be undone. The keys can be sent all the same.', reason),
    t('Send All the Same'),
  );
}
