/** What an API key may do to a change request, and why not, in words. */
import * as vscode from 'vscode';
import type { Decision } from '../../domain/changeRequests/decisions.ts';
import type { Connected } from '../connected.ts';
import { statusLook } from '../requestWords.ts';

const { t } = vscode.l10n;

/** Why it can't be done, or what should be known before the click; empty if there is nothing to say. */
export function decisionSentence(decision: Decision, { connectionName }: Pick<Connected, 'connectionName'>): string {
  const { reason, status, keyName, approvers, submitter } = decision;
  const named = approvers.join(', ');
  switch (reason) {
    case 'finalStatus':
      return status === 'APPROVED'
        ? t('It is approved already, and not published yet.')
        : t('It is decided: {0}.', statusLook(status).label);
    case 'readOnly':
      return t('The connection “{0}” is read-only: nothing is changed through it.', connectionName);
    case 'refusedByService':
      return t(
        'The service has refused this to the API key “{0}” on this change request. If its rights have changed since, choose Read Again.',
        keyName,
      );
    case 'statusNotShown':
      return t('It is in the state “{0}”: the service decides what may be done.', statusLook(status).label);
    case 'onlyPeople':
      return t(
        'Its approvers are named by e-mail: {0}. Whether the API key {1} may approve as one of them is not known; the service will say.',
        named,
        called(decision),
      );
    case 'ownRequest':
      return t('The API key “{0}” submitted it, and the same key cannot approve it.', keyName);
    case 'identityUnknown':
      return unknownKeySentence(decision);
    case 'notApprover':
      return approvers.length === 0
        ? t('No approver is named. Whether the API key {0} may is not known; the service will say.', called(decision))
        : t('The API key {0} is not among its approvers: {1}. The service will say whether it may.', called(decision), named);
    case 'rejectingLacks':
      return t('This service does not let API keys reject. The submitter can withdraw it.');
    case 'rejectingNotShown':
      return t('Not every service lets API keys reject: this one will say.');
    case 'approvalRefusedBefore':
      return t('The service refused an approval by “{0}” in this environment before (403).', keyName);
    case 'refusedBefore':
      return t('The service refused “{0}” a change in this environment before (403). Its rights may have changed.', keyName);
    case 'submitterUnknown':
      return t('Who submitted it is not known, so the service may refuse.');
    case 'approverMayNotWithdraw':
      return t(
        'The API key {0} is an approver of it: an approver approves, or leaves it to the submitter to withdraw. The service may refuse.',
        called(decision),
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

/** The user's own word for the API key, and the service's where that is another. */
function called({ keyName, identity }: Decision): string {
  if (identity === undefined || identity === keyName) return t('“{0}”', keyName);
  return t('“{0}” (“{1}” at the service)', keyName, identity);
}

function unknownKeySentence({ keyName, submitter }: Decision): string {
  return submitter === undefined
    ? t('Who the API key “{0}” is at the service is not known yet, so it may refuse.', keyName)
    : t(
        'It was submitted by {0}. Whether that is the API key “{1}” is not known yet, so the service may refuse.',
        submitter,
        keyName,
      );
}
