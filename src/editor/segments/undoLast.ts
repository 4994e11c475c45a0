/** Undo Last Upload or Removal…: which work → its inverse as a plan → directly or as a change request. */
import * as vscode from 'vscode';
import type { KeyJournal } from '../../operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../operations/keyWork/keyWork.ts';
import { placeMark, undoable, undosOf } from '../../operations/keyWork/undoable.ts';
import { undoPlan, type UndoPlan } from '../../operations/keyWork/undoPlan.ts';
import { discardWork, keepUndo } from '../../operations/keyWork/updateWork.ts';
import type { Connected } from '../connected.ts';
import { requireWritable } from '../permit.ts';
import { formatNumber } from '../requestWords.ts';
import { segmentFrom } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import { requireTrust } from '../trust.ts';
import { confirmUndo } from './confirmUndo.ts';
import type { SegmentsDeps } from './index.ts';
import { keysWords } from './keysWords.ts';
import { carryOut } from './work/carryOut.ts';
import { chooseWork } from './work/chooseWork.ts';
import { countHeld } from './work/held.ts';
import { planSentence } from './work/planWords.ts';
import { changedSentence, compareStep } from './work/resumeWords.ts';
import { targetOf, undoSteps } from './work/steps.ts';
import { whyNotHere } from './work/unfinished.ts';
import { busy, undoObstacle, whyNotUndone, type Obstacle } from './work/undoObstacle.ts';
import { upToDate } from './work/upToDate.ts';
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
  const journal = await journalOf(deps.room);
  const obstacle = await undoObstacle(journal, work);
  if (obstacle) return tellObstacle(obstacle);
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
  // Where nothing can be written there is no claim either: what is sent asks about that.
  const claim = await journal.claim(work.id).catch(() => 'unkept' as const);
  if (!claim) return tellObstacle(busy(work));
  try {
    await carryOut(deps, {
      kind: 'undo',
      connected,
      target,
      source: { ...work.source, undoes: work.id },
      batches: plan.batches,
      held,
      way: answer.way,
      comment: answer.comment,
      suggestedComment: t('Undo: {0}.', nameOf(work)),
      mayBegin: mayBegin({ connected, journal, work, held }),
    });
  } finally {
    await keepUndo(journal, work.id).catch(() => undefined);
    if (claim !== 'unkept') await claim.release();
  }
}

interface Planned {
  readonly connected: Connected;
  readonly journal: KeyJournal;
  readonly work: KeyWork;
  /** The number of keys that it was planned for. */
  readonly held: number;
}

/** Whether all is still as it was when the questions were asked. What has begun goes on, unless another work came in between. */
function mayBegin({ connected, journal, work, held }: Planned): (undo: string) => Promise<boolean> {
  let hasBegun = false;
  return async (undo) => {
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
    // An undo that was left half way is planned anew: the segment may have changed since. How far it came is kept with the work.
    await keepUndo(journal, work.id);
    for (const one of undosOf(await journal.list(), work)) {
      if (one.id !== undo && !(await discardWork(journal, one.id))) {
        tellObstacle(busy(work));
        return false;
      }
    }
    hasBegun = true;
    return true;
  };
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
  const place = segment && placeMark({ connection: connected, target: segment });
  const here = segment ? last.filter((work) => placeMark(work) === place) : last;
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

function undoRefusal(refusal: Extract<UndoPlan, { ok: false }>['refusal'], work: KeyWork): string {
  const { kind, source, target, parts } = work;
  if (refusal.code === 'removedGone') {
    return t(
      'The keys that were removed stood in {0} only, and the window that had them is closed or has gone on: they can’t be brought back from here, and nothing was changed.',
      target.name,
    );
  }
  if (refusal.code === 'heldUnknown' && parts.some(({ unsure }) => unsure !== undefined)) {
    return t(
      'The answer of the service was lost, and when the keys were sent again, {0} held {1} of them already: whether you or somebody else added them is not known, so nothing was changed. “Remove Keys Listed in Current File…” takes away those that you choose.',
      target.name,
      formatNumber(refusal.unknown),
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
