/** The effect of a change, in the same lines as the review will show. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { LiveObject } from '../../operations/changeRequests/readReview.ts';
import { readFlagFacts } from '../../operations/changeRequests/flagFacts.ts';
import { addFacts, effectLines, segmentsNamed, workOutForWhom } from '../words/audienceWords.ts';
import { segmentLines } from '../words/segmentUseWords.ts';
import type { RelatedFacts } from '../../domain/changeRequests/relatedRequests.ts';
import { keysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { readAllDefinitions } from '../../operations/definitions/readAllDefinitions.ts';
import { timeoutSignal } from '../../time/clock.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { relatedSentences } from '../words/relatedWords.ts';
import { changeLines, rowLine } from '../words/changeLines.ts';
import type { Proposal } from './change.ts';
import { keysWords, operationSentence } from '../words/requestWords.ts';

const { t } = vscode.l10n;

/** `lines`: one line for each change. `comment`: all changes as one text, used if nobody wrote a comment. */
export interface ChangeSummary {
  readonly lines: readonly string[];
  readonly comment: string;
}

/**
 * Describes the effect of a proposal. One call reads the definition of a flag, or the number of keys in a segment. The keys
 * themselves are considered only if they were read before, because reading them may take a thousand calls.
 */
export async function changeSummary(proposal: Proposal, environmentOf: RelatedFacts['environmentOf']): Promise<ChangeSummary> {
  const live = await liveOf(proposal);
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

/** Describes how `request` would change the live object. `forWhom`: lines about whom a change of a segment affects. */
export async function summarize(
  where: Pick<Proposal, 'connected' | 'workspace' | 'environment'>,
  request: ChangeRequest,
  live: LiveObject,
  forWhom: readonly SummaryLine[] = [],
): Promise<ChangeSummary> {
  await workOutForWhom(request, live);
  await addFlagFacts(where, request, live);
  const lines = [...new Set(effectLines(request, live, where.environment, forWhom).map(rowLine))];
  const comment = changeLines(request, live, undefined)
    .map(({ text }) => text)
    .join(' ');
  return { lines, comment };
}

/** Returns a title such as "Add 42 keys to the segment beta-accounts". */
export const proposedTitle = (proposal: Proposal): string => operationSentence(asRequest(proposal));

/** Returns the request as if it were submitted now. */
export function asRequest({ payload }: Pick<Proposal, 'payload'>): ChangeRequest {
  const common = { id: '', status: 'REQUESTED', operationType: payload.operationType, approvers: [], comments: [] };
  if ('segment' in payload) return { ...common, segment: { ...payload.segment, keys: [...payload.segment.keys] } };
  return { ...common, flag: { treatments: [], rules: [], defaultRule: [], ...payload.flag } };
}

/** Milliseconds that the sheet waits for other definitions and segments. */
const LONGEST = 3_000;

/** Returns whom the change of a segment affects, if its keys were read before and the definitions arrive in time. */
async function segmentLinesOf(
  { payload, connected, workspace, environment }: Proposal,
  request: ChangeRequest,
  live: LiveObject,
): Promise<readonly SummaryLine[]> {
  if (!('segment' in payload) || live.kind !== 'keys') return [];
  const options = { signal: timeoutSignal(LONGEST) };
  const definitions = await readAllDefinitions(connected.client, workspace.id, environment.id, options);
  return segmentLines(payload.segment.name, keysEffect(request, new Set(live.keys)), definitions);
}

/** Adds facts about segments and other flags, if they arrive in time. */
async function addFlagFacts(
  { connected, workspace, environment }: Pick<Proposal, 'connected' | 'workspace' | 'environment'>,
  request: ChangeRequest,
  live: LiveObject,
): Promise<void> {
  if (live.kind !== 'definition') return;
  const place = { workspaceId: workspace.id, environmentId: environment.id };
  // A definition may be proposed to many environments, so the flags that depend on its flag are not read here. The reviews list
  // them.
  const withDependants = request.operationType !== 'UPDATE' && request.operationType !== 'CREATE';
  const about = { request, live: live.definition, first: segmentsNamed(request, live), withDependants };
  const options = { signal: timeoutSignal(LONGEST) };
  await addFacts(request, live, await readFlagFacts(connected.client, place, about, options));
}

async function countOf({ payload, connected, environment }: Proposal): Promise<number | undefined> {
  if (!('segment' in payload)) return undefined;
  // A missing count must not prevent the submission.
  const page = connected.client.readKeys(environment.id, payload.segment.name, { offset: 0, limit: 1 });
  return (await page.catch(() => undefined))?.count;
}

/** Returns the current state of the changed object, if one call can read it or it was read before. */
export async function liveOf({ payload, connected, workspace, environment, contents }: Proposal): Promise<LiveObject> {
  if ('segment' in payload) {
    return contents ? { kind: 'keys', keys: [...contents], count: contents.size } : { kind: 'unknown' };
  }
  const read = connected.client.readDefinition(workspace.id, payload.flag.name, environment.id);
  return { kind: 'definition', definition: await read.catch(unlessMissing) };
}
