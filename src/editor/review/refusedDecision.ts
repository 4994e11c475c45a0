/** Tells the user that the service refused a decision, and what to do next. */
import * as vscode from 'vscode';
import { isPipelineRefusal, type ServiceError } from '../../api/errors.ts';
import { apiKeysThatMay } from '../../domain/changeRequests/decisions.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import { tellRefusal } from '../window/notifications.ts';
import { asSentence, causeOf } from '../words/failureWords.ts';
import { commandStep } from '../words/nextSteps.ts';
import { requestTitle } from '../words/requestWords.ts';
import { flagOf } from './reviewActions.ts';
import type { ReviewState } from './reviewState.ts';

const { t } = vscode.l10n;

/** Shows the service's message. Has buttons for other stored API keys that might be allowed to make the decision. */
export function tellRefused(action: RequestAction, error: ServiceError, state: ReviewState): void {
  const { key, others, place, reviewed } = state;
  const { request } = reviewed;
  const flag = flagOf(state);
  const page = flag ? [commandStep(t('Open in Browser'), 'flagAdmin.node.openInBrowser', { target: flag })] : [];
  const said = [error.serviceMessage, error.details]
    .filter((words) => words !== '')
    .map(asSentence)
    .join(' ');
  if (action === 'approve' && isPipelineRefusal(error)) {
    const where = place.environment?.name ?? t('this environment');
    return tellRefusal(
      t('Nothing was decided: the service says that a pipeline decides on change requests in {0}. {1}', where, said),
      ...page,
    );
  }
  const usable = apiKeysThatMay(
    action,
    request,
    others.filter(({ name }) => name !== key.name),
  ).slice(0, 2);
  const steps = usable.map(({ name }) => commandStep(t('Use the API Key “{0}”', name), 'flagAdmin.apiKey.use', name));
  const another = commandStep(t('Use Another API Key…'), 'flagAdmin.apiKey.use');
  const sentence =
    action === 'withdraw'
      ? t('Nothing was withdrawn: the service does not let the API key “{0}” withdraw this request (401).', key.name)
      : t(
          'Nothing was decided (401): either the API key “{0}” is not an approver of “{1}”, or this change request was submitted with it.',
          key.name,
          requestTitle(request),
        );
  const words = error.status === 401 ? [sentence, said].filter(Boolean).join(' ') : causeOf(error);
  tellRefusal(words, ...(steps.length > 0 ? steps : [another]), ...page);
}
