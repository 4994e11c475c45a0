/** Submits a change request: shows the confirmation list, submits the request once, and reports the outcome. */
import * as vscode from 'vscode';
import type { ChangeRequest, NewChangeRequest } from '../../api/model.ts';
import type { Answer } from '../ask/ask.ts';
import { orLogged } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import { changedPlace, type Proposal } from './change.ts';
import { objectOf } from './payload.ts';
import { orChangeFailed } from './attempt.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { wrongConnectionMessage } from '../words/connectionWords.ts';
import { inPlace } from '../words/placeWords.ts';
import { keysWords, operationSentence, scheduleWords } from '../words/requestWords.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { commandStep, reviewStep, type NextStep } from '../words/nextSteps.ts';
import type { Connected } from '../window/connected.ts';
import { hasApprover, apiKeysThatMay, submitterOf } from '../../domain/changeRequests/decisions.ts';
import { viewerOf } from '../../operations/learned/viewer.ts';
import { createApprovers } from './approvers.ts';
import { createRequestDrafts } from './requestDrafts.ts';
import { createRequestForm, isDirectChangeRefused, requestOf, type RequestForm } from './requestForm.ts';
import { confirmRequest, isComplete, type ConfirmationPosition } from './requestConfirmation.ts';
import { sendProposal, type SentRequest } from './sendProposal.ts';
import { tellLocked } from './tellLocked.ts';

const { t } = vscode.l10n;

/**
 * Shows the confirmation list and submits the request. Undefined if the user cancelled, or if the request was not submitted
 * and the user was told why. After a cancellation, the typed texts are stored.
 */
export async function propose(
  services: Services,
  proposal: Proposal,
  position: ConfirmationPosition = {},
): Promise<Answer<ChangeRequest>> {
  const form = await createRequestForm(services, proposal);
  const isReady = proposal.answered === 'all' && isComplete(form);
  const answer = isReady || (await confirmRequest(form, services.texts, position));
  // The texts that the user typed before this list are stored in case the submission fails. `tellSubmitted` deletes them.
  if (proposal.answered) form.onType();
  if (answer === true) return submit(services, form);
  if (isDirectChangeRefused(proposal)) tellRefusal(unchangedSentence(proposal));
  return answer;
}

const unchangedSentence = (proposal: Proposal): string =>
  t('Nothing was changed in {0}.', inPlace(objectOf(proposal.payload).name, proposal));

/** Submits the request, and tells the user the outcome. */
async function submit(services: Services, form: RequestForm): Promise<ChangeRequest | undefined> {
  const { proposal } = form;
  const { payload, continueStep } = proposal;
  const asked = requestOf(form);
  const locked = t(
    'Not submitted: a change request is open on {0}. Approve, reject or withdraw it first. What you typed is kept.',
    inPlace(objectOf(payload).name, proposal),
  );
  const notDone = t('{0} was not submitted.', inPlace(t('“{0}”', asked.title), proposal));
  const tell = (sent: SentRequest): Promise<ChangeRequest> => tellSubmitted(services, form, asked, sent);
  const sent = await orChangeFailed({ ...outcomeSentences(asked.title), notDone }, () =>
    sendProposal(services, proposal, asked, tell).catch((error: unknown) =>
      tellLocked(services, proposal, error, locked, ...(continueStep ? [continueStep] : [])),
    ),
  );
  return sent && tell(sent);
}

async function tellSubmitted(
  services: Services,
  form: RequestForm,
  { schedule }: NewChangeRequest,
  sent: SentRequest,
): Promise<ChangeRequest> {
  const { proposal } = form;
  const { connected, environment, payload } = proposal;
  const object = objectOf(payload);
  const { origin, connectionId } = connected;
  // The request is submitted even if one of these steps fails. If the user saw an error, they might submit it a second time.
  const inPassing = [
    createRequestDrafts(services.workspaceMemory).drop({ origin, connectionId, environment, object }),
    createApprovers(services.memory).remember(connectionId, environment.id, sent.approvers, isRestrictedAfter(sent, form)),
    // `tellSubmitted` is also called if the answer was lost and the request was found later. Such a request must be stored,
    // too.
    services.serviceFacts.rememberSubmitted(connected, sent.request.id, environment),
  ];
  await Promise.all(inPassing.map((work) => orLogged(work, services.log)));
  services.events.fire({
    kind: 'request',
    connection: connectionId,
    place: changedPlace(proposal, object),
    requestId: sent.request.id,
    state: 'submitted',
  });
  const review = [...reviewWith(services, connected, sent.request), reviewStep(sent.request.id)];
  if (schedule && sent.request.scheduledFor !== schedule.at) {
    const title = sent.request.title ?? operationSentence(sent.request);
    tellRefusal(
      t(
        '“{0}” is submitted, but the service did not accept the scheduled time: an approval might publish the change at once.',
        title,
      ),
      ...review,
    );
    return sent.request;
  }
  tellDone(
    [submittedSentence(proposal, sent), scheduleWords(sent.request), nextPartSentence(proposal)].filter(Boolean).join(' '),
    ...review,
  );
  return sent.request;
}

/**
 * Returns a button that switches to another stored API key and opens the review. That key is allowed to approve the request, as
 * far as is known. If a different connection is in use when the user clicks, the button only tells the user so.
 */
function reviewWith({ memory, connections, log }: Services, connected: Connected, request: ChangeRequest): readonly NextStep[] {
  const [other] = apiKeysThatMay('approve', request, viewerOf(memory, connected).otherKeys);
  if (!other) return [];
  const run = async (): Promise<void> => {
    if (connections.chosen()?.id !== connected.connectionId) {
      const step = commandStep(t('Switch Connection…'), 'flagAdmin.connection.switch');
      return tellRefusal(wrongConnectionMessage(connections, connected), step);
    }
    await connections.useKey(other.name, connected.connectionId);
    await vscode.commands.executeCommand('flagAdmin.changeRequest.open', request.id);
  };
  return [{ label: t('Review with the API Key “{0}”', other.name), log, run }];
}

/**
 * True if the environment defines its approvers itself. An accepted list of approvers proves that it does not. An API key among
 * the approvers proves that it does, because only such an environment can have an API key as an approver. If all approvers are
 * people, returns what was known before. If there are no approvers, the environment defines none (admin-api.md, Approver
 * rules).
 */
function isRestrictedAfter({ isRestricted, approvers, request }: SentRequest, form: RequestForm): boolean {
  const namesKeys = request.approvers.some((approver) => !approver.includes('@'));
  return approvers.length === 0 && (namesKeys || ((isRestricted || form.isRestricted) && request.approvers.length > 0));
}

/**
 * Returns the message about a submitted request. It names the possible approvers, so that the user can ask them. The API key
 * that submitted the request is left out, because it can't approve the request.
 */
function submittedSentence({ environment, connected }: Proposal, { request }: SentRequest): string {
  const title = request.title ?? operationSentence(request);
  // The label of an API key proves nothing: the service may know the key by a different name.
  const submitter = submitterOf(request)?.name ?? connected.keyName;
  const others = request.approvers.filter((approver) => !hasApprover({ ...request, approvers: [approver] }, submitter));
  if (others.length > 0)
    return t(
      'The change request “{0}” is submitted. Nothing changes in {1} until it is approved by: {2}.',
      title,
      environment.name,
      others.join(', '),
    );
  return request.approvers.length > 0
    ? t(
        '“{0}” is submitted, but nobody can approve it in {1}: its only approver “{2}” submitted it. Withdraw it, and submit it with another API key.',
        title,
        environment.name,
        request.approvers[0]!,
      )
    : t(
        '“{0}” is submitted, but the service lists no approver for it in {1}. Add an approver in the service’s web console, or withdraw the request.',
        title,
        environment.name,
      );
}

function nextPartSentence({ part }: Proposal): string {
  if (!part || part.number === part.count) return '';
  return t(
    'This request is part {0} of {1}. The rest ({2}) waits. Flag Admin offers the next part when this part is published.',
    part.number,
    part.count,
    keysWords(part.keysLeft),
  );
}
