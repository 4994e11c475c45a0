/** The one place that turns a change into change requests, one after the other: where they stand, and which is next. */
import * as vscode from 'vscode';
import { keysOf, type KeyChange } from '../../operations/keys/keyChange.ts';
import { nextPart, saveDecided, submitPart, type NextPart } from '../../operations/keys/requestParts.ts';
import type { RequestPermit } from '../../operations/productionGuard.ts';
import type { SubmitOutcome } from '../../operations/changeRequests/submission.ts';
import { setContext } from '../window/command.ts';
import { milestones } from '../window/names.ts';
import type { ProposalDraft } from '../changes/proposal.ts';
import { openRequestSentence } from '../words/requestWords.ts';
import { confirm, tellDone, tellRefusal } from '../window/notifications.ts';
import { reviewStep } from '../words/nextSteps.ts';
import { journalOf, type ChangeInHand } from './changes.ts';
import type { SegmentsContext } from './context.ts';
import {
  againSteps,
  busySentence,
  doneSentence,
  isUnequal,
  movedSentence,
  partTitle,
  receiptStep,
  resumeStep,
  showKeysStep,
} from './messages.ts';

const { t } = vscode.l10n;

/** `isRefused`: the same keys were just refused as a direct change. */
export async function proposeNext(deps: SegmentsContext, inHand: ChangeInHand, isRefused: boolean): Promise<void> {
  const { connected, keys } = inHand;
  const { target } = inHand.change;
  const next = await nextPart(connected.client, inHand.change, keys);
  // A change that is not submitted yet is not saved: the user may still cancel.
  if (next.change !== inHand.change) await saveDecided(journalOf(deps.changes), next.change);
  switch (next.next) {
    case 'open':
      return tellRefusal(openRequestSentence(target.name, target.environment.name), reviewStep(next.request.id));
    case 'submit':
      if (next.isUnsure && !(await isUnsureSubmitted(next))) return undefined;
      return propose(deps, { ...inHand, change: next.change }, next.index, isRefused);
    case 'done':
      return tellPublished(next.change);
    default:
      return next satisfies never;
  }
}

async function propose(deps: SegmentsContext, inHand: ChangeInHand, index: number, isRefused: boolean): Promise<void> {
  const { connected, keys, planned, suggestedComment } = inHand;
  let { change } = inHand;
  const { workspace, environment, name } = change.target;
  const part = change.parts[index]!;
  const { length } = change.parts;
  const keysLeft = change.parts.slice(index + 1).reduce((sum, { count }) => sum + count, 0);
  const journal = journalOf(deps.changes);

  async function submit(draft: ProposalDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined> {
    const { keyName } = connected;
    await inHand.prepare?.();
    const outcome = await submitPart(connected.client, journal, change, keys, draft, { permit, keyName, planned });
    if (outcome.outcome === 'running') return tellRefusal(busySentence());
    if (outcome.outcome === 'moved') return tellRefusal(movedSentence(change), ...againSteps(change));
    ({ change } = outcome);
    return outcome;
  }

  const request = await deps.propose({
    connected,
    workspace,
    environment,
    change: { operationType: part.operation === 'add' ? 'CREATE' : 'ARCHIVE', segment: { name, keys: keysOf(part, keys) } },
    isRefused,
    suggestedTitle: partTitle(change, index),
    suggestedComment: change.comment || (suggestedComment ?? t('From {0}.', change.source.description)),
    submit,
    later: resumeStep(change),
    // After the first part they are others.
    ...(planned?.keys && index === 0 && { contents: planned.keys }),
    ...(length > 1 && { part: { number: index + 1, of: length, keysLeft } }),
  });
  if (request) void setContext(milestones.hasUploaded, true);
}

/** The end of a change that went by change requests. `change` has nothing left to submit. */
export function tellPublished(change: KeyChange): void {
  const compare = isUnequal(change) ? againSteps(change) : [];
  tellDone(doneSentence(change), ...compare, showKeysStep(change), receiptStep(change));
}

const isUnsureSubmitted = ({ change, index }: Extract<NextPart, { next: 'submit' }>): Promise<boolean> =>
  confirm(
    t('Part {0} of {1} may have been submitted before.', index + 1, change.parts.length),
    t(
      'The answer of the service was lost, and no change request with these keys is open on {0} now. It may have been decided since. Submitting it again also changes what somebody has changed since.',
      change.target.name,
    ),
    t('Submit It Again…'),
  );
