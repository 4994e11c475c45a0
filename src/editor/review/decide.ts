/**
 * Approve, withdraw and reject. Asks for a comment, and before an approval in production also for the name of the environment.
 * Then reads the request once more, and sends the decision.
 */
import * as vscode from 'vscode';
import {
  approveRequest,
  closeRequest,
  readAfterDecision,
  type DecisionOutcome,
  type UnconfirmedDecision,
} from '../../operations/changeRequests/decideRequest.ts';
import { undocumentedSegmentOf } from '../../domain/changeRequests/requestEffect.ts';
import { isStateUnknown } from '../../operations/changeRequests/readReview.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import { askComment } from '../ask/askComment.ts';
import { keptText, type KeptText } from '../ask/keptText.ts';
import { orChangeFailed } from '../changes/attempt.ts';
import { outcomeSentences, type ChangeFailed, type OutcomeSentences } from '../words/changeFailure.ts';
import { asSentence, causeOf } from '../words/failureWords.ts';
import { environmentOfWorkspace, inPlace } from '../words/placeWords.ts';
import { askPermit, requestPermit, requireTrust, requireWritable } from '../ask/permit.ts';
import { keysWords, objectName, statusStyle, submittedSentence, requestTitle, killedSentence } from '../words/requestWords.ts';
import { confirm, tellDone, tellProgress, tellRefusal } from '../window/notifications.ts';
import { commandStep, type NextStep } from '../words/nextSteps.ts';
import { setContext } from '../window/command.ts';
import type { Services } from '../window/services.ts';
import { milestones } from '../window/names.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { unreadableSegment } from '../words/changeLines.ts';
import { hasApprover, isSubmittedWith, submitterOf, type ApiKeyFacts } from '../../domain/changeRequests/decisions.ts';
import { approvalQuestion } from './approvalQuestion.ts';
import { requestTarget } from './requestTarget.ts';
import { tellRefused } from './refusedDecision.ts';
import { unseenText } from './reviewNotices.ts';
import type { ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

/** Resolves to true if the connection and API key with which the review was read are still in use. */
type IsInUse = () => Promise<boolean>;

/** Sends a decision with the API key in `state`. Undefined if nothing was decided: the user cancelled, or was told why. */
export async function decide(
  services: Pick<Services, 'workspaceMemory' | 'log'>,
  action: RequestAction,
  state: ReviewState,
  isInUse: IsInUse,
): Promise<DecisionOutcome | undefined> {
  if (!requireTrust() || !requireWritable(state.connected)) return undefined;
  const kept = keptText(services, state.connected, state.reviewed.request.id, action);
  const outcome = await orChangeFailed(outcomesOf(action, state), () =>
    action === 'approve' ? approve(state, isInUse, kept) : withdrawOrReject(action, state, isInUse, kept),
  );
  if (outcome && isCommentStored(outcome)) kept.drop();
  if (outcome?.outcome === 'refused') tellRefused(action, outcome.error, state);
  if (outcome?.outcome === 'unconfirmed') tellUnconfirmed(outcome, state.reviewed.request);
  if (outcome?.outcome === 'published' || outcome?.outcome === 'decided') void setContext(milestones.hasDecided, true);
  return outcome;
}

/** Returns the sentences for a decision that fails. */
function outcomesOf(action: RequestAction, { reviewed, place: { workspaceName, environment } }: ReviewState): OutcomeSentences {
  const title = t('“{0}”', requestTitle(reviewed.request));
  const isPlaced = workspaceName !== undefined && environment !== undefined;
  const what = isPlaced ? inPlace(title, { workspace: { name: workspaceName }, environment }) : title;
  const sentences = {
    approve: [t('{0} was not approved.', what), t('It is not known whether {0} was approved.', what)],
    withdraw: [t('{0} was not withdrawn.', what), t('It is not known whether {0} was withdrawn.', what)],
    reject: [t('{0} was not rejected.', what), t('It is not known whether {0} was rejected.', what)],
  } as const;
  const [notDone, unknown] = sentences[action];
  return { ...outcomeSentences(what), notDone, unknown, unchanged: t('The change request is still open.') };
}

/** Tells the user the status of the request, after it was read again because the outcome of a decision was unknown. */
export function tellCheckedOutcome({ outcomes, cause }: ChangeFailed, earlier: ChangeRequest, now: ChangeRequest): void {
  if (now.status !== earlier.status) return tellUnconfirmed({ now, isRecorded: false }, earlier);
  tellRefusal([outcomes.notDone, outcomes.unchanged, cause ? causeOf(cause) : ''].join(' ').trim());
}

/** True if the service has stored the user's comment. */
const isCommentStored = (outcome: DecisionOutcome): boolean =>
  outcome.outcome === 'published' || outcome.outcome === 'decided' || (outcome.outcome === 'unconfirmed' && outcome.isRecorded);

/** Returns true if the connection and API key are still in use. Otherwise tells the user that nothing was decided. */
async function requireInUse(isInUse: IsInUse): Promise<boolean> {
  if (await isInUse()) return true;
  tellRefusal(t('Nothing was decided: a different connection or API key is now in use. To decide, open the review again.'));
  return false;
}

/** Tells the user the status of the request, if the service reported no error but did not confirm the decision either. */
function tellUnconfirmed({ now, isRecorded }: Pick<UnconfirmedDecision, 'now' | 'isRecorded'>, reviewed: ChangeRequest): void {
  const title = requestTitle(reviewed);
  const { label } = statusStyle(now.status);
  if (isRecorded)
    return tellRefusal(
      t('The service recorded your decision, but “{0}” is still “{1}”: others might have to decide, too.', title, label),
    );
  tellRefusal(
    now.status === reviewed.status
      ? t('The service reported no error, but it did not carry out the decision: “{0}” is still “{1}”.', title, label)
      : t('The service did not confirm the decision: “{0}” is now “{1}”.', title, label),
  );
}

async function approve(state: ReviewState, isInUse: IsInUse, kept: KeptText): Promise<DecisionOutcome | undefined> {
  const { connected, reviewed, place } = state;
  const { environment, provenBy } = place;
  const title = requestTitle(reviewed.request);
  const acceptsUnknownState = isStateUnknown(reviewed.live);
  if (acceptsUnknownState && !(await confirmUnseen(reviewed.request, environment?.name))) return undefined;
  // The heading names the API key, because the decision can be sent with a different API key than the one in use.
  const heading = t('Approve “{0}” with the API key “{1}”', title, connected.keyName);
  const comment = await askComment(
    heading,
    approvalQuestion(state),
    // In production, no comment is suggested: only the approver knows the reason.
    environment && provenBy && !environment.isProduction ? t('Approved.') : '',
    kept,
  );
  if (comment === undefined) return undefined;
  const where = {
    workspaceId: reviewed.request.workspace?.id,
    environment,
    isUnproven: provenBy === undefined,
    workspaceName: place.workspaceName,
    objectName: objectName(reviewed.request),
  };
  const permit = await askPermit(connected, where, heading);
  if (!permit || !(await requireInUse(isInUse))) return undefined;
  const outcome = await tellProgress(t('Approving “{0}”', title), () =>
    approveRequest(connected.client, reviewed, environment?.id, comment, {
      permit,
      acceptsUnknownState,
      isSubmittedHere: provenBy === 'submit',
    }),
  );
  if (outcome.outcome === 'published') {
    const published = t('“{0}” is approved with the API key “{1}” and published.', title, connected.keyName);
    const now = await stateSentence(state).catch(() => '');
    tellDone([published, now].filter(Boolean).join(' '), ...showKeysStep(state));
  }
  if (outcome.outcome === 'decided') {
    const { label } = statusStyle(outcome.request.status);
    tellDone(
      t(
        '“{0}” is approved with the API key “{1}”, but not published yet. Its status is now “{2}”.',
        title,
        connected.keyName,
        label,
      ),
    );
  }
  return outcome;
}

/** Asks for a confirmation before an approval if the object can't be read: nobody can see what the request would change. */
function confirmUnseen(request: ChangeRequest, environment: string | undefined): Promise<boolean> {
  const title = requestTitle(request);
  const other = undocumentedSegmentOf(request);
  const cause = other ? unreadableSegment(other.kind) : unseenText(environment);
  const consequence = t(
    'Flag Admin can’t tell what this request would change, or whether somebody changes the object before you approve.',
  );
  return confirm(t('Approve “{0}” without seeing what it changes?', title), `${cause} ${consequence}`, t('Approve Unseen…'));
}

/** Returns a sentence about the object after the decision, as the service returns it. Empty if it can't be read. */
async function stateSentence({ connected, reviewed, place }: ReviewState): Promise<string> {
  const { environment } = place;
  const { request, live } = reviewed;
  const name = objectName(request);
  const now = await readAfterDecision(connected.client, request, live, environment?.id);
  if (now.kind === 'unknown') return '';
  const where = environmentOfWorkspace(environment, place.workspaceName);
  if (now.kind === 'keys') return t('{0} in {1} now contains {2}, as counted by the service.', name, where, keysWords(now.count));
  if (!now.isAsReviewed) return t('{0} in {1} is now different from what you reviewed. Open it to check.', name, where);
  if (!now.definition) return t('{0} no longer has a definition in {1}.', name, where);
  const { killed, defaultTreatment } = now.definition;
  return killed ? killedSentence(name, where, defaultTreatment ?? undefined) : t('{0} in {1} is now as reviewed.', name, where);
}

async function withdrawOrReject(
  action: 'withdraw' | 'reject',
  { connected, key, reviewed }: ReviewState,
  isInUse: IsInUse,
  kept: KeptText,
): Promise<DecisionOutcome | undefined> {
  const { request } = reviewed;
  const title = requestTitle(request);
  const isWithdrawn = action === 'withdraw';
  if (isWithdrawn && !isSubmittedWith(request, key) && !(await confirmWithdrawal(request, key))) return undefined;
  const heading = isWithdrawn ? t('Withdraw “{0}”', title) : t('Reject “{0}” with the API key “{1}”', title, connected.keyName);
  const comment = await askComment(
    heading,
    t('Enter the reason as a comment. The submitter and the approvers of the request can read it.'),
    '',
    kept,
  );
  if (comment === undefined) return undefined;
  const permit = requestPermit(connected);
  if (!permit || !(await requireInUse(isInUse))) return undefined;
  const asked = isWithdrawn ? 'WITHDRAWN' : 'REJECTED';
  const outcome = await closeRequest(connected.client, reviewed, asked, comment, { permit });
  if (outcome.outcome === 'decided') {
    const { label } = statusStyle(outcome.request.status);
    tellDone(t('The status of “{0}” is now “{1}”. Nothing was changed.', title, label));
  }
  if (outcome.outcome === 'cannotReject')
    tellRefusal(
      t(
        'This service does not let API keys reject requests (400). Ask the submitter to withdraw “{0}”, or leave it open.',
        title,
      ),
    );
  return outcome;
}

/**
 * Asks for a confirmation before a withdrawal. The dialog names the submitter, because the request might belong to somebody
 * else.
 */
function confirmWithdrawal(request: ChangeRequest, key: ApiKeyFacts): Promise<boolean> {
  const submitter = submitterOf(request);
  const isSubmittedByOther = submitter && isSubmittedWith(request, key) === false;
  const question = isSubmittedByOther
    ? t('Withdraw somebody else’s change request “{0}”?', requestTitle(request))
    : t('Withdraw the change request “{0}”?', requestTitle(request));
  const isPerhapsApprover = key.identity === undefined || hasApprover(request, key.identity);
  const doubt = submitter
    ? t(
        '{0} submitted this request. Flag Admin does not know yet whether {0} is your API key “{1}”. The service might refuse your decision.',
        submitter.name,
        key.name,
      )
    : t('The submitter of this request is not known. If your API key submitted it, the service might refuse your decision.');
  // An approver's API key can withdraw only its own requests. If the API key is not an approver, there is no doubt to mention.
  const whose = isSubmittedByOther || !isPerhapsApprover ? asSentence(submittedSentence(request)) : doubt;
  const rule = isPerhapsApprover ? [t('An API key of an approver can withdraw only its own change requests.')] : [];
  return confirm(question, [whose, ...rule].join(' '), t('Withdraw'));
}

/** Returns a button that shows the current keys of the segment. Empty for a flag. */
function showKeysStep({ reviewed, place }: ReviewState): readonly NextStep[] {
  const target = requestTarget(reviewed.request, place.environment, place.workspaceName);
  return target?.kind === 'segment' ? [commandStep(t('Show Keys'), 'flagAdmin.segment.showKeys', { target })] : [];
}
