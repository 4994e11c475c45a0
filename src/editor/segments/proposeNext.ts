/** The one place that turns a change into change requests, one after the other: where they stand, and which is next. */
import * as vscode from 'vscode';
import { keysOf, type KeyChange } from '../../operations/keyChanges/keyChange.ts';
import { updateChange } from '../../operations/keyChanges/journal.ts';
import { nextPart, saveDecided, submitPart, withDeclinedAgain, type NextPart } from '../../operations/keyChanges/requestParts.ts';
import type { RequestPermit } from '../../operations/productionGuard.ts';
import type { SubmitOutcome } from '../../operations/submitRequest.ts';
import { setContext } from '../command.ts';
import { milestones } from '../names.ts';
import type { ProposalDraft } from '../service/proposal.ts';
import { keysWords, titleOf } from '../formats/requestWords.ts';
import { confirm, tellDone, tellRefusal } from '../messages/notifications.ts';
import { confirmUnkept, journalOf, type ChangeInHand } from './changes.ts';
import type { SegmentsDeps } from './index.ts';
import {
  againSteps,
  doneSentence,
  isUnequal,
  partTitle,
  receiptStep,
  resumeStep,
  reviewStep,
  showKeysStep,
  suggestedComment,
  titleAfter,
} from './messages.ts';

const { t } = vscode.l10n;

/** `isRefused`: the same keys were just refused as a direct change. */
export async function proposeNext(deps: SegmentsDeps, inHand: ChangeInHand, isRefused: boolean): Promise<void> {
  const { connected, keys } = inHand;
  const next = await nextPart(connected.client, inHand.change, keys);
  // What was not begun is not saved: the user may still walk away.
  if (next.change !== inHand.change) await saveDecided(await journalOf(deps.changes), next.change);
  switch (next.next) {
    case 'open':
      return tellRefusal(
        t(
          'The change request “{0}” waits for an approval. {1}',
          titleOf(next.request),
          next.change.parts.length > 1
            ? t('The next part can be submitted once it is published.')
            : t('Nothing is left to submit.'),
        ),
        reviewStep(next.request.id),
      );
    case 'declined':
      if (!(await isSubmittedAgain(next))) return undefined;
      return proposeNext(deps, { ...inHand, change: withDeclinedAgain(next.change) }, false);
    case 'submit':
      if (next.isUnsure && !(await isUnsureSubmitted(next))) return undefined;
      return propose(deps, { ...inHand, change: next.change }, next.index, isRefused);
    case 'done':
      return tellPublished(next.change);
    default:
      return next satisfies never;
  }
}

async function propose(deps: SegmentsDeps, inHand: ChangeInHand, index: number, isRefused: boolean): Promise<void> {
  const { connected, keys, heldBefore } = inHand;
  let { change } = inHand;
  const { workspace, environment, name } = change.target;
  const part = change.parts[index]!;
  const of = change.parts.length;
  const keysLeft = change.parts.slice(index + 1).reduce((sum, { count }) => sum + count, 0);
  const journal = await journalOf(deps.changes);

  async function submit(draft: ProposalDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined> {
    if (inHand.mayBegin && !(await inHand.mayBegin({ ...inHand, change }))) return undefined;
    const once = (isUnkeptAllowed: boolean): ReturnType<typeof submitPart> =>
      submitPart(connected.client, journal, change, keys, draft, {
        permit,
        isUnkeptAllowed,
        keyName: connected.keyName,
        heldBefore,
      });
    let outcome = await once(false);
    if (outcome.outcome === 'unkept' && (await confirmUnkept(outcome.error))) outcome = await once(true);
    if (outcome.outcome === 'unkept') return undefined;
    if (outcome.outcome === 'running') {
      tellRefusal(t('Another window is submitting this part. Nothing was sent from here.'));
      return undefined;
    }
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
    suggestedComment: change.comment || (inHand.suggestedComment ?? suggestedComment(change)),
    submit,
    later: resumeStep(change),
    // After the first part they are others.
    ...(heldBefore && index === 0 && { held: heldBefore }),
    ...(of > 1 && { part: { number: index + 1, of, keysLeft } }),
  });
  if (!request) return;
  void setContext(milestones.hasUploaded, true);
  const title = titleAfter(change, index, request.title ?? '');
  const comment = request.comments[0]?.comment || change.comment;
  // The next part begins with what was typed for this one. That a journal can't be written was asked about before.
  await updateChange(journal, change.id, (kept) => ({ ...kept, title, comment })).catch(() => undefined);
}

/** The end of a change that went by change requests. `change` has nothing left to submit. */
export function tellPublished(change: KeyChange): void {
  const declined = change.parts.filter(({ state }) => state === 'declined');
  if (declined.length === 0) {
    const compare = isUnequal(change) ? againSteps(change) : [];
    return tellDone(doneSentence(change), ...compare, showKeysStep(change), receiptStep(change));
  }
  const keys = declined.reduce((sum, { count }) => sum + count, 0);
  return tellRefusal(
    t('{0} The change request for {1} was declined, so nothing of it was changed.', doneSentence(change), keysWords(keys)),
    resumeStep(change),
    receiptStep(change),
  );
}

async function isSubmittedAgain({ change, index, request }: Extract<NextPart, { next: 'declined' }>): Promise<boolean> {
  return confirm(
    t('“{0}” was not published ({1}).', titleOf(request), request.status),
    t(
      'Its change of {0} in {1} was not made. It can be submitted again, or the rest can be discarded with Resume Upload….',
      keysWords(change.parts[index]!.count),
      change.target.name,
    ),
    t('Submit It Again…'),
  );
}

async function isUnsureSubmitted({ change, index }: Extract<NextPart, { next: 'submit' }>): Promise<boolean> {
  const { name } = change.target;
  return confirm(
    t('Part {0} of {1} may have been submitted before.', index + 1, change.parts.length),
    change.parts[index]?.operation === 'remove'
      ? t(
          'The answer of the service was lost, and no change request with these keys is open on {0} now. It may have been decided since. Submitting it again removes the same keys again, also those that somebody has added since.',
          name,
        )
      : t(
          'The answer of the service was lost, and no change request with these keys is open on {0} now. It may have been decided since. Submitting the same keys again changes nothing that is there already.',
          name,
        ),
    t('Submit It Again…'),
  );
}
