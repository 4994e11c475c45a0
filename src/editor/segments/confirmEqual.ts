/** The plan that makes a segment equal to a file, shown before it runs. */
import * as vscode from 'vscode';
import type { KeyDifference } from '../../domain/keys/keyDifference.ts';
import type { KeyPlan } from '../../domain/keys/keyPlan.ts';
import type { Learnt } from '../../operations/learnt.ts';
import { askChoice, back, type Answer, type Option } from '../ask.ts';
import type { Connected } from '../connected.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import { formatNumber, keysWords } from '../requestWords.ts';
import type { SegmentTarget } from '../target.ts';
import type { FoundKeys } from './source/findKeys.ts';
import { headerWords } from './source/headerWords.ts';
import { keepRemoved } from './work/keepRemoved.ts';
import { orLocked, review, reviewOptions } from './work/locked.ts';
import { notKeptSentence } from './work/sourceWords.ts';
import { planLabel, requestOption, showOption } from './work/planLabel.ts';
import { askRemovalComment } from './work/removalComment.ts';
import { openPlan } from './work/planText.ts';

const { t } = vscode.l10n;

export interface EqualQuestion {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  readonly difference: KeyDifference;
  readonly plan: KeyPlan;
  readonly learnt: Learnt;
  readonly texts: ReadOnlyText;
  /** The change request that locks the segment, if one is open. */
  readonly openRequestId: string | undefined;
}

export interface EqualWay {
  readonly way: 'direct' | 'request';
  /** Of the removal; '' where nothing is removed, and of a change request, which asks for its own. */
  readonly comment: string;
  /** The address of the file with what is removed, if the user had one made. */
  readonly removedIn: string | undefined;
}

type Choice = 'review' | 'direct' | 'request' | 'plan' | 'keep';

export async function confirmEqual(question: EqualQuestion): Promise<Answer<EqualWay>> {
  const { connected, target, found, difference, plan, learnt, texts, openRequestId } = question;
  const { environment, workspace, name } = target;
  const title = t('Make {0} in {1} / {2} equal to {3}', name, workspace.name, environment.name, found.source.description);
  const isGated = learnt.isGated(connected.origin, environment.id) === true;
  const after = keysWords(difference.both.length + plan.adding);
  const stay = t('Unchanged: {0}; then it holds {1}', formatNumber(difference.both.length), after);
  let removedIn: vscode.Uri | undefined;
  for (;;) {
    const answer: Answer<Choice> = await askChoice<Choice>({
      title,
      canGoBack: true,
      placeholder: orLocked(openRequestId, [stay, headerWords(found)].filter(Boolean).join('. ')),
      options: [...reviewOptions(openRequestId, target), ...options(question, isGated, removedIn)],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'review') {
      await review(openRequestId);
      return undefined;
    }
    if (answer === 'plan') {
      await openPlan(texts, title, plan);
      continue;
    }
    if (answer === 'keep') {
      removedIn = (await keepRemoved(name, plan)) ?? removedIn;
      continue;
    }
    const way = { way: answer, removedIn: removedIn?.toString() };
    if (answer === 'request' || plan.removing === 0) return { ...way, comment: '' };
    const comment = await askRemovalComment(title, name, t('Not in {0}.', found.origin));
    return comment === undefined ? undefined : { ...way, comment };
  }
}

function options({ plan, found, target }: EqualQuestion, isGated: boolean, removedIn?: vscode.Uri): readonly Option<Choice>[] {
  const { batches, adding, removing } = plan;
  const { kind } = found.source.kept;
  const isKept = removing === 0 || removedIn !== undefined;
  const remarks = [notKeptSentence(kind), isKept ? '' : undoSentence()];
  const said = (detail: string): string => [detail, ...remarks].filter(Boolean).join('. ');
  const direct: Option<Choice> = {
    label: planLabel(adding, removing),
    detail: said(isGated ? t('{0} asked for an approval last time', target.environment.name) : callsWords(batches.length)),
    icon: new vscode.ThemeIcon('arrow-swap'),
    value: 'direct',
  };
  const request = requestOption(
    plan,
    said(batches.length === 1 ? '' : t('One after the other: each waits until the one before is published')),
  );
  const show = showOption();
  const keep: Option<Choice> = {
    label: t('Keep what is removed in a file…'),
    detail: t('Then it can be undone when this window is closed, too'),
    icon: new vscode.ThemeIcon('save'),
    value: 'keep',
  };
  // Where the list itself is not kept, that alone would not do.
  const more = isKept || kind !== 'file' ? [show] : [show, keep];
  return isGated ? [request, direct, ...more] : [direct, request, ...more];
}

const callsWords = (count: number): string => (count === 1 ? t('1 call') : t('{0} calls', formatNumber(count)));

const undoSentence = (): string => t('To undo it, this window is needed: what is removed stands in no file');
