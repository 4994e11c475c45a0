/** The buttons of the review: what the API key in use may do, why not, and which other key may. */
import * as vscode from 'vscode';
import { decisionsFor, otherKeysThatMayApprove } from '../../domain/decisions.ts';
import type { Action } from '../../webview/protocol.ts';
import { allowedNote, refusalSentence } from './decisionWords.ts';
import type { Shown } from './reviewPanel.ts';

const { t } = vscode.l10n;

export function actionsFor(shown: Shown): readonly Action[] {
  const { connected, reviewed } = shown;
  const refresh: Action = { id: 'refresh', label: t('Read Again'), isEnabled: true, isPrimary: false, reason: '' };
  if (reviewed.request.status !== 'REQUESTED') return [refresh];
  const { approve, withdraw } = decisionsFor(reviewed.request, { name: connected.keyName });
  const other = approve.ok ? undefined : keyThatMayApprove(shown);
  const actions: Action[] = [
    {
      id: 'approve',
      label: t('Approve…'),
      isEnabled: approve.ok,
      isPrimary: approve.ok,
      reason: approve.ok ? allowedNote(approve) : refusalSentence(approve.refusal),
    },
  ];
  if (other !== undefined) {
    actions.push({
      id: 'useKey',
      label: t('Use the API Key “{0}”', other),
      isEnabled: true,
      isPrimary: true,
      reason: t('It is stored here and may approve.'),
    });
  }
  actions.push(
    {
      id: 'withdraw',
      label: t('Withdraw…'),
      isEnabled: withdraw.ok,
      isPrimary: false,
      reason: withdraw.ok ? allowedNote(withdraw) : refusalSentence(withdraw.refusal),
    },
    refresh,
  );
  return actions;
}

/** The first stored API key of this connection that may approve the request. */
export function keyThatMayApprove({ connected, reviewed }: Shown): string | undefined {
  const others = connected.keyNames.filter((name) => name !== connected.keyName);
  return otherKeysThatMayApprove(reviewed.request, others)[0];
}
