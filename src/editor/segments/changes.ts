/** The key changes of this window: its journal, and the keys of those that can still be resumed or undone. */
import * as vscode from 'vscode';
import { openJournal, type Journal } from '../../operations/keys/journal.ts';
import type { Contents } from '../../operations/keys/expected.ts';
import { hasOpenPart, isLeft, isUntouched, type KeyChange } from '../../operations/keys/keyChange.ts';
import { nextPart, saveDecided } from '../../operations/keys/requestParts.ts';
import { placeMark } from '../../operations/keys/startChange.ts';
import { discardChange, keysOfUndo } from '../../operations/keys/undo.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import { sendSegmentActivation } from '../../operations/segments/segmentActivation.ts';
import { ageInWords } from '../words/requestWords.ts';
import { askChoice, type Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { isObject, type SegmentTarget } from '../window/target.ts';
import type { ChangesOfWindow, SegmentsContext } from './context.ts';
import { changeTitle, placeLabel, progressSentence, whyNotHere } from './messages.ts';
import { findKeysAgain } from './source/findKeys.ts';

const { t } = vscode.l10n;

/** A change that is begun, and what it needs to go on. */
export interface BegunChange {
  readonly connected: Connected;
  readonly change: KeyChange;
  readonly keys: readonly string[];
  readonly suggestedComment?: string;
  /** What the segment contained when the user was asked. */
  readonly planned?: Contents | undefined;
  /** The segment is not active yet: allows to activate it before the first part is sent. */
  readonly activation?: WritePermit | undefined;
}

/** Changes whose keys stay in memory. */
const MAX_IN_MEMORY = 4;

export const journalOf = ({ storage }: ChangesOfWindow): Journal => openJournal(storage.fsPath);

/** Of those whose keys are in a file, where they can be read again, the oldest go first. */
export function keepKeys({ keys }: ChangesOfWindow, { id, source }: KeyChange, own: readonly string[]): void {
  keys.set(id, { keys: own, isInFile: source.uri !== undefined });
  const inOrder = [...keys].toSorted(([, one], [, other]) => Number(other.isInFile) - Number(one.isInFile));
  for (const [old] of inOrder.slice(0, -MAX_IN_MEMORY)) keys.delete(old);
}

/** The id of a change that a command was called with (`{change: id}`), or undefined: any extension may call it with anything. */
export const changeFrom = (argument: unknown): string | undefined =>
  isObject(argument) && typeof argument.change === 'string' ? argument.change : undefined;

/**
 * The keys of a change again. 'file': as its file has them now, to go on with it; 'window': those that this window still has come
 * first, to undo what was done with them. 'gone' = they are in no file, and the window that had them is no more; undefined = the
 * file can't be read, and a message says why.
 */
export async function keysAgain(
  deps: SegmentsContext,
  change: KeyChange,
  from: 'file' | 'window',
): Promise<readonly string[] | 'gone' | undefined> {
  const own = deps.changes.keys.get(change.id)?.keys;
  const { uri, form, undoes } = change.source;
  if (undoes !== undefined) {
    const undone = own ? undefined : await journalOf(deps.changes).read(undoes);
    const keys = undone ? await keysAgain(deps, undone, 'window') : 'gone';
    return own ?? (typeof keys === 'object' && undone ? ((await keysOfUndo(change, undone, keys)) ?? 'gone') : keys);
  }
  if (own && (from === 'window' || uri === undefined)) return own;
  return uri === undefined ? 'gone' : findKeysAgain(uri, form);
}

/** A change with what was decided elsewhere on its change requests. One that can't be read now stays as it is known. */
export async function withDecisions(deps: SegmentsContext, connected: Connected, change: KeyChange): Promise<KeyChange> {
  if (whyNotHere(change, connected) !== undefined || !hasOpenPart(change)) return change;
  const { change: now } = await nextPart(connected.client, change).catch(() => ({ change }));
  return now === change ? now : saveDecided(journalOf(deps.changes), now);
}

/**
 * Reads what was decided on the open change request of a segment, before another change of the segment is sent: after that,
 * nobody could prove which keys were there after the first one.
 */
export async function readDecisionsOn(deps: SegmentsContext, connected: Connected, target: SegmentTarget): Promise<void> {
  const mark = placeMark({ connection: connected, target });
  for (const change of await journalOf(deps.changes).list()) {
    // A journal that can't be written is reported when the new change is saved.
    if (placeMark(change) === mark) await withDecisions(deps, connected, change).catch(() => undefined);
  }
}

/** Before the first part is sent: activates the segment, and discards what `change` replaces. */
export async function prepareSegment(
  journal: Journal,
  { client }: Connected,
  change: KeyChange,
  activation: WritePermit | undefined,
): Promise<void> {
  const { environment, name } = change.target;
  if (activation) await sendSegmentActivation(client, { environmentId: environment.id, segmentName: name }, activation);
  if (!isUntouched(change) || (change.kind !== 'equal' && change.kind !== 'undo')) return;
  // A change that was planned from what the segment contained, and left half way, is planned anew with this one.
  const mark = placeMark(change);
  for (const one of await journal.list()) {
    const isEarlier = one.id !== change.id && one.kind === change.kind && placeMark(one) === mark;
    if (isEarlier && isLeft(one) && !hasOpenPart(one)) await discardChange(journal, one.id).catch(() => false);
  }
}

/** Which of several. Undefined = the user walked away. Those of other connections come last. */
export async function chooseChange(
  changes: readonly KeyChange[],
  connected: Connected,
  { title = t('Resume Upload') } = {},
): Promise<KeyChange | undefined> {
  const isOwn = (change: KeyChange): boolean => whyNotHere(change, connected) === undefined;
  const others = changes.filter((change) => !isOwn(change));
  const answer = await askChoice<KeyChange>({
    title,
    isFirstActive: true,
    placeholder: t('Which one?'),
    options: [
      ...changes.filter(isOwn).map((change) => optionFor(change)),
      ...(others.length > 0 ? [{ separator: t('other connections') }] : []),
      ...others.map((change) => optionFor(change, change.connection.name)),
    ],
  });
  return typeof answer === 'symbol' ? undefined : answer;
}

const optionFor = (change: KeyChange, connection?: string): Option<KeyChange> => ({
  label: changeTitle(change),
  description: [connection, placeLabel(change.target)].filter(Boolean).join(' · '),
  detail: [change.source.description, ageInWords(change.endedAt ?? change.startedAt), progressSentence(change)].join(' · '),
  icon: new vscode.ThemeIcon(change.way === 'request' ? 'git-pull-request' : 'cloud-upload'),
  value: change,
});
