/** A change request as answers show it (admin-api.md, Change request). */
import type { Service } from './call.ts';
import { answered } from './documentedFields.ts';
import type { ChangeRequest } from './world.ts';

/** `flag` goes by the service's own word; the other of `flag` and `segment` is null. */
export function shownRequest(service: Service, request: ChangeRequest): Record<string, unknown> {
  const { target } = request;
  const workspace = service.world.workspaces.find((candidate) => candidate.id === request.workspaceId);
  const rolloutStatus = workspace?.rolloutStatuses.find((candidate) => candidate.id === request.rolloutStatusId);
  const open = request.status === 'REQUESTED' ? request.id : null;
  return {
    [service.vocabulary]:
      target.kind === 'flag' ? answered(service, 'requestedDefinition', { ...target.shown, openChangeRequestId: open }) : null,
    segment: target.kind === 'segment' ? { name: target.name, keys: target.keys } : null,
    id: request.id,
    status: request.status,
    title: request.title,
    comment: null,
    workspace: { id: request.workspaceId, type: 'workspace' },
    approvers: request.approvers,
    operationType: target.operation,
    comments: request.comments,
    [service.isDocumentedOnly ? 'the service' : 'rolloutStatus']:
      rolloutStatus === undefined ? null : { id: rolloutStatus.id, type: 'RolloutStatus', name: rolloutStatus.name },
    rolloutStatusTimestamp: request.rolloutStatusTimestamp,
  };
}
