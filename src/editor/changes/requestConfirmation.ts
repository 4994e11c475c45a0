/**
 * The confirmation list of a change request. It has rows for title, comment, approvers and rollout status, and shows what the
 * request would change.
 */
import * as vscode from 'vscode';
import type { RolloutStatus } from '../../api/model.ts';
import { askChoice, type Answer, type Position } from '../ask/ask.ts';
import {
  askConfirmation,
  commentField,
  textField,
  titleField,
  type ConfirmationList,
  type ConfirmationField,
} from '../ask/confirmationList.ts';
import type { Proposal } from './change.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { placeLabel, productionWords, productionIcon } from '../words/placeWords.ts';
import { wrongAddress } from './approvers.ts';
import { countAccounts } from './countAccounts.ts';
import { callButtons } from './exactCall.ts';
import { isSchedulable, needsRolloutStatus, type RequestForm } from './requestForm.ts';
import { scheduleField } from './scheduleField.ts';
import { asRequest, liveObjectOf, proposedTitle } from './summaryLines.ts';

const { t } = vscode.l10n;

/** The position of the list among the questions of a command. */
export type ConfirmationPosition = Omit<Position, 'title'>;

/** Shows the list. True if the user chose to submit the request with the values in the form. */
export function confirmRequest(form: RequestForm, texts: ReadOnlyText, position: ConfirmationPosition): Promise<Answer<true>> {
  const { connected, environment } = form.proposal;
  const list: ConfirmationList = {
    submit: {
      label: t('Submit: {0} in {1}', proposedTitle(form.proposal), placeLabel(form.proposal)),
      description: [...productionWords(environment), t('with the API key “{0}”', connected.keyName)].join(' · '),
      icon: environment.isProduction ? productionIcon() : new vscode.ThemeIcon('git-pull-request'),
    },
    reason: approvalReason(form.proposal),
    fields: () => fieldsOf(form),
    lines: form.lines,
    buttons: [...callButtons(form, texts), ...countButton(form.proposal, texts)],
  };
  return askConfirmation(list, { ...position, title: form.heading });
}

/** Returns the button Count Accounts… for a change of a flag. Empty for a change of a segment. */
function countButton(proposal: Proposal, texts: ReadOnlyText): NonNullable<ConfirmationList['buttons']> {
  const { connected, workspace, environment, payload } = proposal;
  if (!('flag' in payload)) return [];
  const target = { kind: 'flag', workspace, environment, name: payload.flag.name } as const;
  const run = async (): Promise<void> => {
    const changed = { request: asRequest(proposal), live: await liveObjectOf(proposal) };
    await countAccounts(texts, { client: connected.client, target, ...changed });
  };
  return [{ iconPath: new vscode.ThemeIcon('organization'), tooltip: t('Count Accounts…'), run }];
}

/** True if no value of the form is missing or invalid. */
export const isComplete = (form: RequestForm): boolean => fieldsOf(form).every(({ problem }) => problem === undefined);

function fieldsOf(form: RequestForm): readonly ConfirmationField[] {
  const { workspace } = form.proposal;
  const missing = workspace.requiresTitleAndComments
    ? t('{0} requires a comment for each change. Why do you make this change?', workspace.name)
    : t('Enter a comment. If a change request has none, the service does not show who submitted it, and when.');
  return [
    titleField(form),
    commentField(form, t('Comment for the approver: why is this needed?'), missing),
    approversField(form),
    ...(needsRolloutStatus(form.proposal) ? [rolloutStatusField(form)] : []),
    ...(isSchedulable(form.proposal) ? [scheduleField(form)] : []),
  ];
}

/** Returns why a change request is needed, if the user wanted to make the change directly. */
function approvalReason({ environment: { name }, directOutcome, alreadyDone }: Proposal): string | undefined {
  if (directOutcome === 'noSuchCall') return t('The service accepts this change only as a change request.');
  if (directOutcome === undefined) return undefined;
  if (alreadyDone !== undefined) return t('{0} requires an approval. {1}', name, alreadyDone);
  return t('{0} requires an approval, so nothing was changed.', name);
}

function approversField(form: RequestForm): ConfirmationField {
  const { environment } = form.proposal;
  if (form.isRestricted)
    return { icon: 'account', label: t('Approvers: as configured for {0}', environment.name), edit: async () => undefined };
  return textField(form, 'approvers', {
    icon: 'account',
    title: t('{0}: {1}', form.heading, t('Approvers')),
    label: (text) =>
      text === '' ? t('Approvers: as configured for {0}, if any', environment.name) : t('{0}: {1}', t('Approvers'), text),
    prompt: t('E-mail addresses, separated by commas. Leave this empty if the environment has its own approvers'),
    check: (text) => {
      const wrong = wrongAddress(text);
      return wrong === undefined ? undefined : t('“{0}” is not an e-mail address.', wrong);
    },
    placeholder: 'maria@example.com, chen@example.com',
  });
}

function rolloutStatusField(form: RequestForm): ConfirmationField {
  const { typed, heading } = form;
  const { connected, workspace } = form.proposal;
  const name = typed.rolloutStatusName;
  return {
    icon: 'milestone',
    label: t('{0}: {1}', t('Rollout status'), name ?? t('not set')),
    problem: typed.rolloutStatusId === undefined ? t('Choose the rollout status of the flag after this change.') : undefined,
    async edit() {
      const answer = await askChoice<RolloutStatus>({
        title: heading,
        canGoBack: true,
        isFirstActive: true,
        placeholder: t('Choose the rollout status of the flag after this change.'),
        options: connected.client.listRolloutStatuses(workspace.id).then((all) =>
          all.map((status) => ({
            label: status.name,
            detail: status.description ?? '',
            icon: new vscode.ThemeIcon('milestone'),
            isActive: status.id === typed.rolloutStatusId,
            value: status,
          })),
        ),
      });
      if (answer === undefined || typeof answer === 'symbol') return;
      Object.assign(typed, { rolloutStatusId: answer.id, rolloutStatusName: answer.name });
      form.onType();
    },
  };
}
