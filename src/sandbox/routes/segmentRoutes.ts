/** Segments of a workspace, and their activation in an environment. */
import { undocumented, documented, segmentNamed, type Call, type Route } from '../call.ts';
import { checked, newNamed } from '../bodyFields.ts';
import { MAX_PAGE } from '../limits.ts';
import { conflict } from '../refusal.ts';
import { activationAnswer, segmentAnswer } from './answers.ts';
import { mustBeUnused } from './references.ts';

function create(call: Call): unknown {
  call.mustReachWorkspace();
  const { workspace, trafficType } = call;
  const { name, description } = checked(newNamed, call.body);
  if (workspace.segments.has(name)) throw conflict(`Segment ${name} exists already`);
  const segment = { id: call.newId(), name, description, trafficTypeId: trafficType.id, creationTime: call.service.now() };
  workspace.segments.set(name, segment);
  return segmentAnswer(workspace, segment);
}

function remove(call: Call): true {
  call.mustReachWorkspace();
  const { workspace, segment } = call;
  const activeIn = workspace.environments.filter(({ segments }) => segments.has(segment.name));
  for (const environment of activeIn) call.mustNeedNoApproval(environment);
  mustBeUnused(workspace, 'segments', segment.name);
  for (const environment of activeIn) environment.segments.delete(segment.name);
  workspace.segments.delete(segment.name);
  return true;
}

/**
 * Activates a segment, even with change control, because adding an empty segment definition needs no change request
 * (admin-api.md, Segments, rule 5).
 */
function activate(call: Call): unknown {
  const { workspace, environment, segment } = call;
  if (environment.segments.has(segment.name)) throw conflict(`Segment ${segment.name} is active in ${environment.name} already`);
  const now = call.service.now();
  environment.segments.set(segment.name, {
    id: call.newId(),
    creationTime: now,
    creator: call.caller.name,
    lastUpdateTime: now,
    keys: new Set(),
    openChangeRequestId: null,
    audit: [],
  });
  return activationAnswer(workspace, environment, segment, now);
}

function deactivate(call: Call): true {
  const { environment, segment, activeSegment } = call;
  call.mustNeedNoApproval(environment);
  const { size } = activeSegment.keys;
  if (size > 0) throw conflict(`Segment ${segment.name} still has ${size} keys in ${environment.name}`);
  environment.segments.delete(segment.name);
  return true;
}

function listActive(call: Call): unknown {
  const { workspace, environment } = call;
  return call.pageOf([...environment.segments], MAX_PAGE, ([name, { creationTime }]) =>
    activationAnswer(workspace, environment, segmentNamed(workspace, name), creationTime),
  );
}

function list(call: Call): unknown {
  const { workspace } = call;
  return call.pageOf([...workspace.segments.values()], MAX_PAGE, (segment) => segmentAnswer(workspace, segment));
}

const listOthers =
  (kind: 'largeSegments' | 'ruleBasedSegments') =>
  (call: Call): unknown =>
    call.pageOf([...call.workspace[kind].values()], MAX_PAGE, (segment) => segmentAnswer(call.workspace, segment));

const paged = { query: ['limit', 'offset'] };

export const segmentRoutes: readonly Route[] = [
  documented('POST', 'segments/ws/:workspace/trafficTypes/:trafficType', create),
  documented('GET', 'segments/ws/:workspace', list, paged),
  undocumented('GET', 'segments/ws/:workspace/:segment', (call) => segmentAnswer(call.workspace, call.segment)),
  documented('DELETE', 'segments/ws/:workspace/:segment', remove),
  documented('POST', 'segments/:environment/:segment', activate, { body: 'ignored' }),
  undocumented('DELETE', 'segments/:environment/:segment', deactivate),
  undocumented('GET', 'segments/ws/:workspace/environments/:environment', listActive, paged),
  undocumented('GET', 'large-segments/ws/:workspace', listOthers('largeSegments'), paged),
  undocumented('GET', 'rule-based-segments/ws/:workspace', listOthers('ruleBasedSegments'), paged),
];
