/** Undo Last Upload or Removal…: which work → its inverse as a plan → directly or as a change request. */
import * as vscode from 'vscode';
import { goesByRequest, isUnfinished, keysDone, type KeyWork } from '../../operations/keyWork/keyWork.ts';
import { nextPart } from '../../operations/keyWork/requestQueue.ts';
import { undoPlan, type UndoPlan } from '../../operations/keyWork/undoPlan.ts';
import { discardWork, keepDecided } from '../../operations/keyWork/updateWork.ts';
import type { Connected } from '../connected.ts';
import { commands } from '../names.ts';
import { requireWritable } from '../permit.ts';
import { formatNumber } from '../requestWords.ts';
import { segmentFrom, type SegmentTarget } from '../target.ts';
import { commandStep, tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { confirmUndo } from './confirmUndo.ts';
import type { SegmentsDeps } from './index.ts';
import { strangerTo } from './work/belongs.ts';
import { carryOut } from './work/carryOut.ts';
import { chooseWork } from './work/chooseWork.ts';
import { countHeld } from './work/held.ts';
import { planSentence } from './work/planWords.ts';
import { changedSentence, compareStep } from './work/resumeWords.ts';
import { targetOf } from './work/steps.ts';
import { whyNotHere } from './work/unfinished.ts';
import { journalOf, workFrom } from './work/workRoom.ts';
import { keysAgain } from './work/workSource.ts';
import { nameOf } from './work/workWords.ts';

const { t } = vscode.l10n;

/** The argument may name a work, as the button of a message does, or a segment, as its node does. */
export async function undoLast(deps: SegmentsDeps, [argument]: readonly unknown[]): Promise<void> {
  if (!requireTrust()) return;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return;
  const work = await workToUndo(deps, connected, argument);
  if (!work) return;
  const elsewhere = whyNotHere(work, connected);
  if (elsewhere !== undefined) return tellRefusal(t('{0}.', elsewhere));
  const target = targetOf(work);
  const held = await countHeld(connected, target);
  if (held === undefined) {
    return tellRefusal(
      t('{0} is not active in {1} any more, so there is nothing to undo.', target.name, target.environment.name),
    );
  }
  const keys = await keysAgain(deps, connected, work, 'window');
  if (keys === undefined) return undefined;
  if (keys === 'gone') {
    return tellRefusal(t('The keys came from {0} and were in no file, so it can’t be undone any more.', work.source.description));
  }
  const plan = await undoPlan(work, keys, held);
  if (!plan.ok) return tellRefusal(undoRefusal(plan.refusal, work), ...compareStep(work));
  const { texts, learnt } = deps;
  const answer = await confirmUndo({ connected, work, plan, held, learnt, texts });
  if (typeof answer !== 'object') return undefined;
  const { source } = work;
  // An undo that was left half way is planned anew: the segment may have changed since.
  if (!(await dropUnfinishedUndo(deps, work.id))) {
    return tellRefusal(t('Another window is at the undo of it. Nothing was changed from here.'));
  }
  return carryOut(deps, {
    kind: 'undo',
    connected,
    target,
    source: { ...source, undoes: work.id },
    batches: plan.batches,
    held,
    way: answer.way,
    comment: answer.comment,
    suggestedComment: t('Undo: {0}.', nameOf(work)),
  });
}

/** False if another window is at one. */
async function dropUnfinishedUndo(deps: SegmentsDeps, undoes: string): Promise<boolean> {
  const journal = await journalOf(deps.room);
  for (const work of await journal.list()) {
    const isOne = work.kind === 'undo' && work.source.undoes === undoes && isUnfinished(work);
    if (isOne && !(await discardWork(journal, work.id))) return false;
  }
  return true;
}

/** The last one of each segment, newest first: what came before it can't be undone without undoing it. */
async function workToUndo(deps: SegmentsDeps, connected: Connected, argument: unknown): Promise<KeyWork | undefined> {
  const journal = await journalOf(deps.room);
  const named = workFrom(argument);
  const all = await journal.list();
  const works = await Promise.all(all.map((work) => upToDate(deps, connected, work)));
  const undone = new Set(
    works.flatMap((work) => (work.kind === 'undo' && !isUnfinished(work) ? (work.source.undoes ?? []) : [])),
  );
  const done = works.filter((work) => keysDone(work) > 0 && work.kind !== 'undo' && !undone.has(work.id));
  const last = done.filter((work, index) => done.findIndex((one) => isSamePlace(one, targetOf(work))) === index);
  const waiting = works.find((work) => work.kind === 'undo' && isUnfinished(work) && goesByRequest(work));
  if (waiting && last.some(({ id }) => id === waiting.source.undoes && (named === undefined || named === id))) {
    tellRefusal(
      t('The undo of {0} was begun as change requests. Go on with that, or discard it.', waiting.target.name),
      commandStep(t('Resume Upload…'), commands.resumeUpload, { work: waiting.id }),
    );
    return undefined;
  }
  if (named !== undefined) {
    const work = last.find(({ id }) => id === named);
    if (!work) tellRefusal(whyNotUndone(named, undone, done));
    return work;
  }
  const segment = segmentFrom(argument);
  const here = segment ? last.filter((work) => isSamePlace(work, segment)) : last;
  if (here.length === 0) {
    tellRefusal(
      segment
        ? t('No upload to {0} in {1} and no removal is known here that could be undone.', segment.name, segment.environment.name)
        : t('No upload and no removal is known here that could be undone.'),
    );
    return undefined;
  }
  if (segment) return here[0];
  return chooseWork(here, connected, { title: t('Undo Last Upload or Removal'), placeholder: t('Which one?') });
}

/** What came after a work builds on it, and what is undone is as it was: doing it twice would take away what others have added since. */
function whyNotUndone(id: string, undone: ReadonlySet<string>, done: readonly KeyWork[]): string {
  if (undone.has(id)) return t('It is undone already.');
  const work = done.find((one) => one.id === id);
  return work
    ? t('Keys of {0} in {1} were changed from here after it. Undo that first.', work.target.name, work.target.environment.name)
    : t('What was to be undone is no longer known here.');
}

/** What was decided elsewhere on its change requests is read first. */
async function upToDate(deps: SegmentsDeps, connected: Connected, work: KeyWork): Promise<KeyWork> {
  if (strangerTo(work, connected) || !work.parts.some(({ state }) => state === 'open')) return work;
  // One that can't be read stays as it was: it is nobody else's trouble.
  const { work: now } = await nextPart(connected.client, work).catch(() => ({ work }));
  return now === work ? now : keepDecided(await journalOf(deps.room), now);
}

const isSamePlace = ({ target }: KeyWork, { environment, name }: SegmentTarget): boolean =>
  target.environment.id === environment.id && target.name === name;

function undoRefusal(refusal: Extract<UndoPlan, { ok: false }>['refusal'], { kind, source, target }: KeyWork): string {
  if (refusal.code === 'removedGone') {
    return t(
      'The keys that were removed stood in {0} only, and the window that had them is closed or has gone on: they can’t be brought back from here, and nothing was changed.',
      target.name,
    );
  }
  if (refusal.code === 'heldUnknown' && kind === 'removal') {
    return t(
      'Of {0} keys it is not known whether {1} held them before, and undoing must not add a key that was not there. Nothing was changed. “See which of them it holds”, before the next removal, makes it possible to undo that one.',
      formatNumber(refusal.unknown),
      target.name,
    );
  }
  if (refusal.code !== 'keysChanged') return planSentence(refusal, target.name, source.description);
  return t(
    '{0} So it is not known any more which keys were sent, and nothing was changed.',
    changedSentence(refusal, source.description),
  );
}
