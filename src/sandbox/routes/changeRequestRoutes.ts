/** Change requests: submit, list, read and decide (admin-api.md, Change requests). */
import * as z from 'zod/mini';
import { documented, type Call, type Route } from '../call.ts';
import { anyObject, checked, isJsonObject, maybeText, requiredText, type BodyFields } from '../bodyFields.ts';
import { DEFAULT_REQUEST_PAGE, MAX_REQUEST_PAGE } from '../limits.ts';
import { conflict, forbidden, found, invalid, Refusal } from '../refusal.ts';
import type { StoredRequest, StoredEnvironment, StoredWorkspace } from '../world/world.ts';
import { changeRequestAnswer, isOpen } from './answers.ts';
import { lock, newRequest, publish, checkedTarget } from './changeTarget.ts';

const DOCUMENTED_STATUSES = ['REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'PUBLISHED'];
const SCHEDULED_STATUSES = ['SCHEDULE_REQUESTED', 'SCHEDULED'];

/**
 * Accepted names of the field: the name on the live service, a plain name for the id alone, and the name that admin-api.md
 * prints.
 */
const ROLLOUT_STATUS_FIELDS = ['rolloutStatus', 'rolloutStatusId', '{base_url}'];

/** Returns the id of the rollout status. An empty id counts as missing. */
function rolloutStatusOf(body: BodyFields, { rolloutStatuses }: StoredWorkspace, isRequired: boolean): string | null {
  const ids = ROLLOUT_STATUS_FIELDS.map((field) => body[field]).map((sent) => (isJsonObject(sent) ? sent['id'] : sent));
  const sent = ids.find((id) => (id ?? '') !== '');
  if (sent === undefined) {
    if (isRequired) throw invalid('rolloutStatus.id must be given for every operation but KILL');
    return null;
  }
  const status = rolloutStatuses.find(({ id }) => id === sent);
  if (!status) throw invalid('rolloutStatus.id does not exist in the workspace');
  return status.id;
}

const titled = z.object({ title: requiredText, comment: maybeText });
const isZone = z.refine<string>((zone) => isTimeZone(zone), 'must be the IANA name of a time zone');
const schedule = z.object({ scheduledFor: z.optional(z.int()), scheduledForTimezone: z.optional(z.string().check(isZone)) });

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format();
    return true;
  } catch {
    return false;
  }
}

/** Reads the scheduled time, which only the live service accepts (service-beyond.md). It must be in the future. */
function scheduleOf({ service }: Call, body: BodyFields): StoredRequest['schedule'] {
  if (!service.imitatesLive) return undefined;
  const { scheduledFor: at, scheduledForTimezone: zone = 'UTC' } = checked(schedule, body);
  if (at !== undefined && at <= service.now()) throw invalid('scheduledFor must lie in the future');
  return at === undefined ? undefined : { at, zone };
}
const textOrNothing = (value: unknown): string => (typeof value === 'string' ? value : '');

function submit(call: Call): unknown {
  const { service, caller, workspace, environment } = call;
  const body = checked(anyObject, call.body);
  call.mustExplain(workspace, textOrNothing(body['title']), textOrNothing(body['comment']));
  const { title, comment } = checked(titled, body);
  const about = checkedTarget(service, { workspace, environment }, body);
  const { target } = about;
  // admin-api.md requires a status for every operation on a flag except KILL. The live service requires none.
  const needsStatus = !service.imitatesLive && target.operation !== 'KILL';
  const rolloutStatusId = target.kind === 'flag' ? rolloutStatusOf(body, workspace, needsStatus) : null;
  const submitted = { ...about, id: call.newId(), title, submitter: caller.name, rolloutStatusId };
  const request = newRequest({ workspace, environment }, submitted, comment, service.now(), scheduleOf(call, body));
  call.world.changeRequests.push(request);
  lock(environment, target, request.id);
  return changeRequestAnswer(service, request);
}

/** Returns the change requests that the API key can see, newest first. */
function visibleRequests({ world, caller }: Call): readonly StoredRequest[] {
  const isVisible = ({ environmentId }: StoredRequest) => (caller.environmentId ?? environmentId) === environmentId;
  return world.changeRequests.filter(isVisible).toReversed();
}

/**
 * Returns the marker of a page's first or last change request. Markers, unlike offsets, remain correct while requests are
 * added.
 */
const markerOf = ({ id }: StoredRequest): string => Buffer.from(id).toString('base64url');

/**
 * Returns the index of the change request that the sent marker identifies. Undefined if no marker was sent. The marker may be
 * sent under either name, or under both with the same value.
 */
function markedPlace({ query }: Call, all: readonly StoredRequest[], name: string, otherName: string): number | undefined {
  const [first, second] = [query.get(name) || undefined, query.get(otherName) || undefined];
  if (first && second && first !== second) throw invalid(`${name} and ${otherName} differ`);
  const marker = first ?? second;
  if (!marker) return undefined;
  const place = all.findIndex((request) => markerOf(request) === marker);
  if (place === -1) throw invalid('The marker is not one of this listing');
  return place;
}

function list(call: Call): unknown {
  const { service, query } = call;
  const statuses = service.isDocumentedOnly ? DOCUMENTED_STATUSES : [...DOCUMENTED_STATUSES, ...SCHEDULED_STATUSES];
  const status = query.get('status') || 'REQUESTED';
  if (!statuses.includes(status)) throw invalid(`status must be one of ${statuses.join(', ')}`);
  const limit = call.number('limit', DEFAULT_REQUEST_PAGE, 1, MAX_REQUEST_PAGE);
  const environmentId = query.get('environmentId') || undefined;
  if (environmentId) call.environmentById(environmentId);
  const all = visibleRequests(call);
  const next = markedPlace(call, all, 'nextMarker', 'after');
  const previous = markedPlace(call, all, 'previousMarker', 'before');
  if (next !== undefined && previous !== undefined) throw invalid('Only one of nextMarker and previousMarker can be followed');
  const isAsked = (request: StoredRequest) =>
    request.status === status && (environmentId ?? request.environmentId) === request.environmentId;
  const page =
    previous === undefined
      ? all
          .slice((next ?? -1) + 1)
          .filter(isAsked)
          .slice(0, limit)
      : all.slice(0, previous).filter(isAsked).slice(-limit);
  const [first, last] = [page[0], page.at(-1)];
  return {
    data: page.map((request) => changeRequestAnswer(service, request)),
    // Null if there are no further matching requests in this direction.
    nextMarker: last && all.slice(all.indexOf(last) + 1).some(isAsked) ? markerOf(last) : null,
    previousMarker: first && all.slice(0, all.indexOf(first)).some(isAsked) ? markerOf(first) : null,
    limit,
    count: page.length,
  };
}

function requestOf(call: Call): StoredRequest {
  const id = call.part('changeRequest');
  return found(
    visibleRequests(call).find((request) => request.id === id),
    `Change request ${id}`,
  );
}

/** Refuses an API key that may not make this decision (admin-api.md, States and transitions). */
function mustDecide({ caller, service }: Call, request: StoredRequest, environment: StoredEnvironment, decision: string): void {
  const isSubmitter = request.submitter === caller.name;
  const isApprover = environment.changeControl === 'restricted' && environment.approvers.includes(caller.name);
  if (decision === 'WITHDRAWN') {
    if (isApprover && !isSubmitter) throw forbidden('An approver can not withdraw the change request of somebody else');
    return;
  }
  // The live service answers with a 401 although the API key is valid.
  const status = service.imitatesLive ? 401 : 403;
  if (isSubmitter) throw new Refusal(status, 'The submitter of a change request can not approve it');
  if (!isApprover) throw new Refusal(status, `API key ${caller.name} is not an approver of this change request`);
}

const DECISIONS = ['APPROVED', 'WITHDRAWN', 'REJECTED'] as const;
const decisionBody = z.object({ comment: maybeText });

function decide(call: Call): unknown {
  const { service, caller } = call;
  const request = requestOf(call);
  const place = call.environmentById(request.environmentId);
  const body = checked(anyObject, call.body);
  const { comment } = checked(decisionBody, body);
  const decisions = DECISIONS.filter((one) => one !== 'REJECTED' || !service.isDocumentedOnly);
  const decision = decisions.find((one) => one === body['status']);
  if (!decision) throw invalid(`status must be one of ${decisions.join(', ')}`);
  // A request that is approved and waits for its scheduled time can still be withdrawn.
  if (!isOpen(request) || (request.status === 'SCHEDULED' && decision !== 'WITHDRAWN'))
    throw conflict(`The change request is ${request.status} and can not be changed any more`);
  mustDecide(call, request, place.environment, decision);
  call.mustExplain(place.workspace, comment);
  if (decision === 'APPROVED' && request.schedule) request.status = 'SCHEDULED';
  else if (decision === 'APPROVED') publishNow(call, place, request);
  else close(place.environment, request, decision);
  if (comment !== '') {
    const role = request.submitter === caller.name ? 'SUBMITTER' : decision === 'WITHDRAWN' ? 'EDITOR' : 'APPROVER';
    request.comments.push({ comment, user: caller.name, role, timestamp: service.now() });
  }
  return changeRequestAnswer(service, request);
}

function close(environment: StoredEnvironment, request: StoredRequest, status: 'PUBLISHED' | 'WITHDRAWN' | 'REJECTED'): void {
  request.status = status;
  lock(environment, request.target, null);
}

function publishNow(call: Call, place: ReturnType<Call['environmentById']>, request: StoredRequest): void {
  publish(call, place, request);
  close(place.environment, request, 'PUBLISHED');
}

/** Publishes approved requests whose scheduled time has come. A request that can't be published any more remains unchanged. */
export function publishDue(call: Call): void {
  const { world, service } = call;
  const isDue = ({ status, schedule: planned }: StoredRequest) =>
    status === 'SCHEDULED' && planned && planned.at <= service.now();
  for (const request of world.changeRequests.filter(isDue)) {
    const workspace = world.workspaces.find(({ id }) => id === request.workspaceId)!;
    const environment = workspace.environments.find(({ id }) => id === request.environmentId)!;
    try {
      publishNow(call, { workspace, environment }, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

export const changeRequestRoutes: readonly Route[] = [
  documented('POST', 'changeRequests/ws/:workspace/environments/:environment', submit),
  documented('GET', 'changeRequests', list, {
    query: ['status', 'nextMarker', 'previousMarker'],
    undocumentedQuery: ['after', 'before', 'limit', 'environmentId'],
  }),
  documented('GET', 'changeRequests/:changeRequest', (call) => changeRequestAnswer(call.service, requestOf(call))),
  documented('PUT', 'changeRequests/:changeRequest', decide),
];
