/** The inverse of a work as a plan, shown before it runs. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../domain/keys/keyPlan.ts';
import type { KeyWork } from '../../operations/keyWork/keyWork.ts';
import { restsOnCounts } from '../../operations/keyWork/undoPlan.ts';
import { undoneCount, type Settled } from '../../operations/keyWork/undone.ts';
import type { Learnt } from '../../operations/learnt.ts';
import { askChoice, type Answer, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import { formatNumber, formatTime, keysWords } from '../requestWords.ts';
import { orLocked, review, reviewOptions } from './work/locked.ts';
import { openPlan } from './work/planText.ts';
import { targetOf } from './work/steps.ts';
import { askRemovalComment } from './work/removalComment.ts';
import { nameOf, placeOf } from './work/workWords.ts';
import { planLabel, requestOption, showOption } from './work/planLabel.ts';

const { t } = vscode.l10n;

export interface UndoQuestion {
  readonly connected: Connected;
  readonly judged: Settled;
  readonly plan: KeyPlan;
  /** Keys in the segment now. */
  readonly held: number;
  /** The change request that locks the segment, if one is open. */
  readonly openRequestId: string | undefined;
  /** Another work on the segment that was sent after the one to undo. */
  readonly since: KeyWork | undefined;
  readonly learnt: Learnt;
  readonly texts: ReadOnlyText;
}

type Choice = 'review' | 'direct' | 'request' | 'plan';

/** `comment` is that of a removal; '' where nothing is removed, and of a change request, which asks for its own. */
export async function confirmUndo(
  question: UndoQuestion,
): Promise<Answer<{ readonly way: 'direct' | 'request'; readonly comment: string }>> {
  const { connected, plan, held, openRequestId, learnt, texts } = question;
  const { work } = question.judged;
  const { environment, name } = work.target;
  const title = t('Undo: {0} in {1}', nameOf(work), placeOf(work.target));
  const isGated = learnt.isGated(connected.origin, environment.id) === true;
  for (;;) {
    const answer: Answer<Choice> = await askChoice<Choice>({
      title,
      placeholder: orLocked(openRequestId, t('{0}. It holds {1} now', formatTime(work.startedAt), keysWords(held))),
      options: [...reviewOptions(openRequestId, targetOf(work)), ...options(question, isGated)],
    });
    if (answer === undefined || typeof answer === 'symbol') return undefined;
    if (answer === 'review') {
      await review(openRequestId);
      return undefined;
    }
    if (answer === 'plan') {
      await openPlan(texts, title, plan);
      continue;
    }
    if (answer === 'request' || plan.removing === 0) return { way: answer, comment: '' };
    const comment = await askRemovalComment(title, name, t('Undo: {0}.', nameOf(work)));
    return comment === undefined ? undefined : { way: answer, comment };
  }
}

function options({ judged, plan, since }: UndoQuestion, isGated: boolean): readonly Option<Choice>[] {
  const { adding, removing } = plan;
  const direct: Option<Choice> = {
    label: planLabel(adding, removing),
    detail: [
      isGated
        ? t('{0} asked for an approval last time', judged.work.target.environment.name)
        : othersWords(judged.work, adding + removing),
      ...lostWords(judged),
      since ? t('“{0}” was sent after it: keys that stand in both are changed back, too', nameOf(since)) : '',
      restsOnCounts(judged.work)
        ? t(
            'This is known by the service’s counts: what another machine changed at the same moment, or where others added as many keys as they removed, is not seen',
          )
        : '',
    ]
      .filter(Boolean)
      .join('. '),
    icon: new vscode.ThemeIcon('discard'),
    value: 'direct',
  };
  const request = requestOption(plan, planLabel(adding, removing));
  return isGated ? [request, direct, showOption()] : [direct, request, showOption()];
}

/** What becomes of the keys that are not changed back. */
function othersWords(work: KeyWork, changed: number): string {
  const all = formatNumber(work.keyCount);
  const others = work.keyCount - changed;
  if (others === 0) return work.keyCount === 1 ? t('It changed its only key') : t('It changed each of its {0} keys', all);
  if (undoneCount(work) > 0) {
    return others === 1
      ? t('The other one of its {0} keys was so before, or was changed back before, and stays', all)
      : t('The other {0} of its {1} keys were so before, or were changed back before, and stay', formatNumber(others), all);
  }
  return others === 1
    ? t('The other one of its {0} keys was so before, and stays', all)
    : t('The other {0} of its {1} keys were so before, and stay', formatNumber(others), all);
}

/** Where the answer of the service was lost: what that means for the keys that were on their way. */
function lostWords({ stays, again }: Settled): readonly string[] {
  return [
    again > 0
      ? t('The answer to the last undo was lost; none of its {0} was changed back, so they are again', keysWords(again))
      : '',
    stays > 0 ? t('The answer of the service was lost: {0} may be somebody else’s, and stay as they are', keysWords(stays)) : '',
  ];
}
