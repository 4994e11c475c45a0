/** Why a work can't be undone now. Asked before the questions, and again after the last of them: other windows go on meanwhile. */
import * as vscode from 'vscode';
import type { KeyJournal } from '../../../operations/keyWork/keyJournal.ts';
import { goesByRequest, hasBegun, isBehind, isUnfinished, isWhole, type KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { othersAt, placeMark, undoable, undosOf, type Undoable } from '../../../operations/keyWork/undoable.ts';
import { changedNothing, mayUndo } from '../../../operations/keyWork/undoPlan.ts';
import { commandStep, type NextStep } from '../../tell.ts';
import { planSentence } from './planWords.ts';
import { resumeStep } from './steps.ts';

const { t } = vscode.l10n;

export interface Obstacle {
  readonly sentence: string;
  readonly steps: readonly NextStep[];
}

/** `own` is the id of the undo that is to begin, for which the work is claimed. Undefined = nothing is in the way. */
export async function undoObstacle(journal: KeyJournal, work: KeyWork, own?: string): Promise<Obstacle | undefined> {
  const works = await journal.list();
  const known = undoable(works);
  if (!known.last.some(({ id }) => id === work.id)) return { sentence: whyNotUndone(work.id, works, known), steps: [] };
  const begun = undosOf(works, work).find((undo) => undo.id !== own && isQueued(undo));
  if (begun) return queuedUndo(begun);
  for (const other of othersAt(works, work)) {
    const isOurs = own !== undefined && (other.id === own || other.id === work.id);
    if (!isOurs && (await journal.isRunning(other.id))) return busy(work);
  }
  const isClaimed = own === undefined && (await journal.isRunning(work.id));
  const kept = works.find(({ id }) => id === work.id);
  // How far it is changed back is looked at above: the undo that is to begin has put that down itself.
  return isClaimed || isBehind(work, kept && { parts: kept.parts }) ? busy(work) : undefined;
}

export const busy = ({ target }: KeyWork): Obstacle => ({
  sentence: t(
    'Another window is changing the keys of {0} just now. Nothing was undone from here: try again when it has ended.',
    target.name,
  ),
  steps: [],
});

/** What came after a work builds on it, and what is undone is as it was: doing it twice would take away what others have added since. */
export function whyNotUndone(id: string, works: readonly KeyWork[], { undone, done, last }: Undoable): string {
  if (undone.has(id)) return t('It is undone already.');
  const work = works.find((one) => one.id === id);
  if (!work || work.kind === 'undo' || !hasBegun(work)) return t('What was to be undone is no longer known here.');
  const { name, environment } = work.target;
  const place = placeMark(work);
  if (changedNothing(work) || !done.includes(work)) return planSentence({ code: 'nothingToUndo' }, name, work.source.description);
  const after = last.find((one) => placeMark(one) === place);
  return after && !mayUndo(after)
    ? t(
        'Keys of {0} in {1} were changed from here after it, and that can’t be undone, so this can’t be either.',
        name,
        environment.name,
      )
    : t('Keys of {0} in {1} were changed from here after it. Undo that first.', name, environment.name);
}

/** Why an undo that goes part by part can't go on: what came after its first part may have sent some of its keys anew. */
export async function changedSince(journal: KeyJournal, undo: KeyWork): Promise<Obstacle | undefined> {
  const { last } = undoable(await journal.list());
  const place = placeMark(undo);
  const newest = last.find((work) => placeMark(work) === place);
  if (!newest || newest.id === undo.source.undoes) return undefined;
  const { name, environment } = undo.target;
  return {
    sentence: t(
      'Keys of {0} in {1} were changed from here since the undo was begun, so nothing more of it was sent. Undo that first, or discard the rest of this undo.',
      name,
      environment.name,
    ),
    steps: [commandStep(t('Undo…'), 'flagAdmin.segment.undoLast', { work: newest.id })],
  };
}

/** Change requests go on as they are: a second undo would take away what others have added since the first part. */
const isQueued = (undo: KeyWork): boolean => goesByRequest(undo) && !isWhole(undo) && (isUnfinished(undo) || hasBegun(undo));

function queuedUndo(undo: KeyWork): Obstacle {
  const { name } = undo.target;
  const open = undo.parts.find(({ state }) => state === 'open');
  if (open?.requestId !== undefined && undo.parts.length === 1) {
    return {
      sentence: t('The undo of {0} is a change request that waits for an approval.', name),
      steps: [commandStep(t('Review'), 'flagAdmin.changeRequest.open', open.requestId)],
    };
  }
  return {
    sentence: t('The undo of {0} was begun as change requests. Go on with that, or discard it.', name),
    steps: [resumeStep(undo)],
  };
}
