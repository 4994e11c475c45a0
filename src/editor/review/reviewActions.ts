/**
 * The buttons of a review: the possible decisions, and the tools. Also the sentences that the user should read before a
 * decision.
 */
import * as vscode from 'vscode';
import {
  decisionOf,
  isFinal,
  apiKeysThatMay,
  type PredictedDecision,
  type ApiKeyFacts,
} from '../../domain/changeRequests/decisions.ts';
import { isKnownOperation, undocumentedSegmentOf } from '../../domain/changeRequests/requestEffect.ts';
import type { Action, ActionId } from '../../webview/protocol.ts';
import type { FlagTarget } from '../window/target.ts';
import { forWhom } from '../words/audienceWords.ts';
import { readOnlySentence } from '../words/connectionWords.ts';
import { requestTarget } from './requestTarget.ts';
import { baseOf, hasTwoSides, type ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

const button = (id: ActionId, label: string, isPrimary = false): Action => ({ id, label, isPrimary, isTool: false });
/** Returns a button that is not for a decision. */
export const tool = (id: ActionId, label: string): Action => ({ id, label, isPrimary: false, isTool: true });

/**
 * Returns a button for each possible decision, and a `note` about what is impossible or doubtful. At most one button is
 * primary: Approve with the API key in use or with another stored one. If the content is outdated (`isStale`), there are no
 * buttons.
 */
export function decisionsFor(
  state: ReviewState,
  isStale: boolean,
): { readonly actions: readonly Action[]; readonly note: string } {
  const { key, reviewed } = state;
  const { request } = reviewed;
  if (isFinal(request) || isStale) return { actions: [], note: '' };
  const isKnown = isKnownOperation(request) || undocumentedSegmentOf(request) !== undefined;
  const [approve, withdraw, reject] = (['approve', 'withdraw', 'reject'] as const).map((one) => decisionOf(one, request, key));
  const mayApprove = isKnown && approve!.verdict !== 'refused';
  // True if the service has refused an approval with this API key in this environment. Approve is then not the primary button.
  const isDoubtful = key.canApprove === false;
  const other = (mayApprove && !isDoubtful) || !isKnown ? undefined : otherKeyToApprove(state);
  const actions = [
    ...(mayApprove ? [button('approve', t('Approve…'), !isDoubtful)] : []),
    ...(other ? [button('approveWith', t('Approve with “{0}”…', other.name), true)] : []),
    ...(other ? [button('useKey', t('Use the API Key “{0}”', other.name))] : []),
    ...(withdraw!.verdict === 'refused' ? [] : [button('withdraw', t('Withdraw…'))]),
    ...(reject!.verdict === 'refused' ? [] : [button('reject', t('Reject…'))]),
  ];
  const reasons = [
    state.isByPipeline
      ? t('The service said that a pipeline decides in this environment, so no API key can approve this request.')
      : '',
    // For an unknown operation, the summary already says that the change can't be shown, so no reason is added.
    isKnown ? decisionSentence('approve', approve!, state) : '',
    other ? decisionSentence('approve', decisionOf('approve', request, other), state) : '',
    withdraw!.verdict === 'refused' ? decisionSentence('withdraw', withdraw!, state) : '',
  ];
  return { actions, note: [...new Set(reasons)].filter(Boolean).join(' ') };
}

export function toolsFor(state: ReviewState): readonly Action[] {
  const { request } = state.reviewed;
  const isPublished = request.status === 'PUBLISHED';
  return [
    tool('refresh', t('Refresh')),
    ...(hasTwoSides(state) ? [tool('textDiff', t('Open as Text Diff'))] : []),
    tool('copyMarkdown', t('Copy as Markdown')),
    tool('copyLink', t('Copy Link')),
    tool('copyId', t('Copy ID')),
    tool('reveal', t('Reveal in Tree')),
    ...(flagOf(state) ? [tool('explain', t('Explain for a Key…'))] : []),
    ...(canCount(state) ? [tool('count', t('Count Accounts…'))] : []),
    ...(isPublished && request.flag && request.workspace ? [tool('compare', t('Compare…'))] : []),
    ...(isPublished && !state.connected.isReadOnly ? [tool('inverse', t('Propose to Revert This Request…'))] : []),
    ...(request.comments.length > 0 ? [tool('history', t('Export History…'))] : []),
  ];
}

/** True if the change affects a group of keys. Only then can Count Accounts… count them. */
const canCount = (state: ReviewState): boolean =>
  flagOf(state) !== undefined && (forWhom(state.reviewed.request, baseOf(state))?.changed ?? []).some(({ line }) => line);

/** Returns the flag of the request with its environment. Undefined if one of these is not known, or for a segment. */
export function flagOf({ place, reviewed }: ReviewState): FlagTarget | undefined {
  const target = requestTarget(reviewed.request, place.environment, place.workspaceName);
  return target?.kind === 'flag' ? target : undefined;
}

/** Returns the first of the other stored API keys that is allowed to approve the request, as far as is known. */
export const otherKeyToApprove = ({ others, reviewed }: ReviewState): ApiKeyFacts | undefined =>
  apiKeysThatMay('approve', reviewed.request, others)[0];

/**
 * Returns why the action is impossible, or what the user should know before they press its button. Empty if there is nothing to
 * say.
 */
function decisionSentence(
  action: 'approve' | 'withdraw',
  decision: PredictedDecision,
  { connected, reviewed }: ReviewState,
): string {
  const { reason, keyName, submitter } = decision;
  const named = reviewed.request.approvers.join(', ') || t('none named');
  switch (reason) {
    case 'readOnly':
      return readOnlySentence(connected.connectionName);
    case 'refusedByService':
      return action === 'approve'
        ? t('The service refused an approval with the API key “{0}”. Refresh if the rights of this key have changed.', keyName)
        : t('The service refused a withdrawal with the API key “{0}”. Refresh if the rights of this key have changed.', keyName);
    case 'ownRequest':
      return t('“{0}” submitted this request. An API key cannot approve its own requests.', keyName);
    case 'approverMayNotWithdraw':
      return t('An API key of an approver can withdraw only its own change requests.');
    case 'notAmongApprovers':
      return t(
        'Approvers of this request: {0}. The service decides whether the API key {1} is allowed to approve it.',
        named,
        apiKeyLabel(decision),
      );
    case 'identityUnknown':
      return submitter === undefined
        ? t(
            'Flag Admin does not know yet which name the service uses for the API key “{0}”. If this key submitted the request, the service might refuse your decision.',
            keyName,
          )
        : t(
            '{0} submitted this request. Flag Admin does not know yet whether {0} is your API key “{1}”. The service might refuse your decision.',
            submitter,
            keyName,
          );
    case 'submitterUnknown':
      return t(
        'The submitter of this request is not known. If your API key submitted it, the service might refuse your decision.',
      );
    case 'approvalRefusedBefore':
      return t(
        'The service has refused an approval with the API key “{0}” in this environment. The rights of this key might have changed since then.',
        keyName,
      );
    case 'changeRefusedBefore':
      return t(
        'The service has refused a change with the API key “{0}” in this environment. The rights of this key might have changed since then.',
        keyName,
      );
    // The status is already shown in a notice. If it is not certain whether the API key is allowed to withdraw or reject, the
    // service decides.
    case 'finalStatus':
    case 'statusUndocumented':
    case 'rejectingUnsupported':
    case 'rejectingUnproven':
    case 'rightsUnknown':
    case 'nonApproverMayWithdraw':
    case 'approver':
    case 'submitter':
      return '';
    default:
      return reason satisfies never;
  }
}

/** Returns the user's name for the API key. Adds the service's name for it if that is known and different. */
function apiKeyLabel({ keyName, identity }: PredictedDecision): string {
  if (identity === undefined || identity === keyName) return t('“{0}”', keyName);
  return t('“{0}” (known to the service as “{1}”)', keyName, identity);
}
