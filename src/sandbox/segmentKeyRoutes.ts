/** The keys of a segment in one environment: upload, listing, removal. */
import { mustBeUngated, mustBeUnlocked, mustExplain } from './approvals.ts';
import { fieldsOf, keysOf, maybeTextOf } from './bodyFields.ts';
import { wholeNumber, type Call, type Route } from './call.ts';
import { answered } from './documentedFields.ts';
import { DEFAULT_KEYS_PAGE, MAX_AUDIT, MAX_KEYS_PER_SEGMENT, mustFitUpdate, withKeysAdded } from './limits.ts';
import { invalid } from './refusal.ts';
import { activeSegment, trafficTypeOf } from './segmentRoutes.ts';
import type { SegmentDefinition } from './world.ts';

type Active = ReturnType<typeof activeSegment>;

function shownUpload(call: Call, { workspace, environment, segment, definition }: Active): unknown {
  const trafficType = trafficTypeOf(workspace, segment);
  return answered(call.service, 'uploadedSegment', {
    id: definition.id,
    orgId: call.world.organizationId,
    environment: environment.id,
    environmentURN: { type: 'Environment', id: environment.id, name: environment.name },
    name: segment.name,
    trafficTypeId: trafficType.id,
    trafficTypeURN: { type: 'TrafficType', id: trafficType.id, name: trafficType.name },
    description: segment.description,
    creator: { type: 'ApiKey', id: definition.creator, name: definition.creator },
    status: 'ACTIVE',
    creationTime: definition.creationTime,
    lastUpdateTime: definition.lastUpdateTime,
    type: 'Segment',
  });
}

/** Writes a line into the audit log of a segment. */
function note(definition: SegmentDefinition, timestamp: number, user: string, comment: string): void {
  definition.audit = [...definition.audit, { timestamp, user, comment }].slice(-MAX_AUDIT);
}

function add(call: Call, active: Active, keys: readonly string[], isReplacing: boolean): unknown {
  const { definition } = active;
  const held = withKeysAdded(call.world, isReplacing ? new Set() : definition.keys, keys);
  definition.keys = held;
  definition.lastUpdateTime = call.service.now();
  return shownUpload(call, active);
}

function upload(call: Call): unknown {
  const active = activeSegment(call);
  mustBeUngated(call.world, active.environment);
  const keys = keysOf(call.body, 'The body');
  if (keys.length === 0) throw invalid('The body must hold at least one key');
  mustFitUpdate(keys);
  mustBeUnlocked(active.definition, `Segment ${active.segment.name}`);
  return add(call, active, keys, false);
}

function uploadWithComment(call: Call): unknown {
  const active = activeSegment(call);
  mustBeUngated(call.world, active.environment);
  const body = fieldsOf(call.body, 'The body');
  const keys = keysOf(body['keys'], 'keys');
  const comment = maybeTextOf(body['comment'], 'comment');
  const title = maybeTextOf(body['title'], 'title');
  const replace = (call.query.get('replace') ?? 'false').toLowerCase();
  if (replace !== 'true' && replace !== 'false') throw invalid('replace must be true or false');
  mustExplain(active.workspace, title, comment);
  if (keys.length === 0 && replace === 'false') throw invalid('keys must hold at least one key');
  mustFitUpdate(keys);
  mustBeUnlocked(active.definition, `Segment ${active.segment.name}`);
  const answer = add(call, active, keys, replace === 'true');
  note(active.definition, call.service.now(), call.caller.name, comment);
  return answer;
}

function removeKeys(call: Call): unknown {
  const { workspace, environment, segment, definition } = activeSegment(call);
  mustBeUngated(call.world, environment);
  const body = fieldsOf(call.body, 'The body');
  const keys = keysOf(body['keys'], 'keys', call.service.speaksLive ? 'skipped' : 'refused');
  const comment = maybeTextOf(body['comment'], 'comment');
  mustExplain(workspace, comment);
  if (keys.length === 0) throw invalid('keys must hold at least one key');
  mustBeUnlocked(definition, `Segment ${segment.name}`);
  const before = definition.keys.size;
  definition.keys = definition.keys.difference(new Set(keys));
  const removed = before - definition.keys.size;
  definition.lastUpdateTime = call.service.now();
  note(definition, call.service.now(), call.caller.name, comment);
  return { code: 200, message: `${removed} keys were deleted`, details: '', transactionId: call.transactionId };
}

function list(call: Call): unknown {
  const { definition } = activeSegment(call);
  const limit = wholeNumber(call.query, 'limit', DEFAULT_KEYS_PAGE, 1, MAX_KEYS_PER_SEGMENT);
  const offset = wholeNumber(call.query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
  const keys: { key: string }[] = [];
  let index = 0;
  for (const key of definition.keys) {
    if (index >= offset + limit) break;
    if (index >= offset) keys.push({ key });
    index += 1;
  }
  return { keys, openChangeRequestId: definition.openChangeRequestId, count: definition.keys.size, offset, limit };
}

const path = 'segments/:environment/:segment';

export const segmentKeyRoutes: readonly Route[] = [
  { method: 'PUT', path: `${path}/upload`, isDocumented: true, body: 'json', isKeys: true, run: upload },
  {
    method: 'PUT',
    path: `${path}/uploadKeys`,
    isDocumented: false,
    query: { beyond: ['replace'] },
    body: 'json',
    isKeys: true,
    run: uploadWithComment,
  },
  // The answer has offset and limit, so both are read in the documented-only mode too.
  {
    method: 'GET',
    path: `${path}/keys`,
    isDocumented: true,
    query: { documented: ['limit', 'offset'] },
    body: 'none',
    run: list,
  },
  { method: 'PUT', path: `${path}/removeKeys`, isDocumented: true, body: 'json', isKeys: true, run: removeKeys },
];
