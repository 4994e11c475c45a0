/** The sample world: made anew at every start and reset, the same but for its times, which are counted back from `now`. */
import { APPROVER_NAME, SUBMITTER_NAME } from './apiKeys.ts';
import { lock } from './changeTarget.ts';
import { shownFields } from './definitionShape.ts';
import { SAMPLE_REQUESTS, type SampleRequest } from './sampleChangeRequests.ts';
import { STOREFRONT_FLAGS, type SampleFlag } from './sampleFlags.ts';
import { PAYMENTS_FLAGS } from './samplePaymentFlags.ts';
import { PAYMENTS_SEGMENTS, sampleKeys, STOREFRONT_SEGMENTS, type SampleSegment } from './sampleSegments.ts';
import { stableId } from './stableId.ts';
import type {
  ChangeControl,
  ChangeRequest,
  ChangeTarget,
  DefinitionFields,
  Environment,
  FlagDefinition,
  Workspace,
  World,
} from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ENVIRONMENTS: readonly { name: keyof SampleSegment['sizes']; production: boolean; changeControl: ChangeControl }[] = [
  { name: 'development', production: false, changeControl: 'off' },
  { name: 'staging', production: false, changeControl: 'submitters-choose' },
  { name: 'pre-production', production: false, changeControl: 'restricted' },
  { name: 'production', production: true, changeControl: 'restricted' },
];

const ROLLOUT_STATUSES: readonly (readonly [name: string, description: string])[] = [
  ['Pre-production', 'Not yet in production'],
  ['Internal testing', 'Served to people who work here'],
  ['Ramping', 'Served to more and more of the traffic'],
  ['Experiment', 'Compared with something else'],
  ['100% Released', 'Served to all'],
  ['Removed from code', 'Not asked for any more'],
];

/** A number of days that looks accidental and is always the same for a name. */
const someDays = (name: string, most: number): number => (Number.parseInt(stableId('days', name).slice(0, 6), 16) % most) + 1;

function environmentsOf(
  workspace: string,
  segments: readonly SampleSegment[],
  flags: readonly SampleFlag[],
  now: number,
): Environment[] {
  return ENVIRONMENTS.map(({ name, production, changeControl }): Environment => {
    const times = (of: string) => {
      const age = someDays(`${of}/${name}`, 300) + 20;
      return { creationTime: now - age * DAY, lastUpdateTime: now - (age % 19) * DAY - 5 * HOUR };
    };
    return {
      id: stableId('environment', workspace, name),
      name,
      production,
      changeControl,
      approvers: changeControl === 'restricted' ? [APPROVER_NAME, 'dana.whitfield@example.com'] : [],
      segments: new Map(
        segments.flatMap((segment) => {
          const count = segment.sizes[name];
          if (count === null) return [];
          const definition = {
            id: stableId('segment definition', workspace, name, segment.name),
            ...times(segment.name),
            creator: SUBMITTER_NAME,
            keys: sampleKeys(segment, count),
            openChangeRequestId: null,
            audit: [],
          };
          return [[segment.name, definition]];
        }),
      ),
      definitions: new Map(
        flags.flatMap((flag): (readonly [string, FlagDefinition])[] => {
          const fields = flag.definitions[name];
          if (fields === undefined) return [];
          const definition = {
            id: stableId('definition', workspace, name, flag.name),
            ...times(flag.name),
            lastTrafficReceivedAt: flag.rolloutStatus === 'Removed from code' ? null : now - someDays(flag.name, 300) * 1_000,
            killed: flag.killedIn?.includes(name) ?? false,
            fields,
            openChangeRequestId: null,
          };
          return [[flag.name, definition]];
        }),
      ),
      identities: new Map(),
    };
  });
}

function makeWorkspace(
  name: string,
  requiresTitleAndComments: boolean,
  segments: readonly SampleSegment[],
  flags: readonly SampleFlag[],
  now: number,
): Workspace {
  const trafficTypeId = (trafficType: string) => stableId('traffic type', name, trafficType);
  const statusId = (status: string) => stableId('rollout status', name, status);
  const made = (of: string) => now - (someDays(of, 400) + 320) * DAY;
  return {
    id: stableId('workspace', name),
    name,
    requiresTitleAndComments,
    environments: environmentsOf(name, segments, flags, now),
    trafficTypes: ['user', 'account'].map((type) => ({
      id: trafficTypeId(type),
      name: type,
      displayAttributeId: type === 'user' ? 'email' : 'company',
    })),
    rolloutStatuses: ROLLOUT_STATUSES.map(([status, description]) => ({ id: statusId(status), name: status, description })),
    segments: new Map(
      segments.map(({ name: segment, description, trafficType }) => [
        segment,
        {
          id: stableId('segment', name, segment),
          name: segment,
          description,
          trafficTypeId: trafficTypeId(trafficType),
          creationTime: made(segment),
        },
      ]),
    ),
    flags: new Map(
      flags.map(({ name: flag, description, trafficType, rolloutStatus, tags }) => [
        flag,
        {
          id: stableId('flag', name, flag),
          name: flag,
          description,
          trafficTypeId: trafficTypeId(trafficType),
          creationTime: made(flag),
          rolloutStatusId: statusId(rolloutStatus),
          rolloutStatusTimestamp: now - someDays(flag, 90) * DAY,
          tags,
        },
      ]),
    ),
  };
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The sample names ${what}, which it does not have`);
  return value;
}

function targetOf(workspace: Workspace, environment: Environment, { segment, flag }: SampleRequest): ChangeTarget {
  if (segment !== undefined) return { kind: 'segment', ...segment };
  const { name, operation, edit, from } = found(flag, 'a change request about nothing');
  const held = found(workspace.flags.get(name), name);
  const live = environment.definitions.get(name);
  const source = from === undefined ? live : workspace.environments.find((other) => other.name === from)?.definitions.get(name);
  const now: DefinitionFields = found(source, `a definition of ${name}`).fields;
  const isWhole = operation === 'UPDATE' || operation === 'CREATE';
  const fields = isWhole ? (edit === undefined ? now : edit(now)) : undefined;
  const killed = operation === 'KILL' || (operation !== 'RESTORE' && (live?.killed ?? false));
  const shown = shownFields(workspace, environment, held, fields ?? now, live === undefined ? undefined : { ...live, killed });
  return { kind: 'flag', name, operation, fields, shown };
}

function makeRequest(world: World, sample: SampleRequest): ChangeRequest {
  const workspace = found(
    world.workspaces.find(({ name }) => name === sample.workspace),
    sample.workspace,
  );
  const environment = found(
    workspace.environments.find(({ name }) => name === sample.environment),
    sample.environment,
  );
  const at = (hoursAgo: number) => world.startedAt - hoursAgo * HOUR;
  const status = workspace.rolloutStatuses.find(({ name }) => name === sample.rolloutStatus);
  const first = { comment: sample.comment, user: sample.submitter, role: 'SUBMITTER' as const, timestamp: at(sample.hoursAgo) };
  const { decided } = sample;
  return {
    id: stableId('change request', sample.workspace, sample.title),
    workspaceId: workspace.id,
    environmentId: environment.id,
    title: sample.title,
    submitter: sample.submitter,
    approvers: sample.approvers ?? environment.approvers,
    target: targetOf(workspace, environment, sample),
    rolloutStatusId: status?.id ?? null,
    rolloutStatusTimestamp: status === undefined ? null : at(sample.hoursAgo),
    status: sample.status,
    comments: [
      ...(sample.comment === '' ? [] : [first]),
      ...(decided === undefined
        ? []
        : [{ comment: decided.comment, user: decided.user, role: decided.role, timestamp: at(decided.hoursAgo) }]),
    ],
  };
}

function lockObject(world: World, request: ChangeRequest): void {
  const environments = world.workspaces.flatMap((workspace) => workspace.environments);
  const environment = found(
    environments.find(({ id }) => id === request.environmentId),
    'the environment of a change request',
  );
  if (request.status === 'REQUESTED') lock(environment, request.target, request.id);
}

/** Storefront and Payments with all they hold; `now` in epoch milliseconds. */
export function makeSampleWorld(now: number): World {
  const world: World = {
    organizationId: stableId('organization'),
    startedAt: now,
    workspaces: [
      makeWorkspace('Storefront', false, STOREFRONT_SEGMENTS, STOREFRONT_FLAGS, now),
      makeWorkspace('Payments', true, PAYMENTS_SEGMENTS, PAYMENTS_FLAGS, now),
    ],
    changeRequests: [],
    idsGiven: 0,
    bytesKept: 0,
  };
  const requests = SAMPLE_REQUESTS.toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  for (const sample of requests) world.changeRequests.push(makeRequest(world, sample));
  for (const request of world.changeRequests) lockObject(world, request);
  return world;
}

/** The one environment of the limited API key: Storefront's development. */
export function limitedEnvironmentId(world: World): string {
  return found(world.workspaces[0]?.environments[0], 'an environment').id;
}
