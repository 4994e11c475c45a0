/** Submits a change as a change request: title → comment → approvers → submit, once. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { isEmailAddress } from '../../domain/emailAddress.ts';
import { planRequest } from '../../domain/keys/keyPlan.ts';
import { submitRequest } from '../../operations/submitRequest.ts';
import { askSteps, askText } from '../ask.ts';
import { describeFailure } from '../failure.ts';
import { commands } from '../names.ts';
import { requestPermit, requireWritable } from '../permit.ts';
import type { Proposal } from '../proposal.ts';
import { formatNumber } from '../requestWords.ts';
import { commandStep, confirm, showLogStep, tellDone, tellError, tellProgress, tellRefusal } from '../tell.ts';
import type { Draft, ProposeDeps } from './index.ts';

const { t } = vscode.l10n;

export async function propose(deps: ProposeDeps, proposal: Proposal): Promise<void> {
  const { change, environment } = proposal;
  if (!requireWritable(proposal.connected)) return;
  const plan = planRequest(change.segment.keys);
  if (!plan.ok) {
    const { count, limit } = plan.refusal;
    tellRefusal(
      t(
        '{0} asks for an approval, and one change request carries at most {1} keys; this list has {2}. Nothing was sent. Split the list into parts.',
        environment.name,
        formatNumber(limit),
        formatNumber(count),
      ),
    );
    return;
  }
  const place = `${environment.id}/${change.segment.name}`;
  const draft = await ask(proposal, deps.drafts.get(place), (kept) => deps.drafts.set(place, kept));
  if (!draft) return;
  const request = await submit(proposal, draft, addressesOf(draft.approvers));
  if (!request) return;
  deps.drafts.delete(place);
  await deps.learnt.rememberRequest(proposal.connected.origin, request.id, environment);
  deps.refresh();
  tellDone(
    t(
      'The change request “{0}” is submitted. Nothing changes in {1} until an approver approves it.',
      draft.title,
      environment.name,
    ),
    commandStep(t('Review'), commands.openRequest, request.id),
  );
}

/**
 * Keeps what was typed as it is typed, so that an Escape loses nothing. What was only suggested is not kept: the next
 * time other keys may be proposed.
 */
async function ask(proposal: Proposal, kept: Draft | undefined, keep: (draft: Draft) => void): Promise<Draft | undefined> {
  const { environment, change } = proposal;
  const heading = t('Change request for {0} in {1}', change.segment.name, environment.name);
  const draft = {
    title: kept?.title || proposal.suggestedTitle,
    comment: kept?.comment || proposal.suggestedComment,
    approvers: kept?.approvers ?? '',
  };
  const typed = { title: kept?.title ?? '', comment: kept?.comment ?? '', approvers: draft.approvers };
  const step = (prompt: string, field: keyof Draft, validate: (text: string) => string | undefined, placeholder = '') => {
    const onType = (text: string): void => {
      typed[field] = text;
      draft[field] = text;
      keep({ ...typed });
    };
    return async (position: { readonly step: number; readonly totalSteps: number; readonly canGoBack: boolean }) => {
      const answer = await askText({ ...position, title: heading, prompt, placeholder, value: draft[field], validate, onType });
      if (typeof answer !== 'string') return answer;
      draft[field] = answer.trim();
      return true as const;
    };
  };
  const titlePrompt = proposal.isRefused
    ? t(
        '{0} requires an approval, so nothing was changed. The same keys can go as a change request: give it a title',
        environment.name,
      )
    : t('The keys go to {0} as a change request. Give it a title', environment.name);
  const isAnswered = await askSteps([
    step(titlePrompt, 'title', (text) => (text.trim() === '' ? t('A change request needs a title.') : undefined)),
    step(t('Comment for the approver: why is this needed?'), 'comment', (text) =>
      text.trim() === ''
        ? t('Write a word or two: the comment is also what shows who submitted the request, and when.')
        : undefined,
    ),
    step(
      t('Approvers’ e-mail addresses, separated by commas. Leave it empty where the environment names its approvers itself'),
      'approvers',
      (text) => {
        const wrong = addressesOf(text).find((address) => !isEmailAddress(address));
        return wrong === undefined ? undefined : t('“{0}” is no e-mail address.', wrong);
      },
      'maria@example.com, chen@example.com',
    ),
  ]);
  return isAnswered ? draft : undefined;
}

/** The request as it was submitted; undefined if it was not, and the user was told. */
async function submit(proposal: Proposal, draft: Draft, approvers: readonly string[]): Promise<ChangeRequest | undefined> {
  const { connected, workspace, environment, change } = proposal;
  const permit = requestPermit(connected);
  if (!permit) return undefined;
  const request = { ...change, title: draft.title, comment: draft.comment, approvers };
  const outcome = await tellProgress(t('Submitting the change request'), () =>
    submitRequest(connected.client, { workspaceId: workspace.id, environmentId: environment.id }, request, { permit }),
  );
  switch (outcome.outcome) {
    case 'submitted':
      return outcome.request;
    case 'approversRefused': {
      const detail = t('The service refused the list of approvers: {0} names its approvers itself.', environment.name);
      const isAgreed = await confirm(t('Submit without a list of approvers?'), detail, t('Submit Without'));
      return isAgreed ? submit(proposal, draft, []) : undefined;
    }
    case 'unknown':
      tellError(
        t(
          '{0} It is not known whether the change request was submitted; look under Open Change Requests before you submit again.',
          describeFailure(outcome.error).sentence,
        ),
        commandStep(t('Refresh'), commands.refresh),
        showLogStep(),
      );
      return undefined;
    default:
      return outcome satisfies never;
  }
}

function addressesOf(text: string): readonly string[] {
  return text
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
}
