/** Sends a change request once. If the service refuses its list of approvers, asks whether to send it without the list. */
import * as vscode from 'vscode';
import type { ChangeRequest, NewChangeRequest } from '../../api/model.ts';
import { submitRequest, type SubmitOutcome } from '../../operations/changeRequests/submission.ts';
import { causeOf, describeFailure } from '../words/failureWords.ts';
import { requestPermit } from '../ask/permit.ts';
import type { Services } from '../window/services.ts';
import { inPlace } from '../words/placeWords.ts';
import type { Proposal } from './change.ts';
import { confirm, tellError, tellProgress } from '../window/notifications.ts';
import { checkAgainStep, showLogStep } from '../words/nextSteps.ts';

const { t } = vscode.l10n;

/** A submitted request, and the list of approvers with which it was sent. */
export interface SentRequest {
  readonly request: ChangeRequest;
  readonly approvers: readonly string[];
  /** True if the service refused a list of approvers before. Then the environment defines its approvers itself. */
  readonly isRestricted: boolean;
}

/**
 * Sends the request. Undefined if it was not submitted or if that is not known, and the user was told so. `onFound` is called
 * if the answer was lost and the button Check Again finds the request.
 */
export async function sendProposal(
  services: Services,
  proposal: Proposal,
  request: NewChangeRequest,
  onFound: (sent: SentRequest) => Promise<unknown>,
  isRestricted = false,
): Promise<SentRequest | undefined> {
  const { connected, workspace, environment } = proposal;
  const permit = requestPermit(connected);
  if (!permit) return undefined;
  const { title, approvers, schedule } = request;
  const place = { workspaceId: workspace.id, environmentId: environment.id };
  const outcome = await tellProgress(t('Submitting the change request'), async () =>
    proposal.submit
      ? proposal.submit({ title, comment: request.comment ?? '', approvers, schedule }, permit)
      : submitRequest(connected.client, place, request, { permit, isStillValid: proposal.isStillValid }),
  );
  switch (outcome?.outcome) {
    case undefined:
    case 'notSent':
      return undefined;
    case 'submitted':
      return { request: outcome.request, approvers, isRestricted };
    case 'approversRefused': {
      services.log.warn(describeFailure(outcome.error).detail);
      const cause = t(
        '{0} might have its own approvers. If so, the service accepts the request without a list of approvers. If the message above gives a different reason for the refusal, cancel and fix that problem first.',
        environment.name,
      );
      const isAgreed = await confirm(
        t('Submit without a list of approvers?'),
        `${causeOf(outcome.error)}\n\n${cause}`,
        t('Submit Without a List of Approvers'),
      );
      return isAgreed ? sendProposal(services, proposal, { ...request, approvers: [] }, onFound, true) : undefined;
    }
    case 'unknown':
      return tellUnknownOutcome(services, inPlace(t('“{0}”', title), proposal), outcome, async (found) =>
        onFound({ request: found, approvers, isRestricted }),
      );
    default:
      return outcome satisfies never;
  }
}

/**
 * Tells the user what is known about a request whose answer was lost. The button Check Again looks for the request, and never
 * submits it.
 */
function tellUnknownOutcome(
  { log }: Pick<Services, 'log'>,
  what: string,
  { error, found, find }: Pick<Extract<SubmitOutcome, { outcome: 'unknown' }>, 'error' | 'found' | 'find'>,
  onFound: (request: ChangeRequest) => Promise<unknown>,
): undefined {
  const run = async (): Promise<void> => {
    const now = await find().catch(() => undefined);
    if (typeof now === 'object') await onFound(now);
    else tellUnknownOutcome({ log }, what, { error, found: now, find }, onFound);
    await vscode.commands.executeCommand('flagAdmin.view.refresh');
  };
  const sentence =
    found === 'notOpen'
      ? t('{0} is not open: it was not submitted, or is already decided.', what)
      : t('It is not known whether {0} was submitted. Look under Open Change Requests before you submit again.', what);
  tellError(`${sentence} ${causeOf(error)}`, checkAgainStep(log, run), showLogStep());
}
