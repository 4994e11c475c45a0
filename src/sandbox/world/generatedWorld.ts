/**
 * A world of any size, for measurements. Its content is derived from the indexes of its objects, and is created when it is
 * read.
 */
import { APPROVER_NAME, SUBMITTER_NAME } from '../sandboxKeys.ts';
import { checkedTarget, lock, newRequest } from '../routes/changeTarget.ts';
import { LazyMap, nameAt } from './lazyMap.ts';
import { define, inSegment, ON_OFF, rule, shares } from './sampleDefinition.ts';
import { sampleKeys } from './sampleSegments.ts';
import { stableId } from './stableId.ts';
import {
  newWorld,
  type StoredEnvironment,
  type StoredFlagDefinition,
  type StoredSegment,
  type StoredWorkspace,
  type World,
} from './world.ts';

export interface WorldSize {
  readonly workspaces: number;
  /**
   * The number of environments in each workspace. The first environment accepts direct changes. Each other environment has two
   * open change requests.
   */
  readonly environments: number;
  /**
   * The number of segments in each workspace: one has 100,000 keys, one has 10,000, one is empty, and all others have 100 keys.
   */
  readonly segments: number;
}

const MOST: WorldSize = { workspaces: 200, environments: 100, segments: 100_000 };
const HOUR = 3_600_000;

/**
 * Parses a size in words: workspaces × environments × segments, such as `50x50x10000`. Throws a RangeError with the reason if
 * the text is not a size.
 */
export function worldSizeIn(text: string): WorldSize {
  const [, workspaces = 0, environments = 0, segments = 0] = (/^(\d+)x(\d+)x(\d+)$/.exec(text) ?? []).map(Number);
  const size = { workspaces, environments, segments };
  const isRight = Object.entries(size).every(([name, count]) => count >= 1 && count <= MOST[name as keyof WorldSize]);
  if (!isRight)
    throw new RangeError(
      `${JSON.stringify(text.slice(0, 50))} is no size: write workspaces, environments and segments, such as 50x50x10000.`,
    );
  return size;
}

const keysOf = (index: number): ReadonlySet<string> =>
  sampleKeys({ name: 'generated', trafficType: 'account' }, [100_000, 10_000, 0][index] ?? 100);

/** Returns the number of flags: one for every twenty segments, but at least 100 and at most 500. */
const flagsFor = (segments: number): number => Math.min(500, Math.max(100, Math.floor(segments / 20)));

function environmentOf(workspace: string, index: number, size: WorldSize, now: number): StoredEnvironment {
  const isLast = index === size.environments - 1;
  const name = isLast ? 'production' : nameAt('environment-', index);
  // All ids of an environment share one hash, because a hash for each id would take most of the time of a listing.
  const [prefix] = stableId('generated', workspace, name).split(/-(?=[^-]*$)/);
  const itself = (kind: number, at: number) => ({
    id: `${prefix}-${kind}${at.toString(16).padStart(11, '0')}`,
    creationTime: now - (at + 1) * HOUR,
    lastUpdateTime: now - HOUR,
    openChangeRequestId: null,
  });
  const definitionOf = (flag: string, at: number): StoredFlagDefinition => {
    const rules = [at, at + 1].map((each) => rule(shares('on', 100), inSegment(nameAt('segment-', each % size.segments))));
    return { ...itself(2, at), lastTrafficReceivedAt: null, killed: false, fields: define(flag, { treatments: ON_OFF, rules }) };
  };
  const isRestricted = isLast && index > 0;
  return {
    id: stableId('environment', workspace, name),
    name,
    production: isRestricted,
    changeControl: isRestricted ? 'restricted' : index === 0 ? 'off' : 'submitters-choose',
    approvers: isRestricted ? [APPROVER_NAME] : [],
    segments: new LazyMap({
      count: size.segments,
      prefix: 'segment-',
      make: (_name, at) => ({ ...itself(1, at), creator: SUBMITTER_NAME, keys: keysOf(at), audit: [] }),
    }),
    definitions: new LazyMap({ count: flagsFor(size.segments), prefix: 'flag-', make: definitionOf }),
    identities: new Map(),
  };
}

function workspaceOf(index: number, size: WorldSize, now: number): StoredWorkspace {
  const name = nameAt('workspace-', index);
  const trafficTypeId = stableId('traffic type', name);
  const rolloutStatusId = stableId('rollout status', name);
  const [prefix] = stableId('generated', name).split(/-(?=[^-]*$)/);
  const itself = (kind: number, of: string, at: number): StoredSegment => ({
    id: `${prefix}-${kind}${at.toString(16).padStart(11, '0')}`,
    name: of,
    description: `Number ${at} of ${name}`,
    trafficTypeId,
    creationTime: now - (at + 1) * HOUR,
  });
  return {
    id: stableId('workspace', name),
    name,
    requiresTitleAndComments: false,
    trafficTypes: [{ id: trafficTypeId, name: 'account', displayAttributeId: null }],
    rolloutStatuses: [{ id: rolloutStatusId, name: 'Ramping', description: '' }],
    segments: new LazyMap({ count: size.segments, prefix: 'segment-', make: (of, at) => itself(3, of, at) }),
    largeSegments: new Map(),
    ruleBasedSegments: new Map(),
    flags: new LazyMap({
      count: flagsFor(size.segments),
      prefix: 'flag-',
      make: (of, at) => ({ ...itself(4, of, at), rolloutStatusId, rolloutStatusTimestamp: null, tags: [], state: 'ACTIVE' }),
    }),
    environments: Array.from({ length: size.environments }, (_, at) => environmentOf(name, at, size, now)),
  };
}

/** Adds one request about a flag and one about a segment to each environment with change control. */
function addRequests(world: World, { segments }: WorldSize): void {
  const flags = flagsFor(segments);
  for (const [at, workspace] of world.workspaces.entries())
    for (const [number, environment] of workspace.environments.entries()) {
      if (environment.changeControl === 'off') continue;
      const flag = environment.definitions.get(nameAt('flag-', (at + number) % flags))!;
      // Uses the last segments, because measurements change the first ones.
      const segment = nameAt('segment-', segments - 1 - (number % segments));
      const bodies = [
        { flag: { ...flag.fields, trafficAllocation: 50 }, operationType: 'UPDATE', approvers: [] },
        { segment: { name: segment, keys: ['acct-new'] }, operationType: 'CREATE', approvers: [] },
      ];
      const place = { workspace, environment };
      for (const [kind, body] of bodies.entries()) {
        const target = checkedTarget({ world, vocabulary: 'flag', imitatesLive: false }, place, body);
        const id = stableId('change request', at, number, kind);
        const about = { ...target, id, title: `Change ${kind + 1} of ${environment.name}`, submitter: SUBMITTER_NAME };
        const rolloutStatusId = kind === 0 ? workspace.rolloutStatuses[0]!.id : null;
        world.changeRequests.push(newRequest(place, { ...about, rolloutStatusId }, '', world.startedAt - number * HOUR));
        lock(environment, target.target, id);
      }
    }
}

/** `now` in epoch milliseconds. */
export function makeGeneratedWorld(size: WorldSize, now: number): World {
  const workspaces = Array.from({ length: size.workspaces }, (_, at) => workspaceOf(at, size, now));
  const world = newWorld(workspaces, now);
  addRequests(world, size);
  return world;
}
