/**
 * The sample world. Every start and reset creates it again. The sample is always the same except for its times, which are
 * relative to `now`.
 */
import { APPROVER_NAME, SUBMITTER_NAME } from '../sandboxKeys.ts';
import { lock, newRequest, checkedTarget } from '../routes/changeTarget.ts';
import { SAMPLE_REQUESTS, type SampleRequest } from './sampleRequests.ts';
import { STOREFRONT_FLAGS, type SampleFlag } from './sampleFlags.ts';
import { PAYMENTS_FLAGS } from './samplePaymentFlags.ts';
import {
  keyMaker,
  LARGE_SEGMENTS,
  PAYMENTS_SEGMENTS,
  RULE_BASED_SEGMENTS,
  sampleKeys,
  STOREFRONT_SEGMENTS,
  type SampleSegment,
} from './sampleSegments.ts';
import { stableId } from './stableId.ts';
import {
  newWorld,
  type ChangeControl,
  type StoredEnvironment,
  type StoredFlag,
  type StoredFlagDefinition,
  type StoredSegment,
  type StoredSegmentDefinition,
  type StoredWorkspace,
  type World,
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

/** Returns a number of days that looks random but is always the same for a name. */
const someDays = (name: string, most: number): number => (Number.parseInt(stableId('days', name).slice(0, 6), 16) % most) + 1;

interface Sample {
  readonly name: string;
  readonly requiresTitleAndComments: boolean;
  readonly segments: readonly SampleSegment[];
  readonly flags: readonly SampleFlag[];
}

const STOREFRONT = {
  name: 'Storefront',
  requiresTitleAndComments: false,
  segments: STOREFRONT_SEGMENTS,
  flags: STOREFRONT_FLAGS,
};
const PAYMENTS = { name: 'Payments', requiresTitleAndComments: true, segments: PAYMENTS_SEGMENTS, flags: PAYMENTS_FLAGS };

function environmentOf(
  workspace: Sample,
  { name, production, changeControl }: (typeof ENVIRONMENTS)[number],
  now: number,
): StoredEnvironment {
  const itself = (kind: string, of: string) => {
    const age = someDays(`${of}/${name}`, 300) + 20;
    const times = { creationTime: now - age * DAY, lastUpdateTime: now - (age % 19) * DAY - 5 * HOUR };
    return { id: stableId(kind, workspace.name, name, of), ...times, openChangeRequestId: null };
  };
  const segments = new Map<string, StoredSegmentDefinition>();
  for (const segment of workspace.segments) {
    const count = segment.sizes[name];
    if (count === null) continue;
    const keys = sampleKeys(segment, count);
    segments.set(segment.name, { ...itself('segment definition', segment.name), creator: SUBMITTER_NAME, keys, audit: [] });
  }
  const definitions = new Map<string, StoredFlagDefinition>();
  for (const flag of workspace.flags) {
    const fields = flag.definitions[name];
    if (!fields) continue;
    const lastTrafficReceivedAt = flag.rolloutStatus === 'Removed from code' ? null : now - someDays(flag.name, 300) * 1_000;
    const killed = flag.killedIn?.includes(name) ?? false;
    definitions.set(flag.name, { ...itself('definition', flag.name), lastTrafficReceivedAt, killed, fields });
  }
  return {
    id: stableId('environment', workspace.name, name),
    name,
    production,
    changeControl,
    approvers: changeControl === 'restricted' ? [APPROVER_NAME, 'dana.whitfield@example.com'] : [],
    segments,
    definitions,
    identities: new Map(),
  };
}

function workspaceOf(sample: Sample, now: number): StoredWorkspace {
  const { name, requiresTitleAndComments } = sample;
  const trafficTypeId = (trafficType: string) => stableId('traffic type', name, trafficType);
  const statusId = (status: string) => stableId('rollout status', name, status);
  const itself = (kind: string, one: Pick<SampleSegment, 'name' | 'description' | 'trafficType'>): StoredSegment => ({
    id: stableId(kind, name, one.name),
    name: one.name,
    description: one.description,
    trafficTypeId: trafficTypeId(one.trafficType),
    creationTime: now - (someDays(one.name, 400) + 320) * DAY,
  });
  const segmentsOf = (kind: string, all: readonly Parameters<typeof itself>[1][]) =>
    new Map(all.map((segment) => [segment.name, itself(kind, segment)]));
  const flagOf = (flag: SampleFlag): StoredFlag => ({
    ...itself('flag', flag),
    rolloutStatusId: statusId(flag.rolloutStatus),
    rolloutStatusTimestamp: now - someDays(flag.name, 90) * DAY,
    tags: [...flag.tags],
    state: 'ACTIVE',
  });
  return {
    id: stableId('workspace', name),
    name,
    requiresTitleAndComments,
    environments: ENVIRONMENTS.map((environment) => environmentOf(sample, environment, now)),
    trafficTypes: [
      { id: trafficTypeId('user'), name: 'user', displayAttributeId: 'email' },
      { id: trafficTypeId('account'), name: 'account', displayAttributeId: 'company' },
    ],
    rolloutStatuses: ROLLOUT_STATUSES.map(([status, description]) => ({ id: statusId(status), name: status, description })),
    segments: segmentsOf('segment', sample.segments),
    largeSegments: segmentsOf('large segment', sample === STOREFRONT ? LARGE_SEGMENTS : []),
    ruleBasedSegments: segmentsOf('rule-based segment', sample === STOREFRONT ? RULE_BASED_SEGMENTS : []),
    flags: new Map(sample.flags.map((flag) => [flag.name, flagOf(flag)])),
  };
}

function byName<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const one = all.find((each) => each.name === name);
  if (!one) throw new Error(`The sample has no ${name}`);
  return one;
}

/** Adds a change request in the same way as for a call, but with the times of the sample. */
function addRequest(world: World, sample: SampleRequest): void {
  const { name, title, submitter, comment, decided, edit, rolloutStatus, keys: [first, count] = [0, 0] } = sample;
  const workspace = byName(world.workspaces, sample.workspace);
  const environment = byName(workspace.environments, sample.environment);
  const source = byName(workspace.environments, sample.from ?? sample.environment).definitions.get(name)?.fields;
  const keyAt = keyMaker({ name, trafficType: 'account' });
  const body = {
    ...(sample.isFlag
      ? { flag: source && (edit?.(source) ?? source) }
      : { segment: { name, keys: Array.from({ length: count }, (_, index) => keyAt(first + index)) } }),
    operationType: sample.operation,
    approvers: sample.approvers ?? [],
  };
  const place = { workspace, environment };
  const request = newRequest(
    place,
    {
      ...checkedTarget({ world, vocabulary: 'flag', imitatesLive: false }, place, body),
      id: stableId('change request', workspace.name, title),
      title,
      submitter,
      rolloutStatusId: rolloutStatus === undefined ? null : byName(workspace.rolloutStatuses, rolloutStatus).id,
    },
    comment,
    world.startedAt - sample.hoursAgo * HOUR,
  );
  if (decided) {
    const { hoursAgo, status, ...entry } = decided;
    request.status = status;
    request.comments.push({ ...entry, timestamp: world.startedAt - hoursAgo * HOUR });
  } else lock(environment, request.target, request.id);
  world.changeRequests.push(request);
}

/** Creates Storefront and Payments with their complete content. `now` in epoch milliseconds. */
export function makeSampleWorld(now: number): World {
  const workspaces = [STOREFRONT, PAYMENTS].map((sample) => workspaceOf(sample, now));
  const world = newWorld(workspaces, now);
  for (const sample of SAMPLE_REQUESTS.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) addRequest(world, sample);
  return world;
}

/** Returns the only environment of the limited API key: Storefront's development. */
export function limitedEnvironmentId({ workspaces }: World): string {
  const first = workspaces[0]?.environments[0];
  if (!first) throw new Error('The world has no environment');
  return first.id;
}
