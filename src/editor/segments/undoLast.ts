/** Undo Last Upload or Removal…: which work → its inverse as a plan → directly or as a change request. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../domain/keys/keyPlan.ts';
import type { KeyJournal } from '../../operations/keyWork/keyJournal.ts';
import { heldBits } from '../../operations/keyWork/heldBefore.ts';
import type { KeyWork } from '../../operations/keyWork/keyWork.ts';
import { segmentMark } from '../../operations/keyWork/startKeyWork.ts';
import { placeMark, sentSince, undoable, undosOf } from '../../operations/keyWork/undoable.ts';
import { isAnswerLost, settled, withUndone, type Settled } from '../../operations/keyWork/undone.ts';
import { undoPlan } from '../../operations/keyWork/undoPlan.ts';
import { discardWork, keepSettled, keepUndo } from '../../operations/keyWork/updateWork.ts';
import type { Connected } from '../connected.ts';
import { requireWritable } from '../permit.ts';
import { segmentFrom } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { confirmUndo } from './confirmUndo.ts';
import type { SegmentsDeps } from './index.ts';
import { carryOut } from './work/carryOut.ts';
import { chooseWork } from './work/chooseWork.ts';
import { countHeld, readHeld, readState } from './work/held.ts';
import { planSentence } from './work/planWords.ts';
import { compareStep } from './work/resumeWords.ts';
import { showKeysStep, targetOf, undoSteps } from './work/steps.ts';
import { whyNotHere } from './work/unfinished.ts';
import { staysSentence, undoRefusal } from './work/undoRefusal.ts';
import { busy, undoObstacle, whyNotUndone, type Obstacle } from './work/undoObstacle.ts';
import { upToDate } from './work/upToDate.ts';
import { journalOf, workFrom } from './work/workRoom.ts';
import { keysAgain } from './work/workSource.ts';
import { nameOf } from './work/workWords.ts';
import { keysWords } from '../requestWords.ts';

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
  const journal = await journalOf(deps.room);
  const obstacle = await undoObstacle(journal, work);
  if (obstacle) return tellObstacle(obstacle);
  const target = targetOf(work);
  const state = await readState(connected, target);
  if (!state) {
    return tellRefusal(
      t('{0} is not active in {1} any more, so there is nothing to undo.', target.name, target.environment.name),
    );
  }
  const { count: held, openRequestId } = state;
  const keys = await keysAgain(deps, connected, work, 'window');
  if (keys === undefined) return undefined;
  if (keys === 'gone') {
    return tellRefusal(t('The keys came from {0} and were in no file, so it can’t be undone any more.', work.source.description));
  }
  const works = await journal.list();
  const known = withUndone(work, undosOf(works, work));
  const judged = isAnswerLost(known) ? await judge(connected, known, keys) : { work: known, stays: 0, again: 0 };
  if (!judged) return undefined;
  const plan = await undoPlan(judged.work, keys, held);
  if (!plan.ok && plan.refusal.code === 'nothingToUndo') return tellNothingLeft(journal, known, judged);
  if (!plan.ok) return tellRefusal(undoRefusal(plan.refusal, judged.work), ...compareStep(work));
  const { texts, learnt } = deps;
  const answer = await confirmUndo({
    connected,
    judged,
    plan,
    held,
    openRequestId,
    since: sentSince(works, work),
    learnt,
    texts,
  });
  if (typeof answer !== 'object') return undefined;
  // Where nothing can be written there is no claim either: what is sent asks about that.
  const claim = await journal.claim(work.id).catch(() => 'unkept' as const);
  if (!claim) return tellObstacle(busy(work));
  try {
    await carryOut(deps, {
      kind: 'undo',
      connected,
      target,
      source: { ...work.source, undoes: work.id, undoing: await heldBits(keys, keysIn(plan)) },
      batches: plan.batches,
      held,
      way: answer.way,
      comment: answer.comment,
      suggestedComment: t('Undo: {0}.', nameOf(work)),
      mayBegin: mayBegin({ connected, journal, work, known, judged, held }),
    });
  } finally {
    await keepUndo(journal, work.id).catch(() => undefined);
    if (claim !== 'unkept') await claim.release();
  }
}

const keysIn = ({ batches }: KeyPlan): ReadonlySet<string> => new Set(batches.flatMap(({ keys }) => keys));

/** What became of what was on its way, by what the segment holds now. Undefined = the user was told why that can't be read, or gave it up. */
async function judge(connected: Connected, work: KeyWork, keys: readonly string[]): Promise<Settled | undefined> {
  const held = await readHeld(connected, targetOf(work));
  return held && settled(work, keys, held);
}

async function tellNothingLeft(journal: KeyJournal, known: KeyWork, { work, stays }: Settled): Promise<void> {
  if (stays > 0) return tellRefusal(staysSentence(work, stays), showKeysStep(work));
  if (known.undone === undefined && known.undoing === undefined) {
    return tellRefusal(planSentence({ code: 'nothingToUndo' }, work.target.name, work.source.description));
  }
  const claim = await journal.claim(work.id);
  if (!claim) return tellObstacle(busy(work));
  try {
    await keepSettled(journal, work, true);
  } finally {
    await claim.release();
  }
  return tellRefusal(t('It is undone already.'));
}

interface Planned {
  readonly connected: Connected;
  readonly journal: KeyJournal;
  readonly work: KeyWork;
  /** With what was changed back before. */
  readonly known: KeyWork;
  readonly judged: Settled;
  /** The number of keys that it was planned for. */
  readonly held: number;
}

/** Whether all is still as it was when the questions were asked. What has begun goes on, unless another work came in between. */
function mayBegin({ connected, journal, work, known, judged, held }: Planned): (undo: KeyWork) => Promise<boolean> {
  let hasBegun = false;
  return async ({ id: undo }) => {
    const obstacle = await undoObstacle(journal, work, undo);
    if (obstacle) {
      tellObstacle(obstacle);
      return false;
    }
    if (hasBegun) return true;
    const now = await countHeld(connected, targetOf(work));
    if (now !== held) {
      tellRefusal(
        t(
          'Somebody has changed {0} meanwhile: it held {1}, and holds {2} now. Nothing was undone: look at it again.',
          work.target.name,
          keysWords(held),
          keysWords(now ?? 0),
        ),
        ...undoSteps(work),
      );
      return false;
    }
    if (await isFurther(journal, known)) {
      tellObstacle(busy(work));
      return false;
    }
    // An undo that was left half way is planned anew: the segment may have changed since. How far it came is kept with the work.
    await keepUndo(journal, work.id, true);
    for (const one of undosOf(await journal.list(), work)) {
      if (one.id !== undo && !(await discardWork(journal, one.id))) {
        tellObstacle(busy(work));
        return false;
      }
    }
    await keepSettled(journal, judged.work);
    hasBegun = true;
    return true;
  };
}

/** True if another window has changed back some of it since this one was planned. */
async function isFurther(journal: KeyJournal, { id, undone, undoing }: KeyWork): Promise<boolean> {
  const works = await journal.list();
  const kept = works.find((work) => work.id === id);
  const now = kept && withUndone(kept, undosOf(works, kept));
  return now !== undefined && (now.undone !== undone || now.undoing !== undoing);
}

const tellObstacle = ({ sentence, steps }: Obstacle): void => tellRefusal(sentence, ...steps);

/** The last one of each segment, newest first: what came before it can't be undone without undoing it. */
async function workToUndo(deps: SegmentsDeps, connected: Connected, argument: unknown): Promise<KeyWork | undefined> {
  const named = workFrom(argument);
  const all = await (await journalOf(deps.room)).list();
  const works = await Promise.all(all.map((work) => upToDate(deps, connected, work)));
  const known = undoable(works);
  const { last } = known;
  if (named !== undefined) {
    const work = last.find(({ id }) => id === named);
    if (!work) tellRefusal(whyNotUndone(named, works, known));
    return work;
  }
  const segment = segmentFrom(argument);
  const here = segment
    ? last.filter(({ connection, target }) => segmentMark(connection.origin, target) === segmentMark(connected.origin, segment))
    : last;
  if (here.length === 0) {
    tellRefusal(
      segment
        ? t('No upload to {0} in {1} and no removal is known here that could be undone.', segment.name, segment.environment.name)
        : t('No upload and no removal is known here that could be undone.'),
    );
    return undefined;
  }
  if (segment) {
    const place = placeMark({ connection: connected, target: segment });
    // Of another sandbox at this address it is said why it can't be undone here, but never instead of one that can.
    return here.find((work) => placeMark(work) === place) ?? here[0];
  }
  return chooseWork(here, connected, { title: t('Undo Last Upload or Removal'), placeholder: t('Which one?') });
}
