/** Undo Last Upload or Removal…: which change → its reverse as a plan → directly or as a change request. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../domain/keys/keyPlan.ts';
import type { Journal } from '../../operations/keyChanges/journal.ts';
import { hasBegun, type KeyChange } from '../../operations/keyChanges/keyChange.ts';
import { placeMark, segmentMark } from '../../operations/keyChanges/startChange.ts';
import {
  discardChange,
  isAnswerLost,
  lastChanges,
  mayUndo,
  undoObstacle,
  undoPlan,
  undosOf,
  type UndoObstacle,
} from '../../operations/keyChanges/undo.ts';
import { askChoice, type Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { requireWritable } from '../prompts/permit.ts';
import { formatNumber, formatTime, keysWords } from '../formats/requestWords.ts';
import { segmentFrom } from '../service/target.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { changeFrom, journalOf, keysAgain, withDecisions, type ChangeInHand } from './changes.ts';
import { askRemovalComment } from './confirmKeys.ts';
import { orLocked, readAllHeld, readCount, review, reviewOptions, type Held } from './heldNow.ts';
import type { SegmentsDeps } from './index.ts';
import { openPlan, showOption } from './makeEqual.ts';
import {
  nameOf,
  obstacleWords,
  placeOf,
  planLabel,
  requestOption,
  showKeysStep,
  targetOf,
  undoRefusal,
  undoSteps,
  whyNotHere,
} from './messages.ts';
import { chooseChange } from './chooseChange.ts';
import { sendKeys } from './sendKeys.ts';

const { t } = vscode.l10n;

/** The argument may name a change, as the button of a message does, or a segment, as its node does. */
export async function undoLast(deps: SegmentsDeps, [argument]: readonly unknown[]): Promise<void> {
  if (!requireTrust()) return undefined;
  const connected = await deps.connections.orAsk();
  if (!connected || !requireWritable(connected)) return undefined;
  const journal = await journalOf(deps.changes);
  const change = await changeToUndo(deps, connected, argument);
  if (!change) return undefined;
  const elsewhere = whyNotHere(change, connected);
  if (elsewhere !== undefined) return tellRefusal(t('{0}.', elsewhere));
  const obstacle = await undoObstacle(journal, change);
  if (obstacle) return tellObstacle(obstacle, change);

  const target = targetOf(change);
  const held = await readCount(connected, target);
  if (!held) {
    return tellRefusal(
      t('{0} is not active in {1} any more, so there is nothing to undo.', target.name, target.environment.name),
    );
  }
  const keys = await keysAgain(deps, change, 'window');
  if (keys === undefined) return undefined;
  if (keys === 'gone') {
    return tellRefusal(
      t('The keys came from {0} and were in no file, so it can’t be undone any more.', change.source.description),
    );
  }
  const heldNow = isAnswerLost(change) ? await readAllHeld(connected, target) : held.count;
  if (heldNow === undefined) return undefined;
  const plan = await undoPlan(change, keys, heldNow);
  if (!plan.ok) return tellRefusal(undoRefusal(plan.refusal, change), showKeysStep(change));
  const answer = await confirmUndo(deps, connected, change, plan, held);
  if (!answer) return undefined;

  // Nobody resumes it meanwhile. Where nothing can be written there is no lock either: what is sent asks about that.
  const lock = await journal.lock(change.id).catch(() => 'unkept' as const);
  if (!lock) return tellObstacle({ code: 'busy' }, change);
  try {
    return await sendKeys(deps, {
      kind: 'undo',
      connected,
      target,
      source: { ...change.source, undoes: change.id },
      batches: plan.batches,
      held,
      way: answer.way,
      comment: answer.comment,
      suggestedComment: t('Undo: {0}.', nameOf(change)),
      mayBegin: mayUndoNow(journal, plan.change, held.count),
    });
  } finally {
    if (lock !== 'unkept') await lock.release();
  }
}

/** Whether all is still as it was when the questions were asked. `judged`: with what became of lost answers. */
function mayUndoNow(journal: Journal, judged: KeyChange, held: number): NonNullable<ChangeInHand['mayBegin']> {
  return async ({ connected, change: undo }) => {
    const obstacle = await undoObstacle(journal, judged, undo.id);
    if (obstacle) {
      tellObstacle(obstacle, judged);
      return false;
    }
    // What has begun goes on.
    if (hasBegun(undo)) return true;
    const now = await readCount(connected, targetOf(judged));
    if (now?.count !== held) {
      tellRefusal(
        t(
          'Somebody has changed {0} meanwhile: it held {1}, and holds {2} now. Nothing was undone: look at it again.',
          judged.target.name,
          keysWords(held),
          keysWords(now?.count ?? 0),
        ),
        ...undoSteps(judged),
      );
      return false;
    }
    // An undo that was refused or declined is planned anew with this one.
    for (const { id } of undosOf(await journal.list(), judged)) if (id !== undo.id) await discardChange(journal, id);
    if (await journal.read(judged.id)) await journal.save({ ...judged, isUndone: true });
    return true;
  };
}

type Choice = 'review' | 'direct' | 'request' | 'plan';

/** `comment`: of a removal; '' where nothing is removed, and of a change request, which asks for its own. */
async function confirmUndo(
  { serviceFacts, texts }: SegmentsDeps,
  { origin }: Connected,
  change: KeyChange,
  plan: KeyPlan,
  held: Held,
): Promise<{ readonly way: 'direct' | 'request'; readonly comment: string } | undefined> {
  const { environment, name } = change.target;
  const title = t('Undo: {0} in {1}', nameOf(change), placeOf(change.target));
  const isGated = serviceFacts.isGated(origin, environment.id) === true;
  const direct: Option<Choice> = {
    label: planLabel(plan),
    detail: isGated ? t('{0} asked for an approval last time', environment.name) : othersWords(change, plan),
    icon: new vscode.ThemeIcon('discard'),
    value: 'direct',
  };
  const request = requestOption(plan, planLabel(plan));
  const ways = isGated ? [request, direct] : [direct, request];
  for (;;) {
    const answer = await askChoice<Choice>({
      title,
      placeholder: orLocked(held, t('{0}. It holds {1} now', formatTime(change.startedAt), keysWords(held.count))),
      options: [...reviewOptions(held, targetOf(change)), ...ways, showOption()],
    });
    if (answer === undefined || typeof answer === 'symbol') return undefined;
    if (answer === 'review') {
      await review(held);
      return undefined;
    }
    if (answer === 'plan') await openPlan(texts, title, plan);
    else if (answer === 'request' || plan.removing === 0) return { way: answer, comment: '' };
    else {
      const comment = await askRemovalComment(title, name, t('Undo: {0}.', nameOf(change)));
      return comment === undefined ? undefined : { way: answer, comment };
    }
  }
}

/** What becomes of the keys that are not changed back. */
function othersWords({ keyCount }: KeyChange, { adding, removing }: KeyPlan): string {
  const all = formatNumber(keyCount);
  const others = keyCount - adding - removing;
  if (others === 0) return keyCount === 1 ? t('It changed its only key') : t('It changed each of its {0} keys', all);
  return others === 1
    ? t('The other one of its {0} keys was so before, and stays', all)
    : t('The other {0} of its {1} keys were so before, and stay', formatNumber(others), all);
}

function tellObstacle(obstacle: UndoObstacle, change: KeyChange): void {
  const { sentence, steps = [] } = obstacleWords(obstacle, change);
  tellRefusal(sentence, ...steps);
}

/** The last one of each segment, newest first: what came before it can't be undone without undoing it. */
async function changeToUndo(deps: SegmentsDeps, connected: Connected, argument: unknown): Promise<KeyChange | undefined> {
  const named = changeFrom(argument);
  const segment = segmentFrom(argument);
  const all = await (await journalOf(deps.changes)).list();
  const changes = await Promise.all(all.map((change) => withDecisions(deps, connected, change)));
  if (named !== undefined) {
    const change = changes.find(({ id, kind }) => id === named && kind !== 'undo');
    if (!change || !hasBegun(change)) tellRefusal(t('What was to be undone is no longer known here.'));
    return change && hasBegun(change) ? change : undefined;
  }
  const last = lastChanges(changes);
  if (segment) {
    const mark = segmentMark(connected.origin, segment);
    const here = last.filter(({ connection, target }) => segmentMark(connection.origin, target) === mark);
    const place = placeMark({ connection: connected, target: segment });
    // Of another sandbox at this address it is said why it can't be undone here, but never instead of one that can.
    const change = here.find((one) => placeMark(one) === place) ?? here[0];
    if (!change) {
      tellRefusal(
        t('No upload to {0} in {1} and no removal is known here that could be undone.', segment.name, segment.environment.name),
      );
    }
    return change;
  }
  const undoable = last.filter(mayUndo);
  if (undoable.length === 0) {
    tellRefusal(t('No upload and no removal is known here that could be undone.'));
    return undefined;
  }
  return chooseChange(undoable, connected, { title: t('Undo Last Upload or Removal'), placeholder: t('Which one?') });
}
