/** The keys of a segment in one environment: upload, list and remove. */
import * as z from 'zod/mini';
import { undocumented, documented, mustBeUnlocked, type Call, type Route } from '../call.ts';
import { anyObject, checked, keys as keysSchema, keysWithoutBlank, maybeText } from '../bodyFields.ts';
import {
  DEFAULT_KEYS_PAGE,
  MAX_AUDIT,
  MAX_KEYS,
  MAX_KEYS_PER_SEGMENT,
  MAX_KEYS_PER_UPLOAD,
  MAX_LIVE_KEYS_PAGE,
} from '../limits.ts';
import { full, invalid } from '../refusal.ts';
import { storedValues } from '../world/lazyMap.ts';
import type { StoredSegmentDefinition, World } from '../world/world.ts';
import { asDocumented, trafficTypeOf } from './answers.ts';

/** Returns the union of a segment's keys and the added keys. If the union exceeds a limit, refuses the whole call. */
export function withKeysAdded({ workspaces }: World, present: ReadonlySet<string>, added: readonly string[]): Set<string> {
  const together = present.union(new Set(added));
  if (together.size > MAX_KEYS_PER_SEGMENT) {
    throw invalid(`A segment has at most ${MAX_KEYS_PER_SEGMENT} keys; with this update it would have ${together.size}`);
  }
  const environments = workspaces.flatMap((workspace) => workspace.environments);
  const stored = environments.flatMap(({ segments }) => [...storedValues(segments)]);
  // A set that several segments share counts once, because it is in memory only once.
  const total = new Set(stored.map(({ keys }) => keys))
    .values()
    .reduce((sum, { size }) => sum + size, together.size - present.size);
  if (total > MAX_KEYS) throw full();
  return together;
}

/** Refuses more keys than one update may add. Repeated keys count once. */
export function mustFitUpdate(keys: readonly string[]): void {
  const { size } = new Set(keys);
  if (size > MAX_KEYS_PER_UPLOAD) throw invalid(`One update adds at most ${MAX_KEYS_PER_UPLOAD} keys; this one has ${size}`);
}

/** Returns the segment of the path. Refuses the call if its keys may not be changed directly in the environment. */
function changeable(call: Call): StoredSegmentDefinition {
  const { activeSegment } = call;
  call.mustNeedNoApproval(call.environment);
  return activeSegment;
}

function uploadAnswer(call: Call, active: StoredSegmentDefinition): unknown {
  const { workspace, environment, segment } = call;
  const trafficType = trafficTypeOf(workspace, segment);
  return asDocumented(call.service, 'uploadedSegment', {
    id: active.id,
    orgId: call.world.organizationId,
    environment: environment.id,
    environmentURN: { type: 'Environment', id: environment.id, name: environment.name },
    name: segment.name,
    trafficTypeId: trafficType.id,
    trafficTypeURN: { type: 'TrafficType', id: trafficType.id, name: trafficType.name },
    description: segment.description,
    creator: { type: 'ApiKey', id: active.creator, name: active.creator },
    status: 'ACTIVE',
    creationTime: active.creationTime,
    lastUpdateTime: active.lastUpdateTime,
    type: 'Segment',
  });
}

/** Replaces the keys of a segment. Adds the comment to its audit log. */
function change(call: Call, active: StoredSegmentDefinition, keys: ReadonlySet<string>, comment?: string): void {
  const timestamp = call.service.now();
  active.keys = keys;
  active.lastUpdateTime = timestamp;
  if (comment === undefined) return;
  active.audit = [...active.audit, { timestamp, user: call.caller.name, comment }].slice(-MAX_AUDIT);
}

/** Adds the keys, or replaces the existing ones with them. */
function add(
  call: Call,
  active: StoredSegmentDefinition,
  keys: readonly string[],
  isReplacing: boolean,
  comment?: string,
): unknown {
  if (keys.length === 0 && !isReplacing) throw invalid('There must be at least one of the keys');
  mustFitUpdate(keys);
  mustBeUnlocked(call.service, active, `Segment ${call.segment.name}`);
  change(call, active, withKeysAdded(call.world, isReplacing ? new Set() : active.keys, keys), comment);
  return uploadAnswer(call, active);
}

function upload(call: Call): unknown {
  const active = changeable(call);
  return add(call, active, checked(keysSchema, call.body), false);
}

const explainedKeys = z.object({ keys: keysSchema, comment: maybeText, title: maybeText });

function uploadWithComment(call: Call): unknown {
  const active = changeable(call);
  const { keys, comment, title } = checked(explainedKeys, call.body);
  const replace = (call.query.get('replace') ?? 'false').toLowerCase();
  if (replace !== 'true' && replace !== 'false') throw invalid('replace must be true or false');
  call.mustExplain(call.workspace, title, comment);
  return add(call, active, keys, replace === 'true', comment);
}

const explained = z.object({ comment: maybeText });

function removeKeys(call: Call): unknown {
  const active = changeable(call);
  const body = checked(anyObject, call.body);
  const keys = checked(call.service.imitatesLive ? keysWithoutBlank : keysSchema, body['keys'], 'keys');
  const { comment } = checked(explained, body);
  call.mustExplain(call.workspace, comment);
  if (keys.length === 0) throw invalid('keys must have at least one key');
  mustBeUnlocked(call.service, active, `Segment ${call.segment.name}`);
  const before = active.keys.size;
  change(call, active, active.keys.difference(new Set(keys)), comment);
  const message = `${before - active.keys.size} keys were deleted`;
  return { code: 200, message, details: '', transactionId: call.transactionId };
}

function list(call: Call): unknown {
  const { keys: all, openChangeRequestId } = call.activeSegment;
  const { limit, offset } = call.page(call.service.imitatesLive ? MAX_LIVE_KEYS_PAGE : MAX_KEYS_PER_SEGMENT, DEFAULT_KEYS_PAGE);
  const keys = [...all.values().drop(offset).take(limit)].map((key) => ({ key }));
  return { keys, openChangeRequestId, count: all.size, offset, limit };
}

const path = 'segments/:environment/:segment';

export const segmentKeyRoutes: readonly Route[] = [
  documented('PUT', `${path}/upload`, upload, { isKeys: true }),
  undocumented('PUT', `${path}/uploadKeys`, uploadWithComment, { undocumentedQuery: ['replace'], isKeys: true }),
  // The documented answer contains offset and limit, so the documented-only mode accepts both in the query, too.
  documented('GET', `${path}/keys`, list, { query: ['limit', 'offset'] }),
  documented('PUT', `${path}/removeKeys`, removeKeys, { isKeys: true }),
];
