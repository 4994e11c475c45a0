/**
 * The one way to make a change: direct or request → API key → words → permit → send → the current state. What the
 * environment refuses without an approval becomes a change request.
 */
import { lockedBy } from '../../operations/changeRequests/lockedBy.ts';
import type { Answer } from '../ask/ask.ts';
import { keyForAction } from '../ask/keyForAction.ts';
import { askPermit, requireTrust, requireWritable } from '../ask/permit.ts';
import { orLogged } from '../window/log.ts';
import { tellDone, tellRefusal } from '../window/notifications.ts';
import { describeFailure } from '../words/failureWords.ts';
import { reviewStep } from '../words/nextSteps.ts';
import { openRequestSentence } from '../words/requestWords.ts';
import type { Services } from '../window/services.ts';
import type { Change, DirectOutcome, DirectWay } from './change.ts';
import { propose } from './propose.ts';
import { createDrafts } from './requestDrafts.ts';

/** True = the change is made, or submitted as a change request. Undefined = the user left, or was told why it was not sent. */
export async function makeChange(services: Services, change: Change): Promise<Answer<true>> {
  if (!requireTrust() || !requireWritable(change.connected)) return undefined;
  const { connected, environment, direct } = change;
  const isGated = services.serviceFacts.isGated(connected.origin, environment.id);
  const way = direct ? await direct.chooseWay(isGated) : 'request';
  if (way === undefined) return undefined;
  const ability = way === 'request' ? 'submit' : 'change';
  const able = await keyForAction({ ...services, connected, ability, environment, title: change.heading });
  if (!able) return undefined;
  const own = { ...change, connected: able };
  return way === 'direct' && direct ? changeDirectly(services, own, direct) : submit(services, own);
}

async function changeDirectly(services: Services, given: Change, direct: DirectWay): Promise<Answer<true>> {
  const { connected, workspace, environment, object } = given;
  const words = direct.askWords ? await direct.askWords(given) : given.words;
  if (!words) return undefined;
  // If it becomes a request after all, the user looks at that.
  const change: Change = { ...given, words, answered: 'words' };
  const permit = await askPermit(connected, { workspaceId: workspace.id, environment }, change.heading);
  if (!permit || (change.stillHolds && !(await change.stillHolds()))) return undefined;
  const sent = await direct.send(change, permit).catch((error: unknown) => tellLocked(services, change, error));
  if (!sent) return undefined;
  if (sent.outcome === 'notDirectly') return submit(services, change, sent.outcome);
  const isGated = sent.outcome === 'approvalsRequired';
  await orLogged(services.serviceFacts.rememberGated(connected.origin, environment.id, isGated), services.log);
  if (sent.outcome === 'approvalsRequired') return submit(services, change, sent.outcome);
  const { origin, connectionId } = connected;
  await orLogged(createDrafts(services.workspaceMemory).drop({ origin, connectionId, environment, object }), services.log);
  const { kind, name } = object;
  const place = { object: kind, workspaceId: workspace.id, environmentId: environment.id, name };
  services.events.fire({ kind: 'object', connection: connectionId, place, isChanged: true });
  tellDone(...sent.message);
  return true;
}

/** A change request that is open on the object: tells the user, with the way to it. Any other failure is thrown on. */
async function tellLocked({ serviceFacts, log }: Services, change: Change, error: unknown): Promise<undefined> {
  const { connected, workspace, environment, object } = change;
  const place = { workspaceId: workspace.id, environmentId: environment.id, object };
  const id = await lockedBy(error, connected.client, place, (other) => serviceFacts.environmentOf(connected.origin, other));
  if (id === undefined) throw error;
  log.warn(describeFailure(error).detail);
  return tellRefusal(openRequestSentence(object.name, `${workspace.name} / ${environment.name}`), reviewStep(id));
}

/** `after` = what came of sending it directly. */
async function submit(
  services: Services,
  change: Change,
  after?: Exclude<DirectOutcome['outcome'], 'done'>,
): Promise<Answer<true>> {
  const plan = await change.request();
  if (!plan) return undefined;
  const { connected, workspace, environment, words, answered, stillHolds } = change;
  const request = await propose(services, {
    connected,
    workspace,
    environment,
    change: plan.payload,
    rolloutStatus: plan.rolloutStatus,
    isRefused: after === 'approvalsRequired',
    isInstead: after === 'notDirectly',
    isExplained: answered !== undefined,
    isAgreed: answered === 'all',
    suggestedTitle: words.title,
    suggestedComment: words.comment,
    ...(stillHolds && { stillHolds }),
  });
  return request && true;
}
