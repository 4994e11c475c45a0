/** The questions that every change request needs: rollout status, title, comment, approvers, and the last look. */
import * as vscode from 'vscode';
import type { NewChangeRequest, RolloutStatus } from '../../api/model.ts';
import { askChoice, askText, type Answer, type ConditionalStep, type Position, type Step } from '../ask.ts';
import type { Proposal } from '../proposal.ts';
import { addressesOf, wrongAddress } from './approvers.ts';
import type { Typed } from '../requestDrafts.ts';

const { t } = vscode.l10n;

type StepPosition = Parameters<Step>[0];

export interface RequestForm {
  readonly heading: string;
  proposal(): Proposal;
  /** What the boxes hold, changed as it is typed. */
  readonly typed: { -readonly [Field in keyof Typed]: Typed[Field] };
  /** The environment is known to name its approvers itself. */
  isRestricted(): boolean;
  onType(): void;
  askLast(position: Position, request: NewChangeRequest): Promise<Answer<true>>;
}

/** `formOf` gives undefined until the steps before have told what is asked for; then all questions are still to come. */
export function requestSteps(formOf: () => RequestForm | undefined): readonly (Step | ConditionalStep)[] {
  const step = (
    applies: (form: RequestForm) => boolean,
    ask: (form: RequestForm, position: StepPosition) => Promise<Answer<true>>,
  ) => ({
    applies: (): boolean => {
      const form = formOf();
      return form === undefined || applies(form);
    },
    ask: async (position: StepPosition): Promise<Answer<true>> => {
      const form = formOf();
      return form && ask(form, position);
    },
  });
  const explains = (form: RequestForm): boolean => form.proposal().isExplained !== true;
  return [
    step((form) => needsRolloutStatus(form.proposal()), askRolloutStatus),
    step(explains, askTitle),
    step(explains, askComment),
    step((form) => !form.isRestricted(), askApprovers),
    step(
      () => true,
      (form, position) => form.askLast({ ...position, title: form.heading }, requestOf(form)),
    ),
  ];
}

/** The request as the form has it now. */
export function requestOf({
  proposal,
  typed,
  isRestricted,
}: Pick<RequestForm, 'proposal' | 'typed' | 'isRestricted'>): NewChangeRequest {
  const { change } = proposal();
  const said = {
    title: typed.title.trim(),
    comment: typed.comment.trim(),
    approvers: isRestricted() ? [] : addressesOf(typed.approvers),
  };
  if ('segment' in change) return { ...change, ...said };
  const { rolloutStatusId } = typed;
  return { ...change, ...said, ...(rolloutStatusId !== undefined && { rolloutStatusId }) };
}

/** For every operation on a flag but KILL (admin-api.md, Flag change-request payload). */
const needsRolloutStatus = ({ change, rolloutStatus }: Proposal): boolean =>
  'flag' in change && change.operationType !== 'KILL' && rolloutStatus?.id === undefined;

async function askRolloutStatus(form: RequestForm, position: StepPosition): Promise<Answer<true>> {
  const { connected, workspace, rolloutStatus } = form.proposal();
  const answer = await askChoice<RolloutStatus>({
    ...position,
    title: form.heading,
    placeholder: afterRefusal(form.proposal(), position, t('Which rollout status does the flag have after it?')),
    options: connected.client.listRolloutStatuses(workspace.id).then((all) =>
      all.map((status) => ({
        label: status.name,
        detail: status.description ?? '',
        icon: new vscode.ThemeIcon('milestone'),
        isActive: rolloutStatus ? status.name === rolloutStatus.name : status.id === form.typed.rolloutStatusId,
        value: status,
      })),
    ),
  });
  if (answer === undefined || typeof answer === 'symbol') return answer;
  form.typed.rolloutStatusId = answer.id;
  form.typed.rolloutStatusName = answer.name;
  form.onType();
  return true;
}

const askTitle = (form: RequestForm, position: StepPosition): Promise<Answer<true>> =>
  askField(form, position, 'title', titlePrompt(form.proposal()), (text) =>
    text.trim() === '' ? t('A change request needs a title.') : undefined,
  );

const askComment = (form: RequestForm, position: StepPosition): Promise<Answer<true>> =>
  askField(form, position, 'comment', t('Comment for the approver: why is this needed?'), (text) =>
    text.trim() === ''
      ? t('Write a word or two: the comment is also what shows who submitted the request, and when.')
      : undefined,
  );

const askApprovers = (form: RequestForm, position: StepPosition): Promise<Answer<true>> =>
  askField(
    form,
    position,
    'approvers',
    t('Approvers’ e-mail addresses, separated by commas. Leave it empty where the environment names its approvers itself'),
    (text) => {
      const wrong = wrongAddress(text);
      return wrong === undefined ? undefined : t('“{0}” is no e-mail address.', wrong);
    },
    'maria@example.com, chen@example.com',
  );

async function askField(
  form: RequestForm,
  position: StepPosition,
  field: 'title' | 'comment' | 'approvers',
  prompt: string,
  validate: (text: string) => string | undefined,
  placeholder = '',
): Promise<Answer<true>> {
  const { typed, heading } = form;
  const onType = (text: string): void => {
    typed[field] = text;
    form.onType();
  };
  const answer = await askText({
    ...position,
    title: heading,
    prompt: field === 'title' ? prompt : afterRefusal(form.proposal(), position, prompt),
    placeholder,
    value: typed[field],
    validate,
    onType,
  });
  if (typeof answer !== 'string') return answer;
  onType(answer);
  return true;
}

/** In front of the first question about a flag: whoever asked for a change at once is to know why there are more. */
export function afterRefusal(
  { isRefused, isInstead, change, environment }: Proposal,
  { step }: { readonly step?: number },
  text: string,
): string {
  if (step !== 1 || !('flag' in change) || !(isRefused || isInstead)) return text;
  const why = isRefused
    ? t('{0} requires an approval.', environment.name)
    : t('The service takes this as a change request only.');
  return `${why} ${text}`;
}

function titlePrompt({ environment, isRefused, part, change }: Proposal): string {
  if (part) {
    return isRefused
      ? t(
          '{0} requires an approval, so nothing was changed. The same keys can go as {1} change requests, one after the other: give the first a title',
          environment.name,
          part.of,
        )
      : t('Part {0} of {1} goes to {2} as a change request. Give it a title', part.number, part.of, environment.name);
  }
  if (isRefused)
    return t(
      '{0} requires an approval, so nothing was changed. The same can go as a change request: give it a title',
      environment.name,
    );
  if ('segment' in change && change.operationType === 'ARCHIVE')
    return t('A change request to take the keys out of {0} in {1}. Give it a title', change.segment.name, environment.name);
  return 'segment' in change
    ? t('The keys go to {0} as a change request. Give it a title', environment.name)
    : t('It goes to {0} as a change request. Give it a title', environment.name);
}
