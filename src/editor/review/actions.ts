/** The buttons of the review: what the API key in use may do, why not, and which other key may. */
import * as vscode from 'vscode';
import { decisionOf, keysThatMayApprove } from '../../domain/changeRequests/decisions.ts';
import type { Action } from '../../webview/protocol.ts';
import { decisionSentence } from './decisionWords.ts';
import type { Shown } from './reviewPanel.ts';

const { t } = vscode.l10n;

export function actionsFor(shown: Shown): readonly Action[] {
  const { connected, reviewed } = shown;
  const refresh: Action = { id: 'refresh', label: t('Read Again'), isEnabled: true, isPrimary: false, reason: '' };
  if (reviewed.request.status !== 'REQUESTED') return [refresh];
  if (connected.isReadOnly) return [...readOnlyActions(connected), refresh];
  const key = { name: connected.keyName };
  const approve = decisionOf('approve', reviewed.request, key);
  const withdraw = decisionOf('withdraw', reviewed.request, key);
  const mayApprove = approve.verdict !== 'refused';
  const other = mayApprove ? undefined : keyThatMayApprove(shown);
  const actions: Action[] = [
    {
      id: 'approve',
      label: t('Approve…'),
      isEnabled: mayApprove,
      isPrimary: mayApprove,
      reason: [mayApprove ? refusedBefore(shown) : '', decisionSentence(approve)].filter(Boolean).join(' '),
    },
  ];
  if (other !== undefined) {
    actions.push({
      id: 'approveWith',
      label: t('Approve with “{0}”…', other),
      isEnabled: true,
      isPrimary: true,
      reason: t('It is stored here and is named as an approver. It is used for this one approval.'),
    });
    actions.push({
      id: 'useKey',
      label: t('Use the API Key “{0}”', other),
      isEnabled: true,
      isPrimary: false,
      reason: t('It becomes the API key in use from now on.'),
    });
  }
  actions.push(
    {
      id: 'withdraw',
      label: t('Withdraw…'),
      isEnabled: withdraw.verdict !== 'refused',
      isPrimary: false,
      reason: decisionSentence(withdraw),
    },
    refresh,
  );
  return actions;
}

/** Whatever the API key may do: through a read-only connection nothing is decided. */
function readOnlyActions({ connectionName }: Shown['connected']): readonly Action[] {
  const reason = t('The connection “{0}” is read-only: nothing is changed through it.', connectionName);
  return [
    { id: 'approve', label: t('Approve…'), isEnabled: false, isPrimary: false, reason },
    { id: 'withdraw', label: t('Withdraw…'), isEnabled: false, isPrimary: false, reason },
  ];
}

/** An answer of the service says more than a name among the approvers. */
function refusedBefore({ connected, wasRefused }: Shown): string {
  return wasRefused(connected.keyName)
    ? t('The service refused an approval by “{0}” in this environment before (403).', connected.keyName)
    : '';
}

/** The first stored API key of this connection that may approve the request. */
export function keyThatMayApprove({ connected, reviewed, wasRefused }: Shown): string | undefined {
  const others = connected.keyNames.filter((name) => name !== connected.keyName);
  const named = keysThatMayApprove(
    reviewed.request,
    others.map((name) => ({ name })),
  );
  return (named.find(({ name }) => !wasRefused(name)) ?? named[0])?.name;
}
