/** The last question before keys are changed: directly, or as a change request. */
import * as vscode from 'vscode';
import { openRequestSentence } from '../words/requestWords.ts';
import { askChoice, type Answer, type Option } from '../ask/ask.ts';
import type { SegmentTarget } from '../window/target.ts';
import type { SegmentState } from './segmentState.ts';

const { t } = vscode.l10n;

export interface WayQuestion<Extra> {
  readonly title: string;
  readonly placeholder?: string;
  /** What is left out, if anything is. */
  readonly warning?: string;
  /** What the segment holds now, and what becomes of it: in the first way. */
  readonly facts: string;
  readonly canGoBack?: boolean;
  readonly state: SegmentState | undefined;
  readonly target: SegmentTarget;
  readonly direct: Pick<Option<string>, 'label' | 'detail' | 'description'> & { readonly icon: string };
  readonly request: Pick<Option<string>, 'label' | 'detail' | 'description'>;
  /** An approval was needed the last time. */
  readonly isGated: boolean;
  /** The change request is offered first. */
  readonly isRequestFirst?: boolean;
  /** What else can be done before the ways and after them. */
  readonly before?: readonly Option<Extra>[];
  readonly after: readonly Option<Extra>[];
}

/** Opens the request that locks the segment instead, if the user chooses that. */
export async function askWay<Extra>(question: WayQuestion<Extra>): Promise<Answer<'direct' | 'request' | Extra>> {
  const { title, warning = '', facts, canGoBack = false, state, target, isGated, before = [], after } = question;
  const { environment, name } = target;
  const requestId = state?.openRequestId;
  const review: Option<'review'> = {
    label: t('Review the open change request'),
    detail: openRequestSentence(name, environment.name),
    icon: new vscode.ThemeIcon('lock'),
    value: 'review',
  };
  const gated = isGated ? { detail: t('{0} asked for an approval last time', environment.name) } : {};
  const direct: Option<'direct'> = {
    ...question.direct,
    ...gated,
    icon: new vscode.ThemeIcon(question.direct.icon),
    value: 'direct',
  };
  const request: Option<'request'> = { ...question.request, icon: new vscode.ThemeIcon('git-pull-request'), value: 'request' };
  const [first, second] = isGated || question.isRequestFirst ? [request, direct] : [direct, request];
  const icon = warning === '' ? first.icon : new vscode.ThemeIcon('warning');
  const ways = [{ ...first, icon, detail: [warning, facts, first.detail].filter(Boolean).join('. ') }, second];
  const answer = await askChoice<'review' | 'direct' | 'request' | Extra>({
    title,
    canGoBack,
    placeholder: question.placeholder ?? t('Nothing was sent yet'),
    options: [...(requestId === undefined ? [] : [review]), ...before, ...ways, ...after],
  });
  if (answer !== 'review') return answer;
  await vscode.commands.executeCommand('flagAdmin.changeRequest.open', requestId);
  return undefined;
}
