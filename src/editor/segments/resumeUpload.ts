/**
 * Resume Upload…: asks for a change. Either checks that its keys are still the same, and sends the rest or submits the next
 * part; or discards the change.
 */
import * as vscode from 'vscode';
import type { Journal } from '../../operations/keys/journal.ts';
import { isResumable, areAllPartsWaiting, type KeyChange } from '../../operations/keys/keyChange.ts';
import { changedSegmentId } from '../../operations/keys/startChange.ts';
import { discardChange, lastChanges, undoOf } from '../../operations/keys/undo.ts';
import { askChoice, back, type Answer, type Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { makeChange } from '../changes/makeChange.ts';
import { connectedToChange } from '../ask/permit.ts';
import { runStep, tellDone, tellRefusal } from '../window/notifications.ts';
import { changeFrom, journalOf, keysToResume } from './changes.ts';
import { chooseChange } from './chooseChange.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { remainingChange } from './changeOfKeys.ts';
import {
  busySentence,
  sourceChangedSentence,
  changeTitle,
  keysLostSentence,
  obstacleWords,
  progressSentence,
  resumeLabel,
  changesKeptWords,
  otherConnectionSentence,
} from './messages.ts';
import { repeatSteps, newChangeSteps } from './steps.ts';
import { inPlace } from '../words/placeWords.ts';

const { t } = vscode.l10n;

/** Resumes a change. The argument may name the change (from the button of a message). */
export async function resumeUpload(deps: SegmentsContext, [argument]: readonly unknown[]): Promise<void> {
  const connected = await connectedToChange(deps.connections);
  if (!connected) return;
  const journal = journalOf(deps.changes);
  const asked = changeFrom(argument);
  for (;;) {
    const { resumable, running } = await unfinishedChanges(journal);
    const chosen = resumable.find(({ id }) => id === asked);
    if (resumable.length === 0 || (asked !== undefined && !chosen)) {
      const isBusy = running.some(({ id }) => asked === undefined || id === asked);
      // Says that the change is busy even if its window was closed or killed a moment ago, because that window may still hold
      // the lock.
      return tellRefusal(isBusy ? busySentence() : t('There is no unfinished upload or removal.'));
    }
    const change = chosen ?? (await chooseChange(resumable, connected));
    if (!change) return;
    const answer = await confirmResume(change, otherConnectionSentence(change, connected), !chosen);
    if (answer === back) continue;
    if (answer === 'discard') {
      if (await discardChange(journal, change.id)) tellDone(t('“{0}” is discarded.', changeTitle(change)));
      else tellRefusal(busySentence());
    }
    if (answer === 'resume') await resume(deps, connected, change);
    return;
  }
}

/**
 * Returns the unfinished changes, newest first. Excludes changes whose sent part was undone, because the rest alone is not what
 * the user wanted to send. `running`: the changes on which a different window, or a different command of this window, is
 * working.
 */
async function unfinishedChanges(
  journal: Journal,
): Promise<{ readonly resumable: readonly KeyChange[]; readonly running: readonly KeyChange[] }> {
  const changes = await journal.list();
  const unfinished = changes.filter((change) => isResumable(change) && !undoOf(changes, change));
  const isLocked = await Promise.all(unfinished.map(({ id }) => journal.isLocked(id)));
  return {
    resumable: unfinished.filter((_, index) => !isLocked[index]),
    running: unfinished.filter((_, index) => isLocked[index]),
  };
}

/**
 * Asks whether to resume or discard the change. `elsewhere`: why the change can only be discarded here. Undefined = it can be
 * resumed.
 */
async function confirmResume(
  change: KeyChange,
  elsewhere: string | undefined,
  canGoBack: boolean,
): Promise<Answer<'resume' | 'discard'>> {
  const onward: Option<'resume'> = {
    label: resumeLabel(change),
    detail: [progressSentence(change), t('From {0}', change.source.description)].join('. '),
    icon: new vscode.ThemeIcon('debug-continue'),
    value: 'resume',
  };
  const discard: Option<'discard'> = {
    label: t('Discard the rest'),
    detail: [elsewhere, changesKeptWords()].filter(Boolean).join(' '),
    icon: new vscode.ThemeIcon('trash'),
    value: 'discard',
  };
  return askChoice<'resume' | 'discard'>({
    title: inPlace(changeTitle(change), change.target),
    canGoBack,
    placeholder: t('What do you want to do with the rest of this change?'),
    options: elsewhere === undefined ? [onward, discard] : [discard],
  });
}

async function resume(deps: SegmentsContext, connected: Connected, change: KeyChange): Promise<void> {
  // Plans the change again if it depends on the segment's content. That is the case for a change that makes the segment equal
  // to a list, and for an undo that has not sent anything.
  const isUndo = change.kind === 'undo';
  const [planAnew] = change.kind === 'equal' || (isUndo && areAllPartsWaiting(change)) ? repeatSteps(change) : [];
  if (planAnew) return runStep(planAnew);
  const last = isUndo ? lastChanges(await journalOf(deps.changes).list()) : [];
  const after = last.find((one) => changedSegmentId(one) === changedSegmentId(change) && one.id !== change.source.undoes);
  if (after) return tellRefusal(...obstacleWords({ code: 'changedSince', after }, change));
  const keys = change.kind === 'equal' ? 'gone' : await keysToResume(deps, change);
  if (keys === undefined) return undefined;
  if (keys === 'gone') return tellRefusal(keysLostSentence(change), ...newChangeSteps(change));
  // An undo that has sent a part can't be planned again.
  if ('code' in keys) return tellRefusal(sourceChangedSentence(keys, change), ...(isUndo ? [] : repeatSteps(change)));
  await makeChange(deps, remainingChange(deps, { connected, change, keys }));
}
