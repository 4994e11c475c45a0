/** Resume Upload…: which change → whether its keys are still the same → send the rest, or submit the next part; or discard it. */
import * as vscode from 'vscode';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { Journal } from '../../operations/keyChanges/journal.ts';
import {
  asRequests,
  goesByRequest,
  isLeft,
  isOpen,
  isUnfinished,
  type KeyChange,
} from '../../operations/keyChanges/keyChange.ts';
import { withDeclinedAgain } from '../../operations/keyChanges/requestParts.ts';
import { keysChanged } from '../../operations/keyChanges/startChange.ts';
import {
  changedSince,
  discardChange,
  isAnswerLost,
  undoneState,
  undosOf,
  withAnswers,
} from '../../operations/keyChanges/undo.ts';
import { askChoice, back, type Answer, type Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { keyForAction } from '../prompts/keyForAction.ts';
import { askPermit, requireWritable } from '../prompts/permit.ts';
import { tellDone, tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { chooseChange } from './chooseChange.ts';
import { changeFrom, journalOf, keysAgain, withDecisions, type ChangeInHand } from './changes.ts';
import { readAllHeld } from './heldNow.ts';
import type { SegmentsDeps } from './index.ts';
import { mayMakeEqual } from './makeEqual.ts';
import {
  actionTitle,
  againSteps,
  nameOf,
  placeOf,
  progressSentence,
  resumeLabel,
  resumeRefusal,
  showKeysStep,
  targetOf,
  undoRefusal,
  undoStep,
  whyNotHere,
} from './messages.ts';
import { proposeNext } from './proposeNext.ts';
import { send } from './sendKeys.ts';

const { t } = vscode.l10n;

/** The argument may name a change, as the button of a message does. */
export async function resumeUpload(deps: SegmentsDeps, [argument]: readonly unknown[]): Promise<void> {
  if (!requireTrust()) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const journal = await journalOf(deps.changes);
  const asked = changeFrom(argument);
  for (;;) {
    const named = asked === undefined ? undefined : await journal.read(asked);
    if (named && (await tellUndone(deps, connected, named))) return;
    const { free, running } = await changesLeft(journal);
    const left = free.find(({ id }) => id === asked);
    if (free.length === 0 || (asked !== undefined && !left)) return tellNone(running, asked);
    const change = left ?? (await chooseChange(free, connected));
    if (!change || (!left && (await tellUndone(deps, connected, change)))) return;
    const answer = await confirmResume(change, whyNotHere(change, connected), !left);
    if (answer === back) continue;
    if (answer === 'discard') {
      if (await discardChange(journal, change.id)) tellDone(t('{0} is discarded. What was done of it stays.', nameOf(change)));
      else tellRefusal(t('Another window is at it: nothing was discarded.'));
    }
    if (answer === 'switch') await vscode.commands.executeCommand('flagAdmin.connection.switch');
    if (answer === 'resume') await resume(deps, connected, change);
    if (answer === 'again') await resume(deps, connected, withDeclinedAgain(change));
    return;
  }
}

/**
 * The changes of which something is left, newest first; not those that an undo has changed back: the rest of such a one would
 * be less than what was to be sent. `running`: another window, or another command of this one, is at them.
 */
async function changesLeft(
  journal: Journal,
): Promise<{ readonly free: readonly KeyChange[]; readonly running: readonly KeyChange[] }> {
  const changes = await journal.list();
  const left = changes.filter((change) => isLeft(change) && undoneState(changes, change) === undefined);
  const isLocked = await Promise.all(left.map(({ id }) => journal.isLocked(id)));
  return { free: left.filter((_, index) => !isLocked[index]), running: left.filter((_, index) => isLocked[index]) };
}

/** A window that was closed or killed a moment ago still counts as being at its change. */
function tellNone(running: readonly KeyChange[], asked: string | undefined): void {
  const change = asked === undefined ? running[0] : running.find(({ id }) => id === asked);
  if (change) {
    return tellRefusal(
      t(
        'Another window, or this one, is still at it: {0} in {1} ({2}). If its window was closed, try again in a moment.',
        nameOf(change),
        placeOf(change.target),
        progressSentence(change),
      ),
    );
  }
  return tellRefusal(
    asked === undefined
      ? t('Nothing waits to be resumed: no upload or removal was left half way.')
      : t('It is not left half way any more: it is done, or discarded.'),
  );
}

/** True if the user was told that it is changed back, or waits to be: what is left of it would be less than what was to be sent. */
async function tellUndone(deps: SegmentsDeps, connected: Connected, change: KeyChange): Promise<boolean> {
  const journal = await journalOf(deps.changes);
  const undos = undosOf(await journal.list(), change);
  const known = await Promise.all(undos.map((undo) => withDecisions(deps, connected, undo)));
  const isWaiting = known.some(isOpen);
  if (!isWaiting && undoneState(await journal.list(), change) === undefined) return false;
  tellRefusal(
    isWaiting
      ? t('The undo of {0} is a change request that waits for an approval. Nothing was sent.', change.target.name)
      : t('{0} was undone, or the undo of it was begun, so the rest alone isn’t sent.', nameOf(change)),
    ...againSteps(change),
  );
  return true;
}

/** `again`: a part that was declined is submitted once more. */
type WhatNext = 'resume' | 'again' | 'switch' | 'discard';

/** `elsewhere` is why it can't be resumed here. */
async function confirmResume(change: KeyChange, elsewhere: string | undefined, canGoBack: boolean): Promise<Answer<WhatNext>> {
  const declined = change.parts.findIndex(({ state }) => state === 'declined');
  const again: Option<WhatNext> = {
    label: t('Submit part {0} of {1} again…', declined + 1, change.parts.length),
    detail: t('Its change request was not published'),
    icon: new vscode.ThemeIcon('git-pull-request'),
    value: 'again',
  };
  const onward: Option<WhatNext> = {
    label: resumeLabel(change),
    detail: t('From {0}', change.source.description),
    icon: new vscode.ThemeIcon('debug-continue'),
    isActive: declined < 0,
    value: 'resume',
  };
  const away: Option<WhatNext> = {
    label: t('Switch Connection…'),
    detail: elsewhere ?? '',
    icon: new vscode.ThemeIcon('arrow-swap'),
    value: 'switch',
  };
  const discard: Option<WhatNext> = {
    label: t('Discard it'),
    detail: t('It is no longer offered. What was done of it stays'),
    icon: new vscode.ThemeIcon('trash'),
    value: 'discard',
  };
  const ways = declined < 0 ? [onward] : isUnfinished(change) ? [again, onward] : [again];
  return askChoice<WhatNext>({
    title: t('{0} in {1}', nameOf(change), placeOf(change.target)),
    canGoBack,
    placeholder: progressSentence(change),
    options: [...(elsewhere === undefined ? ways : [away]), discard],
  });
}

async function resume(deps: SegmentsDeps, connected: Connected, change: KeyChange): Promise<void> {
  const byRequest = goesByRequest(change);
  const inMemory = deps.changes.keys.get(change.id);
  // A segment that was to be made equal may have changed since: only the window that compared it knows what it held.
  const [compareAgain] = change.kind === 'equal' && (!byRequest || !inMemory) ? againSteps(change) : [];
  if (compareAgain) {
    await compareAgain.run();
    return undefined;
  }
  if (change.kind === 'undo' && !isOpen(change) && !(await mayGoOn(deps, change))) return undefined;
  const keys = await keysAgain(deps, change, 'file');
  if (keys === undefined) return undefined;
  if (keys === 'gone') {
    return tellRefusal(
      t(
        'The keys came from {0} and were in no file, so the rest can’t be sent. Upload the list again: keys that are there already don’t count twice.',
        change.source.description,
      ),
    );
  }
  const changed = await keysChanged(change, keys);
  if (changed) return tellRefusal(resumeRefusal(changed, change), ...againSteps(change));
  const judged = await judgedUndo(connected, change, keys);
  if (!judged) return undefined;
  const able = await keyForAction({
    ...deps,
    abilities: createKeyAbilities(deps.memory),
    connected,
    ability: byRequest ? 'submit' : 'change',
    environment: change.target.environment,
    title: actionTitle(change),
  });
  if (!able) return undefined;
  const inHand: ChangeInHand = {
    connected: able,
    change: judged,
    keys,
    heldBefore: inMemory?.heldBefore,
    ...(change.kind === 'undo' && { mayBegin: () => mayGoOn(deps, change) }),
    ...(change.kind === 'equal' && { mayBegin: mayMakeEqual(deps) }),
  };
  if (byRequest) return proposeNext(deps, { ...inHand, change: asRequests(judged) }, false);
  const { workspace, environment } = targetOf(change);
  const permit = await askPermit(able, { workspaceId: workspace.id, environment }, actionTitle(change));
  return permit && send(deps, inHand, permit);
}

/** What an undo has taken away may have been added by somebody else since: a part whose answer was lost is looked for first. */
async function judgedUndo(connected: Connected, change: KeyChange, keys: readonly string[]): Promise<KeyChange | undefined> {
  if (change.kind !== 'undo' || goesByRequest(change) || !isAnswerLost(change)) return change;
  const heldNow = await readAllHeld(connected, targetOf(change));
  const judged = heldNow && withAnswers(change, keys, heldNow);
  if (heldNow && !judged) tellRefusal(undoRefusal({ code: 'heldMoved' }, change), showKeysStep(change));
  return judged;
}

/** Other windows, and other changes of this one, may have come between the parts of an undo. */
async function mayGoOn(deps: SegmentsDeps, undo: KeyChange): Promise<boolean> {
  const since = await changedSince(await journalOf(deps.changes), undo);
  if (!since) return true;
  const { name, environment } = undo.target;
  tellRefusal(
    t(
      'Keys of {0} in {1} were changed from here since the undo was begun, so nothing more of it was sent. Undo that first, or discard the rest of this undo.',
      name,
      environment.name,
    ),
    undoStep(since),
  );
  return false;
}
