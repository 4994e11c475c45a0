/**
 * Offers to resume interrupted changes. A window offers each change only once. Also offers to submit the next part of a change
 * when that is possible.
 */
import * as vscode from 'vscode';
import type { Journal } from '../../operations/keys/journal.ts';
import { isResumable, hasOpenPart, type KeyChange } from '../../operations/keys/keyChange.ts';
import { nextPart, saveDecidedParts, type NextPart } from '../../operations/keys/requestParts.ts';
import { undoOf } from '../../operations/keys/undo.ts';
import { after } from '../../time/clock.ts';
import type { Connected } from '../window/connected.ts';
import { keysWords, requestTitle } from '../words/requestWords.ts';
import { setContext } from '../window/command.ts';
import { contextKeys } from '../window/names.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { journalOf } from './changes.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { keysLostSentence, partlyDoneSentence, otherConnectionSentence } from './messages.ts';
import { newChangeSteps, receiptStep, resumeStep } from './steps.ts';
import { tellPublished } from './nextRequest.ts';

const { t } = vscode.l10n;

/**
 * Milliseconds until a locked change is checked again. After a reload, the previous window can take a moment to end and to
 * release its lock.
 */
const RETRY_MILLISECONDS = 5_000;
const MAX_TRIES = 3;

/**
 * Makes the offers. `decided`: the id of a change request that this window has just decided. If present, considers only the
 * change of that request. Throws the errors of the service and of the disk.
 */
export async function offerResume(deps: SegmentsContext, decided?: string): Promise<void> {
  const connected = await deps.connections.inUse();
  if (!connected || connected.isReadOnly) return;
  const journal = journalOf(deps.changes);
  const all = await journal.list();
  void setContext(contextKeys.lacksKeyChanges, all.length === 0);
  const own = all.filter((change) => otherConnectionSentence(change, connected) === undefined);
  // Leaves out changes that were undone, because nothing more of them will be sent.
  const left = own.filter((change) => isResumable(change) && !undoOf(all, change));
  if (decided === undefined) await offerToResume(deps, journal, left);
  const failures: unknown[] = [];
  for (const change of own) {
    const { parts } = change;
    const isDecided = parts.some(({ state, requestId }) => state === 'open' && requestId === decided);
    // A change with a single open request has no next part to offer, so the state of its request is not read here.
    const isNext = hasOpenPart(change)
      ? parts.length > 1
      : left.includes(change) && parts.some(({ state }) => state === 'published');
    // A request that can't be read, for example because it was deleted, must not prevent the offers for other changes.
    if (decided === undefined ? isNext : isDecided)
      await offerNext(deps, connected, journal, change).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Offers changes whose window was closed or killed. Leaves out changes that stopped or were cancelled, because the user has
 * already seen a message about these.
 */
async function offerToResume(
  deps: SegmentsContext,
  journal: Journal,
  left: readonly KeyChange[],
  tries = MAX_TRIES,
): Promise<void> {
  const { keys, offered } = deps.changes;
  const interrupted = left.filter(({ id, state }) => state === 'running' && !keys.has(id) && !offered.has(id));
  const isLocked = await Promise.all(interrupted.map(({ id }) => journal.isLocked(id)));
  const news = interrupted.filter((_, index) => !isLocked[index]);
  for (const { id } of news) offered.add(id);
  if (news[0]) tellUnfinished(news[0]);
  if (!isLocked.includes(true) || tries === 0) return;
  const again = async (): Promise<void> => {
    const changes = await Promise.all(left.map(({ id }) => journal.read(id)));
    await offerToResume(deps, journal, changes.filter((change) => change !== undefined).filter(isResumable), tries - 1);
  };
  after(RETRY_MILLISECONDS, () => void again().catch((error: unknown) => deps.log.warn(String(error))));
}

/** Reports one interrupted change, the newest. Resume Upload… lists all of them. */
function tellUnfinished(change: KeyChange): void {
  const sentence = partlyDoneSentence(change);
  return change.source.uri === undefined
    ? tellRefusal(`${sentence} ${keysLostSentence(change)}`, ...newChangeSteps(change), receiptStep(change))
    : tellDone(sentence, resumeStep(change));
}

async function offerNext(deps: SegmentsContext, { client }: Connected, journal: Journal, change: KeyChange): Promise<void> {
  const { keys, offered } = deps.changes;
  const next = await nextPart(client, change, keys.get(change.id)?.keys);
  if (next.change !== change) await saveDecidedParts(journal, next.change);
  if (next.next === 'open') return;
  const progress = `${change.id}/${JSON.stringify(next.change.parts.map(({ state }) => state))}`;
  if (offered.has(progress)) return;
  offered.add(progress);
  tellNext(next);
}

function tellNext(next: Exclude<NextPart, { next: 'open' }>): void {
  const { change } = next;
  const { parts, target } = change;
  const { length } = parts;
  // If there is a single request, its review has already reported the decision.
  if (next.next === 'done') return length > 1 ? tellPublished(change) : undefined;
  if (next.declined) {
    return tellRefusal(
      t('“{0}” was not published, so its keys are not changed in {1}.', requestTitle(next.declined), target.name),
      resumeStep(change),
    );
  }
  const published = parts.findLastIndex(({ state }) => state === 'published') + 1;
  const keys = keysWords(parts[next.index]!.count);
  return tellDone(
    t('Part {0} of {1} is published. The next part contains {2} for {3}.', published, length, keys, target.name),
    resumeStep(change),
    receiptStep(change),
  );
}
