/** The parts of a work that become change requests, one after the other: where the queue stands, and what is next. */
import * as vscode from 'vscode';
import { keysOf, type KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { asRequests, nextPart, submitPart, withPartAgain, type NextPart } from '../../../operations/keyWork/requestQueue.ts';
import { keepDecided, updateWork } from '../../../operations/keyWork/updateWork.ts';
import type { RequestPermit } from '../../../operations/productionGuard.ts';
import type { SubmitOutcome } from '../../../operations/submitRequest.ts';
import { setContext } from '../../command.ts';
import { milestones } from '../../names.ts';
import type { Proposal, ProposalDraft } from '../../proposal.ts';
import { keysWords, titleOf } from '../../requestWords.ts';
import { commandStep, confirm, tellRefusal } from '../../tell.ts';
import type { SegmentsDeps } from '../index.ts';
import type { WorkInHand } from './carryOut.ts';
import { partTitle, suggestedComment, titleAfter } from './requestTitles.ts';
import { confirmUnkept } from './unkept.ts';
import { countHeld, heldForUndo } from './held.ts';
import { resumeStep, targetOf } from './steps.ts';
import { tellPublished } from './tellPublished.ts';
import { journalOf } from './workRoom.ts';

const { t } = vscode.l10n;

/** `isRefused`: the same keys were just refused as a direct change. */
export async function proposeNext(deps: SegmentsDeps, inHand: WorkInHand, isRefused: boolean): Promise<void> {
  const { connected, keys } = inHand;
  const begun = inHand.work.way === 'request' ? inHand.work : asRequests(inHand.work);
  const next = await nextPart(connected.client, begun, { keys });
  // What was not begun is not kept: the user may still walk away.
  if (next.work !== begun) await keepDecided(await journalOf(deps.room), next.work);
  switch (next.next) {
    case 'open':
      tellRefusal(
        t(
          'The change request “{0}” waits for an approval. {1}',
          titleOf(next.request),
          next.work.parts.length > 1
            ? t('The next part can be submitted once it is published.')
            : t('Nothing is left to submit.'),
        ),
        commandStep(t('Review'), 'flagAdmin.changeRequest.open', next.request.id),
      );
      return;
    case 'declined':
      if (await isSubmittedAgain(next)) {
        await proposeNext(deps, { ...inHand, work: withPartAgain(next.work, next.index) }, false);
      }
      return;
    case 'submit':
      if (!next.isUnsure || (await isUnsureSubmitted(next)))
        await propose(deps, { ...inHand, work: next.work }, next.index, isRefused);
      return;
    case 'done':
      tellPublished(next.work);
      return;
    default:
      next satisfies never;
  }
}

async function propose(deps: SegmentsDeps, inHand: WorkInHand, index: number, isRefused: boolean): Promise<void> {
  const { connected, keys } = inHand;
  const { workspace, environment, name } = inHand.work.target;
  let { work } = inHand;
  const part = work.parts[index]!;
  const of = work.parts.length;
  const journal = await journalOf(deps.room);

  async function submit(draft: ProposalDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined> {
    const once = (isUnkeptAllowed: boolean): ReturnType<typeof submitPart> =>
      submitPart(connected.client, journal, work, keys, draft, {
        permit,
        isUnkeptAllowed,
        readCount: () => countHeld(connected, targetOf(work)),
        keyName: connected.keyName,
        readHeld: () => heldForUndo(connected, targetOf(work)),
      });
    if (inHand.mayBegin && !(await inHand.mayBegin(work))) return undefined;
    const first = await once(false);
    const outcome = first.outcome === 'unkept' && (await confirmUnkept(first.error)) ? await once(true) : first;
    if (outcome.outcome === 'unkept') return undefined;
    if (outcome.outcome === 'running') {
      tellRefusal(t('Another window is submitting this part. Nothing was sent from here.'));
      return undefined;
    }
    ({ work } = outcome);
    return outcome;
  }

  const proposal: Proposal = {
    connected,
    workspace,
    environment,
    change: { operationType: part.operation === 'add' ? 'CREATE' : 'ARCHIVE', segment: { name, keys: keysOf(part, keys) } },
    isRefused,
    suggestedTitle: partTitle(work, index),
    suggestedComment: work.comment || (inHand.suggestedComment ?? suggestedComment(work)),
    submit,
    later: resumeStep(work),
    // After the first part they are others.
    ...(inHand.held && index === 0 && { held: inHand.held }),
    ...(of > 1 && { part: { number: index + 1, of, keysLeft: keysAfter(work, index) } }),
  };
  const request = await deps.propose(proposal);
  if (!request) return;
  void setContext(milestones.hasUploaded, true);
  const title = titleAfter(work, index, request.title ?? '');
  const comment = request.comments[0]?.comment || work.comment;
  // The next part begins with what was typed for this one. That a journal can't be written was asked about before.
  await updateWork(journal, work.id, (kept) => ({ ...kept, title, comment })).catch(() => undefined);
}

const keysAfter = ({ parts }: KeyWork, index: number): number =>
  parts.slice(index + 1).reduce((sum, { count }) => sum + count, 0);

async function isSubmittedAgain({ work, index, request }: Extract<NextPart, { next: 'declined' }>): Promise<boolean> {
  const part = work.parts[index]!;
  return confirm(
    t('“{0}” was not published ({1}).', titleOf(request), request.status),
    t(
      'Its change of {0} in {1} was not made. It can be submitted again, or the rest can be discarded with Resume Upload….',
      keysWords(part.count),
      work.target.name,
    ),
    t('Submit It Again…'),
  );
}

async function isUnsureSubmitted({ work, index }: Extract<NextPart, { next: 'submit' }>): Promise<boolean> {
  return confirm(
    t('Part {0} of {1} may have been submitted before.', index + 1, work.parts.length),
    work.parts[index]?.operation === 'remove'
      ? t(
          'The answer of the service was lost, and no change request with these keys is open on {0} now. It may have been decided since. Submitting it again removes the same keys again, also those that somebody has added since.',
          work.target.name,
        )
      : t(
          'The answer of the service was lost, and no change request with these keys is open on {0} now. It may have been decided since. Submitting the same keys again changes nothing that is there already.',
          work.target.name,
        ),
    t('Submit It Again…'),
  );
}
