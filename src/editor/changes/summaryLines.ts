/** What a change would do, as the lines that the review will show of it. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { LiveObject } from '../../operations/changeRequests/readReview.ts';
import { readFlagFacts } from '../../operations/changeRequests/flagFacts.ts';
import { addFacts, effectLines, segmentsNamed, workOutForWhom } from '../words/audienceWords.ts';
import { segmentLines } from '../words/segmentUseWords.ts';
import { keysEffect } from '../../domain/changeRequests/requestEffect.ts';
import { readAllDefinitions } from '../../operations/definitions/readAllDefinitions.ts';
import { timeoutSignal } from '../../time/clock.ts';
import type { SummaryLine } from '../../webview/protocol.ts';
import { changeLines, rowLine } from '../words/changeLines.ts';
import type { Proposal } from './change.ts';
import { keysWords, operationSentence } from '../words/requestWords.ts';

const { t } = vscode.l10n;

/** A line for each change, and all of them as the comment that stands where nobody wrote another. */
export interface ChangeSummary {
  readonly lines: readonly string[];
  readonly comment: string;
}

/**
 * A flag's definition is read for it, with one call, and so is how many keys a segment holds; which ones is said where they were
 * read before, for that may take a thousand calls.
 */
export async function changeSummary(proposal: Proposal): Promise<ChangeSummary> {
  const live = await liveOf(proposal);
  const request = asRequest(proposal);
  const { lines, comment } = await summarize(proposal, request, live, await segmentLinesOf(proposal, request, live));
  const count = live.kind === 'unknown' ? await countOf(proposal) : undefined;
  return { lines: count === undefined ? lines : [...lines, t('It holds {0} now', keysWords(count))], comment };
}

/** What `request` would change of the live object. `forWhom`: of a change of a segment. */
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

/** "Add 42 keys to the segment beta-accounts". */
export const proposedTitle = (proposal: Proposal): string => operationSentence(asRequest(proposal));

/** The request as it would be if it were submitted now. */
export function asRequest({ payload }: Pick<Proposal, 'payload'>): ChangeRequest {
  const common = { id: '', status: 'REQUESTED', operationType: payload.operationType, approvers: [], comments: [] };
  if ('segment' in payload) return { ...common, segment: { ...payload.segment, keys: [...payload.segment.keys] } };
  return { ...common, flag: { treatments: [], rules: [], defaultRule: [], ...payload.flag } };
}

/** Milliseconds that the sheet waits for what other definitions and segments say. */
const LONGEST = 3_000;

/** For whom a change of a segment is, where its keys were read before and the definitions come in time. */
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

/** What is known of segments and of other flags, if it comes in time. */
async function addFlagFacts(
  { connected, workspace, environment }: Pick<Proposal, 'connected' | 'workspace' | 'environment'>,
  request: ChangeRequest,
  live: LiveObject,
): Promise<void> {
  if (live.kind !== 'definition') return;
  const place = { workspaceId: workspace.id, environmentId: environment.id };
  // A definition may be proposed to many environments; the review of each names the flags that depend on it.
  const withDependants = request.operationType !== 'UPDATE' && request.operationType !== 'CREATE';
  const about = { request, live: live.definition, first: segmentsNamed(request, live), withDependants };
  const options = { signal: timeoutSignal(LONGEST) };
  await addFacts(request, live, await readFlagFacts(connected.client, place, about, options));
}

async function countOf({ payload, connected, environment }: Proposal): Promise<number | undefined> {
  if (!('segment' in payload)) return undefined;
  // It is no reason not to submit that this can't be said.
  const page = connected.client.readKeys(environment.id, payload.segment.name, { offset: 0, limit: 1 });
  return (await page.catch(() => undefined))?.count;
}

/** What the change changes, as far as it can be read with one call or was read before. */
export async function liveOf({ payload, connected, workspace, environment, contents }: Proposal): Promise<LiveObject> {
  if ('segment' in payload) {
    return contents ? { kind: 'keys', keys: [...contents], count: contents.size } : { kind: 'unknown' };
  }
  const read = connected.client.readDefinition(workspace.id, payload.flag.name, environment.id);
  return { kind: 'definition', definition: await read.catch(unlessMissing) };
}
