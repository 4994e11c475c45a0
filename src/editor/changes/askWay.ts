/** Asks for the way to make a change: directly, or as a change request. */
import * as vscode from 'vscode';
import { openRequestSentence } from '../words/requestWords.ts';
import { askChoice, type Answer, type Option } from '../ask/ask.ts';
import type { EnvironmentRef } from '../window/target.ts';
import type { Way } from './change.ts';

const { t } = vscode.l10n;

export interface WayQuestion<Extra> {
  readonly title: string;
  readonly placeholder?: string;
  /**
   * Warnings about keys that the change leaves out, and about effects that can't be undone. Each warning has its own row, because
   * the end of a long row is cut off.
   */
  readonly warnings?: readonly string[];
  /** The current content of the segment and the effect of the change. Shown in the row of the first way. */
  readonly facts?: string;
  readonly canGoBack?: boolean;
  readonly state?: { readonly openRequestId: string | undefined } | undefined;
  readonly target: { readonly name: string; readonly environment: EnvironmentRef };
  readonly direct: Pick<Option<string>, 'label' | 'detail' | 'description'> & { readonly icon: string };
  readonly request?: Pick<Option<string>, 'label' | 'detail' | 'description'>;
  /** True = the environment required an approval last time. The row of the direct way shows this. */
  readonly isGated?: boolean;
  /** True = the change request is offered first. */
  readonly isRequestFirst?: boolean;
  /** Other actions, offered before and after the ways. */
  readonly before?: readonly Option<Extra>[];
  readonly after?: readonly Option<Extra>[];
}

/** Asks for the way. If the user chooses the open request that locks the segment, opens the review of that request instead. */
export async function askWay<Extra = never>(question: WayQuestion<Extra>): Promise<Answer<Way | Extra>> {
  const { title, warnings = [], facts, canGoBack = false, state, target, isGated, before = [], after = [] } = question;
  const { environment, name } = target;
  const requestId = state?.openRequestId;
  const review: Option<'review'> = {
    label: t('Review the open change request'),
    detail: openRequestSentence(name, environment.name),
    icon: new vscode.ThemeIcon('lock'),
    value: 'review',
  };
  const gated = isGated ? { detail: t('At the last attempted change, {0} required an approval', environment.name) } : {};
  const direct: Option<'direct'> = {
    ...question.direct,
    ...gated,
    icon: new vscode.ThemeIcon(question.direct.icon),
    value: 'direct',
  };
  const { request: asked = { label: t('Submit as a change request…') } } = question;
  const request: Option<'request'> = { ...asked, icon: new vscode.ThemeIcon('git-pull-request'), value: 'request' };
  const [first, second] = isGated || question.isRequestFirst ? [request, direct] : [direct, request];
  const ways = [{ ...first, detail: [facts, first.detail].filter(Boolean).join('. ') }, second];
  const notes = warnings.filter(Boolean).map((warning) => ({ note: warning, isWarning: true }));
  const answer = await askChoice<'review' | 'direct' | 'request' | Extra>({
    title,
    canGoBack,
    placeholder: question.placeholder ?? t('Nothing was sent yet'),
    // The first row is active only if repeated Enter sends nothing. Before a direct change in production, the user has to type
    // the name of the environment. A change request opens a sheet on which Enter submits, so its row is not active.
    isFirstActive: requestId !== undefined || before.length > 0 || (first !== request && environment.isProduction),
    options: [...(requestId === undefined ? [] : [review]), ...before, ...notes, ...ways, ...after],
  });
  if (answer !== 'review') return answer;
  await vscode.commands.executeCommand('flagAdmin.changeRequest.open', requestId);
  return undefined;
}
