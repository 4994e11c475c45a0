/** Converts objects of the world into the form of the answers. */
import type { Call, Service } from '../call.ts';
import type {
  StoredRequest,
  DefinitionFields,
  StoredEnvironment,
  StoredFlag,
  StoredFlagDefinition,
  NamedItem,
  StoredSegment,
  StoredWorkspace,
} from '../world/world.ts';

const named = ({ id, name }: NamedItem) => ({ id, name });

/** Returns the traffic type of a segment or flag. */
export function trafficTypeOf(
  { trafficTypes }: StoredWorkspace,
  { trafficTypeId: id }: { readonly trafficTypeId: string },
): NamedItem {
  return named(trafficTypes.find((one) => one.id === id) ?? { id, name: '' });
}

export function segmentAnswer(workspace: StoredWorkspace, segment: StoredSegment): unknown {
  const { name, description, creationTime } = segment;
  return { name, description, trafficType: trafficTypeOf(workspace, segment), creationTime, tags: null };
}

/** Returns the answer for a segment that is active in an environment. */
export function activationAnswer(
  workspace: StoredWorkspace,
  environment: StoredEnvironment,
  segment: StoredSegment,
  creationTime: number,
): unknown {
  const trafficType = trafficTypeOf(workspace, segment);
  return { name: segment.name, environment: named(environment), trafficType, status: 'ACTIVE', creationTime };
}

/**
 * Returns a flag of the call's workspace. Public clients disagree on the name of the field for the state of a flag, so each
 * vocabulary uses one of the names.
 */
export function flagAnswer({ workspace, service }: Call, flag: StoredFlag): unknown {
  const rolloutStatus = workspace.rolloutStatuses.find(({ id }) => id === flag.rolloutStatusId);
  return {
    id: flag.id,
    name: flag.name,
    description: flag.description,
    trafficType: trafficTypeOf(workspace, flag),
    creationTime: flag.creationTime,
    rolloutStatus: rolloutStatus ? named(rolloutStatus) : null,
    rolloutStatusTimestamp: flag.rolloutStatusTimestamp,
    tags: flag.tags.length === 0 ? null : flag.tags.map((name) => ({ name })),
    owners: [],
    ...(!service.isDocumentedOnly && { [service.vocabulary === 'split' ? 'status' : 'state']: flag.state }),
  };
}

/** The facts about an existing definition besides its fields. Undefined for a definition that a change request would add. */
type Live = Pick<StoredFlagDefinition, 'id' | 'killed' | 'creationTime' | 'lastUpdateTime' | 'lastTrafficReceivedAt'> | undefined;

/** Returns the full definition, except `openChangeRequestId` (service-beyond.md, Fuller shapes). */
export function fullDefinition(
  workspace: StoredWorkspace,
  environment: StoredEnvironment,
  flag: StoredFlag,
  fields: DefinitionFields,
  live: Live,
): Readonly<Record<string, unknown>> {
  const full = {
    ...fields,
    environment: named(environment),
    trafficType: trafficTypeOf(workspace, flag),
    killed: live?.killed ?? false,
  };
  if (!live) return full;
  const { id, creationTime, lastUpdateTime, lastTrafficReceivedAt } = live;
  return { ...full, id, creationTime, lastUpdateTime, ...(lastTrafficReceivedAt === null ? {} : { lastTrafficReceivedAt }) };
}

export function definitionAnswer(
  workspace: StoredWorkspace,
  environment: StoredEnvironment,
  flag: StoredFlag,
  definition: StoredFlagDefinition,
): Readonly<Record<string, unknown>> {
  const { fields, openChangeRequestId } = definition;
  return { ...fullDefinition(workspace, environment, flag, fields, definition), openChangeRequestId };
}

/** True if the request locks its object. */
export const isOpen = ({ status }: Pick<StoredRequest, 'status'>): boolean =>
  status === 'REQUESTED' || status === 'SCHEDULE_REQUESTED' || status === 'SCHEDULED';

/**
 * Returns a change request. Its fields for the flag and the segment are always present, and are null if the request is not
 * about such an object. The name of the flag's field is the service's own term for a flag.
 */
export function changeRequestAnswer(service: Service, request: StoredRequest): Record<string, unknown> {
  const { target } = request;
  const workspace = service.world.workspaces.find(({ id }) => id === request.workspaceId);
  const rolloutStatus = workspace?.rolloutStatuses.find(({ id }) => id === request.rolloutStatusId);
  const openChangeRequestId = isOpen(request) ? request.id : null;
  return {
    [service.vocabulary]:
      target.kind === 'flag' ? asDocumented(service, 'requestedDefinition', { ...target.preview, openChangeRequestId }) : null,
    segment: target.kind === 'segment' ? { name: target.name, keys: target.keys } : null,
    ...(target.kind !== 'flag' && target.kind !== 'segment' && { [target.kind]: target.fields }),
    id: request.id,
    status: request.status,
    title: request.title,
    comment: null,
    workspace: { id: request.workspaceId, type: 'workspace' },
    approvers: request.approvers,
    operationType: target.operation,
    comments: request.comments,
    [service.isDocumentedOnly ? 'the service' : 'rolloutStatus']: rolloutStatus
      ? { id: rolloutStatus.id, type: 'RolloutStatus', name: rolloutStatus.name }
      : null,
    rolloutStatusTimestamp: request.rolloutStatusTimestamp,
    ...(request.schedule && { scheduledFor: request.schedule.at, scheduledForTimezone: request.schedule.zone }),
  };
}

const DEFINITION = ['name', 'treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule'];

/** The fields that the tables of admin-api.md have for an object. The content of a treatment or rule remains as it was sent. */
const DOCUMENTED = {
  /** A definition in a change request, which has no environment. */
  requestedDefinition: [...DEFINITION, 'killed', 'openChangeRequestId'],
  readDefinition: [...DEFINITION, 'id', 'environment', 'trafficType'],
  uploadedSegment: ['name', 'environmentURN', 'description', 'status', 'creationTime', 'lastUpdateTime', 'type'],
  identity: ['key', 'values'],
};

/** Returns the answer. In the documented-only mode, removes the fields that admin-api.md does not have. */
export function asDocumented(
  service: Service,
  kind: keyof typeof DOCUMENTED,
  answer: Readonly<Record<string, unknown>>,
): unknown {
  if (!service.isDocumentedOnly) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([field]) => DOCUMENTED[kind].includes(field)));
}
