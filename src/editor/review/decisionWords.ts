/** Why a decision is not available to the API key in use, and what it would do, in words. */
import * as vscode from 'vscode';
import type { Allowed, DecisionRefusal } from '../../domain/changeRequests/decisions.ts';
import { statusLook } from '../requestWords.ts';

const { t } = vscode.l10n;

export function refusalSentence(refusal: DecisionRefusal): string {
  switch (refusal.code) {
    case 'finalStatus':
      return t('It is decided: {0}.', statusLook(refusal.status).label);
    case 'ownRequest':
      return t('The API key “{0}” submitted it, and the same key cannot approve it.', refusal.keyName);
    case 'notApprover':
      return refusal.approvers.length === 0
        ? t('The API key “{0}” is not among its approvers.', refusal.keyName)
        : t('The API key “{0}” is not among its approvers: {1}.', refusal.keyName, refusal.approvers.join(', '));
    case 'submittersChoose':
      return t(
        'In this environment submitters choose people as approvers, and no API key can approve. {0} can, in the service’s own pages.',
        refusal.approvers.join(', '),
      );
    case 'approverMayNotWithdraw':
      return t(
        'The API key “{0}” is an approver of it: an approver approves, or leaves it to the submitter to withdraw.',
        refusal.keyName,
      );
    default:
      return refusal satisfies never;
  }
}

/** What should be known before the click; empty if there is nothing to say. */
export function allowedNote(allowed: Extract<Allowed, { ok: true }>): string {
  if (allowed.note) return t('It was submitted by {0}, not by the API key in use.', allowed.note.submitter);
  return allowed.isCertain ? '' : t('Who submitted it is not known, so the service may refuse.');
}
