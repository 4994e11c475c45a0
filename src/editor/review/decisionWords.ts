/** What an API key may do to a change request, and why not, in words. */
import * as vscode from 'vscode';
import type { Decision } from '../../domain/changeRequests/decisions.ts';
import { statusLook } from '../requestWords.ts';

const { t } = vscode.l10n;

/** Why it can't be done, or what should be known before the click; empty if there is nothing to say. */
export function decisionSentence({ reason, status, keyName, approvers, submitter }: Decision): string {
  const named = approvers.join(', ');
  switch (reason) {
    case 'finalStatus':
      return status === 'APPROVED'
        ? t('It is approved already, and not published yet.')
        : t('It is decided: {0}.', statusLook(status).label);
    case 'statusNotShown':
      return t('It is in the state “{0}”: the service decides what may be done.', statusLook(status).label);
    case 'onlyPeople':
      return t('Its approvers are people, so no API key can approve it. {0} can, in the service’s own pages.', named);
    case 'ownRequest':
      return t('The API key “{0}” submitted it, and the same key cannot approve it.', keyName);
    case 'notApprover':
      return approvers.length === 0
        ? t('The API key “{0}” is not among its approvers.', keyName)
        : t('The API key “{0}” is not among its approvers: {1}.', keyName, named);
    case 'rejectingLacks':
      return t('This service does not let API keys reject. The submitter can withdraw it.');
    case 'rejectingNotShown':
      return t('Not every service lets API keys reject: this one will say.');
    case 'refusedBefore':
      return t('The service refused “{0}” a change in this environment before (403). Its rights may have changed.', keyName);
    case 'withdrawalRefused':
      return t(
        'The service refused “{0}” this withdrawal (403): it may only read here. Use another API key; if its rights have changed since, open the review again.',
        keyName,
      );
    case 'submitterUnknown':
      return t('Who submitted it is not known, so the service may refuse.');
    case 'approverMayNotWithdraw':
      return t(
        'The API key “{0}” is an approver of it: an approver approves, or leaves it to the submitter to withdraw.',
        keyName,
      );
    case 'rightsUnknown':
    case 'notAnApprover':
      return submitter === undefined ? '' : t('It was submitted by {0}, not by the API key in use.', submitter);
    case 'approver':
    case 'submitter':
      return '';
    default:
      return reason satisfies never;
  }
}
