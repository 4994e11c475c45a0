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
import { attempt } from './attempt.ts';
import { triedTo, type Tried } from '../words/changeFailure.ts';
import { openRequestSentence } from '../words/requestWords.ts';
import { inPlace, placeLabel } from '../words/placeWords.ts';
import { isRefusedAsArchived } from './archivedFlag.ts';
import { changedPlace, type Change, type DirectWay, type Proposal } from './change.ts';
import { propose } from './propose.ts';
import { createRequestDrafts } from './requestDrafts.ts';
import type { SheetPosition } from './requestSheet.ts';
import { tellLocked } from './tellLocked.ts';

/**
 * Makes a change. True if it was made, or submitted as a change request. Undefined if the user cancelled, or was told why the
 * change was not sent. `position` is the position of the confirmation list (sheet) among the questions.
 */
export async function makeChange(services: Services, change: Change, position?: SheetPosition): Promise<Answer<true>> {
  const answer = await attempt(triedOf(change), () => make(services, change, position));
  if (answer === true) change.kept?.drop();
  return answer;
}

async function make(services: Services, change: Change, position: SheetPosition | undefined): Promise<Answer<true>> {
  if (!requireTrust() || !requireWritable(change.connected)) return undefined;
  const { connected, workspace, environment, object, direct, heading: title, needsPermit } = change;
  if (object.kind === 'flag' && (await isRefusedAsArchived(connected, workspace.id, object.name))) return undefined;
  const isGated = services.serviceFacts.requiresApprovals(connected.origin, environment.id);
  const way = direct ? await direct.chooseWay(isGated) : 'request';
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
  const words = direct.askWords ? await direct.askWords(given) : given.words;
  if (!words) return undefined;
  // `words` and not `all`: if the change becomes a request after all, the user must still see its confirmation list (sheet).
  const change: Change = { ...given, words, answered: 'words' };
  const permit = await permitFor(change);
  if (!permit || (change.stillHolds && !(await change.stillHolds()))) return undefined;
  const locked = openRequestSentence(object.name, placeLabel(change));
  const sent = await attempt(triedTo(inPlace(words.title, change)), () =>
    direct.send(change, permit).catch((error: unknown) => tellLocked(services, change, error, locked)),
  );
  if (!sent) return undefined;
  const { outcome: after } = sent;
  if (after === 'notDirectly') return submit(services, change, { after });
  const isGated = after === 'approvalsRequired';
  await orLogged(services.serviceFacts.rememberRequiresApprovals(connected.origin, environment.id, isGated), services.log);
  if (sent.outcome === 'approvalsRequired') {
    // A comment that the user has just typed takes precedence over the stored draft of an earlier request.
    const isTyped = direct.askWords !== undefined && words.comment !== '';
    const rest: Change = { ...(sent.rest ?? change), ...(isTyped && { answered: 'words' }) };
    return attempt(triedOf(rest), () => submit(services, rest, { after: sent.outcome, happened: sent.happened }));
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

interface SubmitOptions extends Pick<Proposal, 'after' | 'happened'> {
  readonly permit?: WritePermit | undefined;
  readonly position?: SheetPosition | undefined;
}

const triedOf = ({ tried, heading }: Change): Tried => tried ?? triedTo(heading);

/** Submits the change as a request. `after` is the outcome of the direct change, if one was tried. */
async function submit(
  services: Services,
  change: Change,
  { permit, position, after, happened }: SubmitOptions,
): Promise<Answer<true>> {
  const plan = await change.request(change, permit);
  const request = plan && (await propose(services, { ...change, ...plan, after, happened }, position));
  return typeof request === 'object' ? true : request;
}
