/** The buttons of the review: what the API key in use may do, why not, and which other key may. */
import * as vscode from 'vscode';
import {
  decisionOf,
  isFinal,
  keysThatMay,
  keysThatSurelyMay,
  type Decision,
  type KeyInUse,
} from '../../domain/changeRequests/decisions.ts';
import { isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import type { Action, ActionId } from '../../webview/protocol.ts';
import { decisionSentence } from './decisionWords.ts';
import { hasTwoSides, type Shown } from './shown.ts';

const { t } = vscode.l10n;

/** `isStale` = something moved since it was read: nothing is approved on what is no longer so. */
export function actionsFor(shown: Shown, isStale: boolean): readonly Action[] {
  const { connected, key } = shown;
  const { request } = shown.reviewed;
  if (isFinal(request)) return toolsFor(shown);
  const isKnown = isKnownOperation(request);
  const [approve, withdraw] = [decisionOf('approve', request, key), decisionOf('withdraw', request, key)];
  const reject = decisionOf('reject', request, key);
  const [mayApprove, mayWithdraw] = [approve.verdict !== 'refused' && isKnown, withdraw.verdict !== 'refused'];
  const other = mayApprove || !isKnown ? undefined : keyThatMayApprove(shown);
  // Nobody approves what they can't be shown.
  const unknown = isKnown ? '' : t('What it would change can’t be shown here. Decide on it in the service’s own pages.');
  const first = [unknown, decisionSentence(approve, connected)].filter(Boolean).join(' ');
  const actions: readonly Action[] = [
    decision('approve', t('Approve…'), mayApprove, first, mayApprove),
    ...(other === undefined ? [] : otherKeyActions(decisionOf('approve', request, other), connected)),
    decision('withdraw', t('Withdraw…'), mayWithdraw, withKeyThatMay(withdraw, shown)),
    // Who may not approve has no use for a second button that says so.
    ...(reject.verdict === 'refused' && reject.reason !== 'rejectingLacks'
      ? []
      : [decision('reject', t('Reject…'), reject.verdict !== 'refused', decisionSentence(reject, connected))]),
  ];
  return [...actions.map((action) => (isStale ? untilLooked(action) : action)), ...toolsFor(shown)];
}

function decision(id: ActionId, label: string, isEnabled: boolean, reason: string, isPrimary = false): Action {
  return { id, label, isEnabled, isPrimary, isTool: false, reason };
}

/** Why the API key in use may not withdraw it, or perhaps not, and which of the stored ones may. */
function withKeyThatMay(withdraw: Decision, { connected, others, reviewed }: Shown): string {
  const sentence = decisionSentence(withdraw, connected);
  if (withdraw.verdict === 'allowed') return sentence;
  const [key] = keysThatSurelyMay('withdraw', reviewed.request, others);
  return key ? [sentence, t('“{0}” is stored here and may: use that API key.', key.name)].join(' ') : sentence;
}

function otherKeyActions(other: Decision, connected: Shown['connected']): readonly Action[] {
  const { keyName } = other;
  const reason =
    other.verdict === 'allowed'
      ? t('It is stored here and is named as an approver. It is used for this one approval.')
      : [t('It is stored here. It is used for this one approval.'), decisionSentence(other, connected)].join(' ');
  return [
    decision('approveWith', t('Approve with “{0}”…', keyName), true, reason, true),
    decision('useKey', t('Use the API Key “{0}”', keyName), true, t('It becomes the API key in use from now on.')),
  ];
}

function untilLooked(action: Action): Action {
  if (!action.isEnabled || action.id === 'useKey') return action;
  return { ...action, isEnabled: false, reason: t('Something has changed since this was read: look at that first.') };
}

/** A button that looks and decides nothing. */
export const tool = (id: ActionId, label: string): Action => ({ ...decision(id, label, true, ''), isTool: true });

function toolsFor(shown: Shown): readonly Action[] {
  const { request } = shown.reviewed;
  const canCompare = request.status === 'PUBLISHED' && request.flag && request.workspace;
  return [
    tool('refresh', t('Read Again')),
    ...(hasTwoSides(shown) ? [tool('textDiff', t('Open as Text Diff'))] : []),
    tool('copyMarkdown', t('Copy as Markdown')),
    ...(canCompare ? [tool('compare', t('Compare…'))] : []),
    ...(request.status === 'PUBLISHED' && !shown.connected.isReadOnly ? [tool('inverse', t('Propose the Inverse…'))] : []),
    ...(request.comments.length > 0 ? [tool('history', t('Export History…'))] : []),
  ];
}

/** The first of the other stored API keys that may approve the request, as far as is known. */
export function keyThatMayApprove({ others, reviewed }: Shown): KeyInUse | undefined {
  return keysThatMay('approve', reviewed.request, others)[0];
}
