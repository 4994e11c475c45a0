/** Submits a change as a change request: one sheet → submit, once → what came of it. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { Answer } from '../ask/ask.ts';
import { orLogged } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import { changedPlace, type Proposal } from './change.ts';
import { objectOf } from './payload.ts';
import { keysWords, operationSentence, scheduleWords } from '../words/requestWords.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { reviewStep } from '../words/nextSteps.ts';
import { createApprovers } from './approvers.ts';
import { createDrafts } from './requestDrafts.ts';
import { createForm, isAfterAll, requestOf, type RequestForm } from './requestForm.ts';
import { askRequestSheet, isComplete, type SheetPosition } from './requestSheet.ts';
import { sendProposal, type Sent } from './sendProposal.ts';
import { tellLocked } from './tellLocked.ts';

const { t } = vscode.l10n;

/** Undefined = the user left (what was typed is kept for the next time), or it was not submitted and the user was told why. */
export async function propose(
  services: Services,
  proposal: Proposal,
  position: SheetPosition = {},
): Promise<Answer<ChangeRequest>> {
  const form = await createForm(services, proposal);
  const isReady = proposal.answered === 'all' && isComplete(form);
  const answer = isReady || (await askRequestSheet(form, services.texts, position));
  if (answer === true) return submit(services, form);
  // What was typed in the question before this sheet is kept as what is typed in it.
  if (proposal.answered) form.onType();
  if (isAfterAll(proposal)) tellRefusal(unchangedSentence(proposal));
  return answer;
}

const unchangedSentence = ({ payload, environment }: Proposal): string =>
  t('Nothing is changed: {0} is as it was in {1}.', objectOf(payload).name, environment.name);

/** Submits it, and tells what came of it. */
async function submit(services: Services, form: RequestForm): Promise<ChangeRequest | undefined> {
  const { proposal } = form;
  const { connected, environment, payload, later } = proposal;
  const asked = requestOf(form);
  const object = objectOf(payload);
  const locked = t(
    'Not submitted: a change request is open on {0} in {1}. Decide it first, or withdraw it. What you typed is kept.',
    object.name,
    environment.name,
  );
  const sent = await sendProposal(services, proposal, asked).catch((error: unknown) =>
    tellLocked(services, proposal, error, locked, ...(later ? [later] : [])),
  );
  if (!sent) return undefined;
  const { origin, connectionId } = connected;
  // It is submitted whatever becomes of these: nobody shall think that it failed, and submit it again.
  const inPassing = [
    createDrafts(services.workspaceMemory).drop({ origin, connectionId, environment, object }),
    createApprovers(services.memory).remember(connectionId, environment.id, sent.approvers, isRestrictedAfter(sent, form)),
    // Also one whose answer was lost, and that was found again.
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
  const review = reviewStep(sent.request.id);
  if (asked.schedule && sent.request.scheduledFor !== asked.schedule.at) {
    const title = sent.request.title ?? operationSentence(sent.request);
    tellRefusal(t('“{0}” is submitted, but the service took no time for it: an approval may publish it at once.', title), review);
    return sent.request;
  }
  tellDone(
    [submittedSentence(proposal, sent), scheduleWords(sent.request), nextPartSentence(proposal)].filter(Boolean).join(' '),
    review,
  );
  return sent.request;
}

/**
 * API keys approve only where the environment names the approvers; people who were not sent may be chosen or set (Approver
 * rules). Where a list was taken, the environment takes lists, however the answer calls those people.
 */
function isRestrictedAfter({ isRestricted, approvers, request }: Sent, form: RequestForm): boolean {
  const namesKeys = request.approvers.some((approver) => !approver.includes('@'));
  return approvers.length === 0 && (namesKeys || ((isRestricted || form.isRestricted) && request.approvers.length > 0));
}

/** Who can approve it is named, for in a hurry that is who to write to; the API key that submitted it can't be. */
function submittedSentence({ environment, connected }: Proposal, { request }: Sent): string {
  const title = request.title ?? operationSentence(request);
  const others = request.approvers.filter((approver) => approver !== connected.keyName);
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
        connected.keyName,
      )
    : t(
        '“{0}” is submitted, but the service names nobody who can approve it in {1}. Add an approver in its own pages, or withdraw it.',
        title,
        environment.name,
      );
}

function nextPartSentence({ part }: Proposal): string {
  if (!part || part.number === part.of) return '';
  return t(
    'It is part {0} of {1}: the rest ({2}) waits, and the next part is offered once this one is published.',
    part.number,
    part.of,
    keysWords(part.keysLeft),
  );
}
