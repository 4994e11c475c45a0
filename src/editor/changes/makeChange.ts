/**
 * Makes a change of any kind in these steps: direct or as a request → API key → title and comment → permit to write → send →
 * report the state. If the service requires an approval, the change becomes a change request.
 */
import type { WritePermit } from '../../operations/productionGuard.ts';
import { back, type Answer } from '../ask/ask.ts';
import { apiKeyForAction } from '../ask/apiKeyForAction.ts';
import { askPermit, requireTrust, requireWritable } from '../ask/permit.ts';
import { orLogged } from '../window/log.ts';
import { tellDone } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { orChangeFailed } from './attempt.ts';
import { outcomeSentences, type OutcomeSentences } from '../words/changeFailure.ts';
import { openRequestSentence } from '../words/requestWords.ts';
import { inPlace, placeLabel } from '../words/placeWords.ts';
import { tellIfArchived } from './archivedFlag.ts';
import { changedPlace, type Change, type DirectWay, type Proposal } from './change.ts';
import { propose } from './propose.ts';
import { createRequestDrafts } from './requestDrafts.ts';
import type { ConfirmationPosition } from './requestConfirmation.ts';
import { tellLocked } from './tellLocked.ts';

/**
 * Makes a change. True if it was made, or submitted as a change request. Undefined if the user cancelled, or was told why the
 * change was not sent. `position` is the position of the confirmation list among the questions.
 */
export async function makeChange(services: Services, change: Change, position?: ConfirmationPosition): Promise<Answer<true>> {
  const answer = await orChangeFailed(outcomesOf(change), () => make(services, change, position));
  if (answer === true) change.kept?.drop();
  return answer;
}

async function make(services: Services, change: Change, position: ConfirmationPosition | undefined): Promise<Answer<true>> {
  if (!requireTrust() || !requireWritable(change.connected)) return undefined;
  const { connected, workspace, environment, object, direct, heading: title, needsPermit } = change;
  if (object.kind === 'flag' && (await tellIfArchived(connected, workspace.id, object.name))) return undefined;
  const requiresApprovals = services.serviceFacts.requiresApprovals(connected.origin, environment.id);
  const way = direct ? await direct.chooseWay(requiresApprovals) : 'request';
  if (way === undefined || way === back) return way;
  const ability = way === 'request' && !needsPermit ? 'submit' : 'change';
  const able = await apiKeyForAction({ ...services, connected, ability, environment, title });
  if (!able) return undefined;
  const own = { ...change, connected: able };
  if (way === 'direct' && direct) return changeDirectly(services, own, direct);
  const permit = needsPermit ? await permitFor(own) : undefined;
  if (needsPermit && !permit) return undefined;
  return submit(services, own, { permit, position });
}

async function changeDirectly(services: Services, given: Change, direct: DirectWay): Promise<Answer<true>> {
  const { connected, environment, object } = given;
  const titleAndComment = direct.askTitleAndComment ? await direct.askTitleAndComment(given) : given.titleAndComment;
  if (!titleAndComment) return undefined;
  // `titleAndComment` and not `all`: if the change becomes a request after all, the user must still see its confirmation list.
  const change: Change = { ...given, titleAndComment, answered: 'titleAndComment' };
  const permit = await permitFor(change);
  if (!permit || (change.isStillValid && !(await change.isStillValid()))) return undefined;
  const locked = openRequestSentence(object.name, placeLabel(change));
  const sent = await orChangeFailed(outcomeSentences(inPlace(titleAndComment.title, change)), () =>
    direct.send(change, permit).catch((error: unknown) => tellLocked(services, change, error, locked)),
  );
  if (!sent) return undefined;
  const { outcome: directOutcome } = sent;
  if (directOutcome === 'noSuchCall') return submit(services, change, { directOutcome });
  const requiresApprovals = directOutcome === 'approvalsRequired';
  await orLogged(
    services.serviceFacts.rememberRequiresApprovals(connected.origin, environment.id, requiresApprovals),
    services.log,
  );
  if (sent.outcome === 'approvalsRequired') {
    // A comment that the user has just typed takes precedence over the stored draft of an earlier request.
    const isTyped = direct.askTitleAndComment !== undefined && titleAndComment.comment !== '';
    const rest: Change = { ...(sent.remaining ?? change), ...(isTyped && { answered: 'titleAndComment' }) };
    return orChangeFailed(outcomesOf(rest), () =>
      submit(services, rest, { directOutcome: sent.outcome, alreadyDone: sent.alreadyDone }),
    );
  }
  const { origin, connectionId } = connected;
  const { kind, name, operation } = object;
  if (operation !== undefined) {
    const draft = { origin, connectionId, environment, object: { kind, name, operation } };
    await orLogged(createRequestDrafts(services.workspaceMemory).drop(draft), services.log);
  }
  services.events.fire({ kind: 'object', connection: connectionId, place: changedPlace(change, object), isChanged: true });
  tellDone(...sent.message);
  return true;
}

const permitFor = ({ connected, workspace, environment, object, heading }: Change): Promise<WritePermit | undefined> =>
  askPermit(
    connected,
    { workspaceId: workspace.id, environment, workspaceName: workspace.name, objectName: object.name },
    heading,
  );

interface SubmitOptions extends Pick<Proposal, 'directOutcome' | 'alreadyDone'> {
  readonly permit?: WritePermit | undefined;
  readonly position?: ConfirmationPosition | undefined;
}

const outcomesOf = ({ outcomes, heading }: Change): OutcomeSentences => outcomes ?? outcomeSentences(heading);

/** Submits the change as a request. `directOutcome` is the outcome of the direct change, if one was tried. */
async function submit(
  services: Services,
  change: Change,
  { permit, position, directOutcome, alreadyDone }: SubmitOptions,
): Promise<Answer<true>> {
  const plan = await change.request(change, permit);
  const request = plan && (await propose(services, { ...change, ...plan, directOutcome, alreadyDone }, position));
  return typeof request === 'object' ? true : request;
}
