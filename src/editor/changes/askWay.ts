/** Asks whether to make a change directly, or to submit a change request for it. */
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
   * Warnings, for example about keys that the change leaves out. Each warning has its own row, because a long row is cut off.
   */
  readonly warnings?: readonly string[];
  /** What the segment contains now and what the change does. Shown in the upper one of the rows “direct” and “request”. */
  readonly facts?: string;
  readonly canGoBack?: boolean;
  readonly state?: { readonly openRequestId: string | undefined } | undefined;
  readonly target: { readonly name: string; readonly environment: EnvironmentRef };
  readonly direct: Pick<Option<string>, 'label' | 'detail' | 'description'> & { readonly icon: string };
  readonly request?: Pick<Option<string>, 'label' | 'detail' | 'description'>;
  /** True if the environment required an approval at the last change. The row for the direct change says so. */
  readonly requiresApprovals?: boolean;
  /** True if the row for a change request comes before the row for a direct change. */
  readonly isRequestFirst?: boolean;
  /** Rows for other actions, shown above the rows that send the change directly or as a request. */
  readonly optionsAbove?: readonly Option<Extra>[];
  /** Rows for other actions, shown below the rows that send the change directly or as a request. */
  readonly optionsBelow?: readonly Option<Extra>[];
}

/**
 * Asks for the way to make a change. If a change request is open on the segment, there is also a row that opens its review.
 * Returns undefined if the user chooses that row.
 */
export async function askWay<Extra = never>(question: WayQuestion<Extra>): Promise<Answer<Way | Extra>> {
  const {
    title,
    warnings = [],
    facts,
    canGoBack = false,
    state,
    target,
    requiresApprovals,
    optionsAbove = [],
    optionsBelow = [],
  } = question;
  const { environment, name } = target;
  const requestId = state?.openRequestId;
  const review: Option<'review'> = {
    label: t('Review the open change request'),
    detail: openRequestSentence(name, environment.name),
    icon: new vscode.ThemeIcon('lock'),
    value: 'review',
  };
  const gated = requiresApprovals
    ? { detail: t('At the last attempted change, {0} required an approval', environment.name) }
    : {};
  const direct: Option<'direct'> = {
    ...question.direct,
    ...gated,
    icon: new vscode.ThemeIcon(question.direct.icon),
    value: 'direct',
  };
  const { request: asked = { label: t('Submit as a change request…') } } = question;
  const request: Option<'request'> = { ...asked, icon: new vscode.ThemeIcon('git-pull-request'), value: 'request' };
  const [first, second] = requiresApprovals || question.isRequestFirst ? [request, direct] : [direct, request];
  const ways = [{ ...first, detail: [facts, first.detail].filter(Boolean).join('. ') }, second];
  const notes = warnings.filter(Boolean).map((warning) => ({ note: warning, isWarning: true }));
  const answer = await askChoice<'review' | 'direct' | 'request' | Extra>({
    title,
    canGoBack,
    placeholder: question.placeholder ?? t('Nothing was sent yet'),
    // The first row is active only if it sends nothing. The row for a direct change is not active in production either, although
    // the user must then type a name: the target may come from the argument of a command, and the argument might be wrong about
    // which environment is production.
    isFirstActive: requestId !== undefined || optionsAbove.length > 0,
    options: [...(requestId === undefined ? [] : [review]), ...optionsAbove, ...notes, ...ways, ...optionsBelow],
  });
  if (answer !== 'review') return answer;
  await vscode.commands.executeCommand('flagAdmin.changeRequest.open', requestId);
  return undefined;
}
