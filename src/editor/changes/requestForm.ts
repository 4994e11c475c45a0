/**
 * The values of a change request in its confirmation list. They come from the stored draft for the object, or are suggested.
 */
import * as vscode from 'vscode';
import type { NewChangeRequest, RolloutStatus, Schedule } from '../../api/model.ts';
import { logFailure } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import { placeLabel } from '../words/placeWords.ts';
import { requestHeading, type Proposal } from './change.ts';
import { objectOf, type ChangedObject } from './payload.ts';
import { createRequestDrafts, type TypedValues } from './requestDrafts.ts';
import { addressesOf, createApprovers } from './approvers.ts';
import { changeSummary, proposedTitle } from './summaryLines.ts';

const { t } = vscode.l10n;

export interface RequestForm {
  readonly proposal: Proposal;
  readonly heading: string;
  /** The current values in the list. */
  readonly typed: { -readonly [Field in keyof TypedValues]: TypedValues[Field] };
  /** True if it is known that the environment defines its approvers itself. */
  readonly isRestricted: boolean;
  /** What the request changes, one line for each change. */
  readonly lines: readonly string[];
  /** Stores what the user has typed, so that nothing is lost if they press Escape. */
  onType(): void;
}

export async function createRequestForm(services: Services, proposal: Proposal): Promise<RequestForm> {
  const { connected, workspace, environment, payload, titleAndComment, answered, directOutcome } = proposal;
  const { origin, connectionId } = connected;
  const drafts = createRequestDrafts(services.workspaceMemory);
  const approvers = createApprovers(services.memory);
  const object = objectOf(payload);
  const draft = drafts.of(connected, environment.id, object)?.typed;
  const [{ lines, comment }, status] = await Promise.all([
    changeSummary(proposal, (id) => services.serviceFacts.environmentOf(origin, id)),
    rolloutStatusOf(proposal, draft),
  ]);
  // What the user has just answered takes precedence over the stored draft.
  const given = answered ? undefined : draft;
  const typed: RequestForm['typed'] = {
    title: given?.title || titleAndComment.title || proposedTitle(proposal),
    // If the workspace requires comments, none is suggested: only the user knows the reason for the change.
    comment: given?.comment || titleAndComment.comment || (workspace.requiresTitleAndComments ? '' : comment),
    approvers: draft?.approvers || approvers.last(connectionId, environment.id),
    // A stored time is ignored if the user first wanted to make the change at once.
    scheduledFor: directOutcome || answered ? undefined : draft?.scheduledFor,
    ...(status && { rolloutStatusId: status.id, rolloutStatusName: status.name }),
  };
  const suggested: TypedValues = { ...typed };
  // A suggestion that the user did not change is not stored: it is computed anew each time. What the user has just answered is
  // stored.
  const said = (field: 'title' | 'comment'): string =>
    !answered && typed[field] === suggested[field] ? (draft?.[field] ?? '') : typed[field];
  const chosen = (): Partial<TypedValues> => {
    const { rolloutStatusId, rolloutStatusName } = typed.rolloutStatusId === suggested.rolloutStatusId ? (draft ?? {}) : typed;
    return rolloutStatusId && rolloutStatusName ? { rolloutStatusId, rolloutStatusName } : {};
  };
  return {
    proposal,
    heading: headingOf(proposal, object),
    typed,
    lines,
    isRestricted: approvers.isRestricted(connectionId, environment.id),
    onType() {
      const draft = {
        origin,
        connectionId,
        workspace,
        environment,
        // If there is `isStillValid`, the change is not stored. The user then continues it with the command that started it.
        change: 'flag' in payload && !proposal.isStillValid ? payload : undefined,
        ...(proposal.part && { isPart: true as const }),
        object,
        typed: {
          title: said('title'),
          comment: said('comment'),
          approvers: typed.approvers,
          scheduledFor: typed.scheduledFor,
          ...chosen(),
        },
        at: Date.now(),
      };
      logFailure(drafts.save(draft), services.log);
    },
  };
}

/** Returns the request with the current values. */
export function requestOf({ proposal, typed, isRestricted }: RequestForm): NewChangeRequest {
  const { payload } = proposal;
  const said = {
    title: typed.title.trim(),
    comment: typed.comment.trim(),
    approvers: isRestricted ? [] : addressesOf(typed.approvers),
    ...(isSchedulable(proposal) && typed.scheduledFor !== undefined && { schedule: scheduleAt(typed.scheduledFor) }),
  };
  if ('segment' in payload) return { ...payload, ...said };
  const { rolloutStatusId } = typed;
  return { ...payload, ...said, ...(rolloutStatusId !== undefined && { rolloutStatusId }) };
}

/**
 * True if the service requires a rollout status. It does for every operation on a flag except KILL (admin-api.md, Flag
 * change-request payload).
 */
export const needsRolloutStatus = ({ payload }: Proposal): boolean => 'flag' in payload && payload.operationType !== 'KILL';

/**
 * True if the user can choose a time of publication. Only the live service is known to accept one. A change in several parts
 * has none, because each part waits for the part before it.
 */
export const isSchedulable = ({ connected, part }: Proposal): boolean =>
  connected.client.word === 'split' && (part === undefined || part.count === 1);

const scheduleAt = (at: number): Schedule => ({ at, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });

/**
 * Returns the rollout status that the proposal suggests, or else the one in the draft, or else the flag's current one. Undefined
 * if none is known. Then the user has to choose one.
 */
async function rolloutStatusOf(
  proposal: Proposal,
  draft: TypedValues | undefined,
): Promise<Pick<RolloutStatus, 'id' | 'name'> | undefined> {
  const { payload, connected, workspace, rolloutStatus: written } = proposal;
  if (!('flag' in payload) || !needsRolloutStatus(proposal)) return undefined;
  if (written?.id !== undefined) return { id: written.id, name: written.name };
  const { client } = connected;
  // Errors are ignored. Then no status is found, and the user has to choose one.
  const [all, flag] = await Promise.all([
    client.listRolloutStatuses(workspace.id).catch((): RolloutStatus[] => []),
    client.readFlag(workspace.id, payload.flag.name).catch(() => undefined),
  ]);
  if (written) return all.find(({ name }) => name === written.name);
  return all.find(({ id }) => id === draft?.rolloutStatusId) ?? all.find(({ id }) => id === flag?.rolloutStatus?.id);
}

/** True if the user wanted to change a flag directly, but the service allows only a change request. */
export const isDirectChangeRefused = ({ payload, directOutcome }: Proposal): boolean =>
  'flag' in payload && directOutcome !== undefined;

function headingOf(proposal: Proposal, object: ChangedObject): string {
  const { part } = proposal;
  if (isDirectChangeRefused(proposal))
    return t('Nothing is changed yet: change request for {0} in {1}', object.name, placeLabel(proposal));
  const heading = requestHeading(object, proposal);
  return part ? t('{0} (part {1} of {2})', heading, part.number, part.count) : heading;
}
