/** Describes the effect of a change, in the same lines as the later review of its change request. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { liveDefinition, type LiveObject } from '../../operations/changeRequests/readReview.ts';
import { readFlagFacts } from '../../operations/changeRequests/flagFacts.ts';
import { addFacts, effectLines, segmentsNamed, computeForWhom } from '../words/audienceWords.ts';
import { segmentLines } from '../words/segmentUseWords.ts';
import type { RelatedFacts } from '../../domain/changeRequests/relatedRequests.ts';
import { keysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { readSegmentUsers } from '../../operations/definitions/readAllDefinitions.ts';
import { timeoutSignal } from '../../time/clock.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { relatedSentences } from '../words/relatedWords.ts';
import { changeLines, rowLine } from '../words/changeLines.ts';
import type { Proposal } from './change.ts';
import { keysWords, operationSentence } from '../words/requestWords.ts';

const { t } = vscode.l10n;

/**
 * The effect of a change. `lines` has one line for each change. `comment` is one text, suggested as the comment of the request.
 */
export interface ChangeSummary {
  readonly lines: readonly string[];
  readonly comment: string;
}

/**
 * Describes the effect of a proposal. Makes one call for the definition of a flag, or for the number of keys in a segment. Uses
 * the keys of a segment only if they were read before, because reading them can take a thousand calls.
 */
export async function changeSummary(proposal: Proposal, environmentOf: RelatedFacts['environmentOf']): Promise<ChangeSummary> {
  const live = await liveObjectOf(proposal);
  const request = asRequest(proposal);
  const { lines, comment } = await summarize(proposal, request, live, await segmentLinesOf(proposal, request, live));
  const count = live.kind === 'unknown' ? await countOf(proposal) : undefined;
  const { connected, workspace, environment } = proposal;
  const related = relatedSentences(
    { ...request, workspace: { id: workspace.id } },
    {
      open: catalogOf(connected.client).requests().items,
      environmentId: environment.id,
      environmentOf,
      live: live.kind === 'definition' ? live.definition : undefined,
    },
  );
  return {
    lines: [...lines, ...(count === undefined ? [] : [t('The segment contains {0} now', keysWords(count))]), ...related],
    comment,
  };
}

/** Describes how `request` would change the live object. For a segment request, `forWhom` says whom the change affects. */
export async function summarize(
  where: Pick<Proposal, 'connected' | 'workspace' | 'environment'>,
  request: ChangeRequest,
  live: LiveObject,
  forWhom: readonly SummaryLine[] = [],
): Promise<ChangeSummary> {
  await computeForWhom(request, live);
  await addFlagFacts(where, request, live);
  const lines = [...new Set(effectLines(request, live, where.environment, forWhom).map(rowLine))];
  const comment = changeLines(request, live, undefined)
    .map(({ text }) => text)
    .join(' ');
  return { lines, comment };
}

/** Returns for example "Add 42 keys to the segment beta-accounts". */
export const proposedTitle = (proposal: Proposal): string => operationSentence(asRequest(proposal));

/** Returns an open change request with this payload, for functions that describe a submitted request. */
export function asRequest({ payload }: Pick<Proposal, 'payload'>): ChangeRequest {
  const common = { id: '', status: 'REQUESTED', operationType: payload.operationType, approvers: [], comments: [] };
  if ('segment' in payload) return { ...common, segment: { ...payload.segment, keys: [...payload.segment.keys] } };
  return { ...common, flag: { treatments: [], rules: [], defaultRule: [], ...payload.flag } };
}

/** How long the confirmation list waits for definitions and facts about segments, in milliseconds. */
const MAX_WAIT = 3_000;

/**
 * Returns whom the change of a segment affects. Empty if its keys were not read before, or if the definitions don't arrive in
 * time.
 */
async function segmentLinesOf(
  { payload, connected, workspace, environment }: Proposal,
  request: ChangeRequest,
  live: LiveObject,
): Promise<readonly SummaryLine[]> {
  if (!('segment' in payload) || live.kind !== 'keys') return [];
  const options = { signal: timeoutSignal(MAX_WAIT) };
  const where = { workspaceId: workspace.id, environmentId: environment.id, segment: payload.segment.name };
  const users = await readSegmentUsers(connected.client, where, options);
  return segmentLines(where.segment, keysEffect(request, new Set(live.keys)), users);
}

/** Adds facts about segments and other flags to the lines of a flag request. Leaves them out if they don't arrive in time. */
async function addFlagFacts(
  { connected, workspace, environment }: Pick<Proposal, 'connected' | 'workspace' | 'environment'>,
  request: ChangeRequest,
  live: LiveObject,
): Promise<void> {
  if (live.kind !== 'definition') return;
  const place = { workspaceId: workspace.id, environmentId: environment.id };
  // For a new or changed definition, dependent flags are not read: such a definition is sometimes proposed to many environments
  // at once. The reviews list these flags.
  const withDependants = request.operationType !== 'UPDATE' && request.operationType !== 'CREATE';
  const about = { request, live: live.definition, first: segmentsNamed(request, live), withDependants };
  const options = { signal: timeoutSignal(MAX_WAIT) };
  await addFacts(request, live, await readFlagFacts(connected.client, place, about, options));
}

async function countOf({ payload, connected, environment }: Proposal): Promise<number | undefined> {
  if (!('segment' in payload)) return undefined;
  // If the number can't be read, the request can still be submitted.
  const page = connected.client.readKeys(environment.id, payload.segment.name, { offset: 0, limit: 1 });
  return (await page.catch(() => undefined))?.count;
}

/** Returns the object before the change. Unknown for a segment whose keys were not read before, and for a hidden definition. */
export async function liveObjectOf({ payload, connected, workspace, environment, contents }: Proposal): Promise<LiveObject> {
  if ('segment' in payload) {
    return contents ? { kind: 'keys', keys: [...contents], count: contents.size } : { kind: 'unknown' };
  }
  const read = connected.client.readDefinition(workspace.id, payload.flag.name, environment.id);
  return liveDefinition(payload, await read.catch(unlessMissing));
}
