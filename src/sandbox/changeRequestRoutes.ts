/** Change requests: submitting, listing, reading, deciding (admin-api.md, Change requests). */
import { environmentById, environmentOf, workspaceById } from './apiKeys.ts';
import { mustApprove, mustExplain, mustWithdraw } from './approvals.ts';
import { fieldsOf, isFields, maybeTextOf, textOf, type Fields } from './bodyFields.ts';
import { newId, wholeNumber, type Call, type Route } from './call.ts';
import { shownRequest } from './changeRequestShape.ts';
import { lock, publish, targetOf } from './changeTarget.ts';
import { DEFAULT_REQUEST_PAGE, MAX_REQUEST_PAGE } from './limits.ts';
import { markerOf, pageByMarkers } from './markers.ts';
import { conflict, invalid, notFound } from './refusal.ts';
import type { ChangeRequest, CommentEntry, Workspace } from './world.ts';

const DOCUMENTED_STATUSES = ['REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'PUBLISHED'];
const SCHEDULED_STATUSES = ['SCHEDULE_REQUESTED', 'SCHEDULED'];

/** The field's name on the live service, a plain one, and the one that admin-api.md prints. */
const ROLLOUT_STATUS_FIELDS = ['rolloutStatus', 'rolloutStatusId', '{base_url}'];

/** The id of the rollout status. An empty one counts as not given. */
function rolloutStatusOf(body: Fields, workspace: Workspace, isRequired: boolean): string | null {
  const ids = ROLLOUT_STATUS_FIELDS.map((field) => body[field]).map((sent) => (isFields(sent) ? sent['id'] : sent));
  const id = ids.find((sent) => (sent ?? '') !== '');
  if (id === undefined) {
    if (isRequired) throw invalid('rolloutStatus.id must be given for every operation but KILL');
    return null;
  }
  const status = workspace.rolloutStatuses.find((one) => one.id === id);
  if (!status) throw invalid('rolloutStatus.id does not exist in the workspace');
  return status.id;
}

function submit(call: Call): unknown {
  const workspace = workspaceById(call.caller, call.world, call.part('workspace'));
  const environment = environmentOf(call, workspace);
  const body = fieldsOf(call.body, 'The body');
  mustExplain(workspace, body['title'], body['comment']);
  const title = textOf(body['title'], 'title');
  const comment = maybeTextOf(body['comment'], 'comment');
  const { target, approvers } = targetOf(call, workspace, environment, body);
  const isFlag = target.kind === 'flag';
  // The document wants one for every operation on a flag but KILL, the live service for none.
  const needsStatus = !call.service.speaksLive && target.operation !== 'KILL';
  const rolloutStatusId = isFlag ? rolloutStatusOf(body, workspace, needsStatus) : null;
  const now = call.service.now();
  const request: ChangeRequest = {
    id: newId(call),
    workspaceId: workspace.id,
    environmentId: environment.id,
    title,
    submitter: call.caller.name,
    approvers,
    target,
    rolloutStatusId,
    rolloutStatusTimestamp: rolloutStatusId === null ? null : now,
    status: 'REQUESTED',
    comments: comment === '' ? [] : [{ comment, user: call.caller.name, role: 'SUBMITTER', timestamp: now }],
  };
  call.world.changeRequests.push(request);
  lock(environment, target, request.id);
  return shownRequest(call.service, request);
}

function isVisible(call: Call, request: ChangeRequest): boolean {
  return call.caller.environmentId === undefined || call.caller.environmentId === request.environmentId;
}

function list(call: Call): unknown {
  const { service, query } = call;
  const statuses = service.isDocumentedOnly ? DOCUMENTED_STATUSES : [...DOCUMENTED_STATUSES, ...SCHEDULED_STATUSES];
  const status = query.get('status') || 'REQUESTED';
  if (!statuses.includes(status)) throw invalid(`status must be one of ${statuses.join(', ')}`);
  const limit = wholeNumber(query, 'limit', DEFAULT_REQUEST_PAGE, 1, MAX_REQUEST_PAGE);
  const environmentId = query.get('environmentId') || undefined;
  if (environmentId !== undefined) environmentById(call.caller, call.world, environmentId);
  const isAsked = (request: ChangeRequest) =>
    request.status === status &&
    isVisible(call, request) &&
    (environmentId === undefined || request.environmentId === environmentId);
  const page = pageByMarkers(call.world.changeRequests.toReversed(), isAsked, limit, {
    next: markerOf(query, 'nextMarker', 'after'),
    previous: markerOf(query, 'previousMarker', 'before'),
  });
  return {
    data: page.found.map((request) => shownRequest(service, request)),
    nextMarker: page.nextMarker,
    previousMarker: page.previousMarker,
    limit,
    count: page.found.length,
  };
}

function requestOf(call: Call): ChangeRequest {
  const id = call.part('changeRequest');
  const request = call.world.changeRequests.find((candidate) => candidate.id === id && isVisible(call, candidate));
  if (request === undefined) throw notFound(`Change request ${id}`);
  return request;
}

function decide(call: Call): unknown {
  const request = requestOf(call);
  const { workspace, environment } = environmentById(call.caller, call.world, request.environmentId);
  const body = fieldsOf(call.body, 'The body');
  const comment = maybeTextOf(body['comment'], 'comment');
  const decisions = call.service.isDocumentedOnly ? ['APPROVED', 'WITHDRAWN'] : ['APPROVED', 'WITHDRAWN', 'REJECTED'];
  const decision = body['status'];
  if (typeof decision !== 'string' || !decisions.includes(decision))
    throw invalid(`status must be one of ${decisions.join(', ')}`);
  if (request.status !== 'REQUESTED') throw conflict(`The change request is ${request.status} and can not be changed any more`);
  if (decision === 'WITHDRAWN') mustWithdraw(call.caller, request, environment);
  else mustApprove(call, request, environment);
  mustExplain(workspace, comment);
  if (decision === 'APPROVED') publish(call, workspace, environment, request);
  request.status = decision === 'APPROVED' ? 'PUBLISHED' : decision === 'WITHDRAWN' ? 'WITHDRAWN' : 'REJECTED';
  lock(environment, request.target, null);
  if (comment !== '') {
    const role: CommentEntry['role'] =
      request.submitter === call.caller.name ? 'SUBMITTER' : decision === 'WITHDRAWN' ? 'EDITOR' : 'APPROVER';
    request.comments = [...request.comments, { comment, user: call.caller.name, role, timestamp: call.service.now() }];
  }
  return shownRequest(call.service, request);
}

export const changeRequestRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'changeRequests/ws/:workspace/environments/:environment',
    isDocumented: true,
    body: 'json',
    run: submit,
  },
  {
    method: 'GET',
    path: 'changeRequests',
    isDocumented: true,
    query: { documented: ['status', 'nextMarker', 'previousMarker'], beyond: ['after', 'before', 'limit', 'environmentId'] },
    body: 'none',
    run: list,
  },
  {
    method: 'GET',
    path: 'changeRequests/:changeRequest',
    isDocumented: true,
    body: 'none',
    run: (call) => shownRequest(call.service, requestOf(call)),
  },
  { method: 'PUT', path: 'changeRequests/:changeRequest', isDocumented: true, body: 'json', run: decide },
];
