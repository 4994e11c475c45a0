/** Resume Upload…: which work → whether its keys are still the same → send the rest, or submit the next part; or discard it. */
import * as vscode from 'vscode';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import { goesByRequest, type KeyWork } from '../../operations/keyWork/keyWork.ts';
import { withPartAgain } from '../../operations/keyWork/requestQueue.ts';
import { resumeCheck } from '../../operations/keyWork/resumeCheck.ts';
import { undoOf, undosOf } from '../../operations/keyWork/undoable.ts';
import { discardWork } from '../../operations/keyWork/updateWork.ts';
import { back } from '../ask.ts';
import type { Connected } from '../connected.ts';
import { keyForAction } from '../keyForAction.ts';
import { askPermit, requireWritable } from '../permit.ts';
import { tellDone, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import type { SegmentsDeps } from './index.ts';
import { chooseWork, confirmResume } from './work/chooseWork.ts';
import { mayMakeEqual } from './work/mayMakeEqual.ts';
import { compareStep, resumeRefusal, uploadAgainStep } from './work/resumeWords.ts';
import { proposeNext } from './work/proposeNext.ts';
import { send } from './work/send.ts';
import { unfinishedWorks, whyNone, whyNotHere } from './work/unfinished.ts';
import { targetOf } from './work/steps.ts';
import { changedSince } from './work/undoObstacle.ts';
import { upToDate } from './work/upToDate.ts';
import { journalOf, workFrom } from './work/workRoom.ts';
import { keysAgain, keysOfUndo } from './work/workSource.ts';
import { actionTitle, nameOf } from './work/workWords.ts';

const { t } = vscode.l10n;

/** The argument may name a work, as the button of a message does. */
export async function resumeUpload(deps: SegmentsDeps, [argument]: readonly unknown[]): Promise<void> {
  if (!requireTrust()) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const journal = await journalOf(deps.room);
  const asked = workFrom(argument);
  for (;;) {
    const named = asked === undefined ? undefined : await journal.read(asked);
    if (named && (await tellUndone(deps, connected, named))) return;
    const works = await unfinishedWorks(journal);
    if (works.length === 0) {
      tellRefusal(await whyNone(journal, asked));
      return;
    }
    const left = works.find(({ id }) => id === asked);
    if (asked !== undefined && !left) {
      tellRefusal(await whyNone(journal, asked));
      return;
    }
    const work = left ?? (await chooseWork(works, connected));
    if (!work || (!left && (await tellUndone(deps, connected, work)))) return;
    const refusal = whyNotHere(work, connected);
    const answer = await confirmResume(work, refusal, !left);
    if (answer === back) continue;
    if (answer === 'discard') {
      if (await discardWork(journal, work.id)) tellDone(t('{0} is discarded. What was done of it stays.', nameOf(work)));
      else tellRefusal(t('Another window is at it: nothing was discarded.'));
    }
    if (answer === 'switch') await vscode.commands.executeCommand('flagAdmin.connection.switch');
    if (answer === 'resume') await resume(deps, connected, work);
    if (answer === 'again') await resume(deps, connected, withDeclinedAgain(work));
    return;
  }
}

/** True if the user was told that it is changed back, or waits to be: what is left of it would be less than what was to be sent. */
async function tellUndone(deps: SegmentsDeps, connected: Connected, work: KeyWork): Promise<boolean> {
  const journal = await journalOf(deps.room);
  const undos = undosOf(await journal.list(), work);
  const known = await Promise.all(undos.map((undo) => upToDate(deps, connected, undo)));
  const isWaiting = known.some(({ parts }) => parts.some(({ state }) => state === 'open'));
  if (!isWaiting && undoOf(await journal.list(), work) === undefined) return false;
  tellRefusal(
    isWaiting
      ? t('The undo of {0} is a change request that waits for an approval. Nothing was sent.', work.target.name)
      : t('{0} was undone, or the undo of it was begun, so the rest alone isn’t sent.', nameOf(work)),
    ...uploadAgainStep(work),
  );
  return true;
}

const withDeclinedAgain = (work: KeyWork): KeyWork =>
  withPartAgain(
    work,
    work.parts.findIndex(({ state }) => state === 'declined'),
  );

/** Other windows, and other works of this one, may have come between the parts of an undo. */
async function mayGoOn(deps: SegmentsDeps, undo: KeyWork): Promise<boolean> {
  const obstacle = await changedSince(await journalOf(deps.room), undo);
  if (obstacle) tellRefusal(obstacle.sentence, ...obstacle.steps);
  return obstacle === undefined;
}

async function resume(deps: SegmentsDeps, connected: Connected, work: KeyWork): Promise<void> {
  // What is to be as it was before is planned anew: the segment may have changed since. Its change requests go on as they are.
  if (work.kind === 'undo' && work.source.undoes !== undefined && !goesByRequest(work)) {
    await vscode.commands.executeCommand('flagAdmin.segment.undoLast', { work: work.source.undoes });
    return;
  }
  // The same for a segment that was to be made equal: the label says so.
  const [compareAgain] = work.kind === 'equal' && !goesByRequest(work) ? compareStep(work) : [];
  if (compareAgain) {
    await compareAgain.run();
    return;
  }
  const isOpen = work.parts.some(({ state }) => state === 'open');
  if (work.kind === 'undo' && !isOpen && !(await mayGoOn(deps, work))) return;
  const keys = work.kind === 'undo' ? await keysOfUndo(deps, connected, work) : await keysAgain(deps, connected, work, 'file');
  if (keys === undefined) return;
  if (keys === 'gone') {
    tellRefusal(
      t(
        'The keys came from {0} and were in no file, so the rest can’t be sent. Upload the list again: keys that are there already don’t count twice.',
        work.source.description,
      ),
    );
    return;
  }
  const check = await resumeCheck(work, keys);
  if (!check.ok) {
    const isEqual = check.refusal.code === 'compareAgain';
    tellRefusal(resumeRefusal(check.refusal, work), ...(isEqual ? compareStep(work) : uploadAgainStep(work)));
    return;
  }
  const byRequest = goesByRequest(work);
  const able = await keyForAction({
    ...deps,
    abilities: createKeyAbilities(deps.memory),
    connected,
    ability: byRequest ? 'submit' : 'change',
    environment: work.target.environment,
    title: actionTitle(work),
  });
  if (!able) return;
  const inHand = {
    connected: able,
    work,
    keys,
    ...(work.kind === 'undo' && { mayBegin: () => mayGoOn(deps, work) }),
    ...(work.kind === 'equal' && { mayBegin: mayMakeEqual(able, keys) }),
  };
  if (byRequest) return proposeNext(deps, inHand, false);
  const { workspace, environment } = targetOf(work);
  const permit = await askPermit(able, { workspaceId: workspace.id, environment }, actionTitle(work));
  if (permit) await send(deps, inHand, permit);
}
