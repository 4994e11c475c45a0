/**
 * Submits a change of keys as change requests, one after the other: reads the decisions on the earlier parts, and finds the
 * next part.
 */
import * as vscode from 'vscode';
import { keysOfPart, type KeyChange } from '../../operations/keys/keyChange.ts';
import { nextPart, saveDecidedParts, submitPart, type NextPart } from '../../operations/keys/requestParts.ts';
import { setContext } from '../window/command.ts';
import { milestones } from '../window/names.ts';
import type { RequestPlan } from '../changes/change.ts';
import { openRequestSentence } from '../words/requestWords.ts';
import { confirm, tellDone, tellRefusal } from '../window/notifications.ts';
import { reviewStep } from '../words/nextSteps.ts';
import { activateFirst, journalOf, sendPartOf, type BegunChange } from './changes.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { busySentence, doneSentence, differsFromList, changedElsewhereSentence, partTitle } from './messages.ts';
import { repeatSteps, receiptStep, resumeStep, showKeysStep } from './steps.ts';

const { t } = vscode.l10n;

/** Returns the change request for the next part. Undefined = no part can be submitted now, and the user was told why. */
export async function nextRequest(context: SegmentsContext, begun: BegunChange): Promise<RequestPlan | undefined> {
  const { connected, keys } = begun;
  const { target } = begun.change;
  const next = await nextPart(connected.client, begun.change, keys);
  // Saves the change only if decisions were added to it. A change that was not submitted yet is not saved, because the user can
  // still cancel.
  if (next.change !== begun.change) await saveDecidedParts(journalOf(context.changes), next.change);
  switch (next.next) {
    case 'open':
      return tellRefusal(openRequestSentence(target.name, target.environment.name), reviewStep(next.request.id));
    case 'submit':
      if (next.mayBeSubmitted && !(await isUnsureSubmitted(next))) return undefined;
      return planFor(context, { ...begun, change: next.change }, next.index);
    case 'done':
      return tellPublished(next.change);
    default:
      return next satisfies never;
  }
}

function planFor(context: SegmentsContext, begun: BegunChange, index: number): RequestPlan {
  const { connected, keys, planned, suggestedComment } = begun;
  let { change } = begun;
  const { name } = change.target;
  const part = change.parts[index]!;
  const { length } = change.parts;
  const keysLeft = change.parts.slice(index + 1).reduce((sum, { count }) => sum + count, 0);
  return {
    payload: { operationType: part.operation === 'add' ? 'CREATE' : 'ARCHIVE', segment: { name, keys: keysOfPart(part, keys) } },
    titleAndComment: {
      title: partTitle(change, index),
      comment: change.comment || (suggestedComment ?? t('From {0}.', change.source.description)),
    },
    continueStep: resumeStep(change),
    // Later parts get no keys of the segment: publishing the first part changes them, so the keys that were read are outdated.
    ...(planned?.keys && index === 0 && { contents: planned.keys }),
    ...(length > 1 && { part: { number: index + 1, count: length, keysLeft } }),
    async submit(draft, permit) {
      // Activates the segment only now, so that nothing has changed if the user cancels.
      await activateFirst(context, begun);
      const { keyName } = connected;
      const outcome = await sendPartOf(context, { change, keys }, (journal) =>
        submitPart(connected.client, journal, change, keys, draft, { permit, keyName, planned }),
      );
      if (outcome.outcome === 'running') return tellRefusal(busySentence());
      if (outcome.outcome === 'changedElsewhere') return tellRefusal(changedElsewhereSentence(change), ...repeatSteps(change));
      ({ change } = outcome);
      if (outcome.outcome === 'submitted') void setContext(milestones.hasUploaded, true);
      return outcome;
    },
  };
}

/** Reports the end of a change by change requests. `change` has no parts left to submit. */
export function tellPublished(change: KeyChange): undefined {
  const compare = differsFromList(change) ? repeatSteps(change) : [];
  tellDone(doneSentence(change), ...compare, showKeysStep(change), receiptStep(change));
}

const isUnsureSubmitted = ({ change, index }: Extract<NextPart, { next: 'submit' }>): Promise<boolean> =>
  confirm(
    t('Part {0} of {1} might already have been submitted.', index + 1, change.parts.length),
    t(
      'The service’s answer was lost. No change request with these keys is open on {0} now, but such a request might already have been decided. If you submit this part again, you might overwrite changes that others have made since then.',
      change.target.name,
    ),
    t('Submit It Again…'),
  );
