/**
 * Explains a failed call to the user: a sentence with the service's own message, and what to do next. The kind and the status
 * of the error select the sentence, not the text of the service's message (except the documented "Approvals are required").
 */
import * as vscode from 'vscode';
import { isApiError, isApprovalsRequired, type ApiError, type ServiceError, type UnexpectedResponse } from '../../api/errors.ts';
import { isMissingApiKey, isRefusedApiKey, isSandboxStopped, isSecretStorageFailed } from './connectionErrors.ts';
import { isChangeFailed, type ChangeFailed } from './changeFailure.ts';
import { settingAbout, unreachableSentence } from './networkWords.ts';
import { commandStep, openSettings, openSettingsStep, showLogStep, type CommandId, type NextStep } from './nextSteps.ts';

const { t } = vscode.l10n;

export interface Failure {
  readonly sentence: string;
  /** The text for the log: the call, the status, the service's message, and the transactionId. */
  readonly detail: string;
  readonly steps: readonly NextStep[];
  /** True if the error is unexpected. An answer of the service and a known state of a connection are expected. */
  readonly isUnforeseen?: true;
  /** The command that fixes the cause, if trying again would not. For a view that has room for only one button. */
  readonly action?: vscode.Command;
}

/** Describes any error for a message and the log. */
export function describeFailure(error: unknown): Failure {
  if (isChangeFailed(error)) return describeChange(error);
  if (isSandboxStopped(error))
    return fixedByCommand('flagAdmin.sandbox.start', t('Try the Sandbox'), t('The sandbox is not running.'), error.message);
  if (isMissingApiKey(error)) {
    const { connectionName, keyName } = error;
    const sentence =
      keyName === ''
        ? t('The connection “{0}” has no API key yet: enter one.', connectionName)
        : t('The API key “{1}” of the connection “{0}” is not stored in this editor: enter it again.', connectionName, keyName);
    return fixedByApiKey(sentence, error.message);
  }
  if (isRefusedApiKey(error)) {
    const { connectionName, keyName } = error;
    return fixedByApiKey(
      t(
        'The service does not accept the API key “{1}” of the connection “{0}” (401). Enter it again, or use a different one.',
        connectionName,
        keyName,
      ),
      error.message,
    );
  }
  if (isSecretStorageFailed(error)) {
    return fixedByApiKey(
      t(
        'The editor’s secret storage can’t be used: {0} Unlock the system’s keyring, or enter the API key for this session only.',
        asSentence(error.message),
      ),
      `secret storage: ${error.message}`,
      showLogStep(),
    );
  }
  if (!isApiError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = error instanceof Error ? (error.stack ?? message) : message;
    return { sentence: t('Something went wrong: {0}', asSentence(message)), detail, steps: [showLogStep()], isUnforeseen: true };
  }
  const action = actionFor(error);
  const cause = apiErrorSentence(error);
  const sentence = [cause, ...adviceFor(error)].join(' ');
  const failure = { sentence, detail: detailOf(error), steps: [...stepsFor(error), showLogStep()] };
  return action ? { ...failure, action } : failure;
}

function describeChange(error: ChangeFailed): Failure {
  const { cause, outcomes, state } = error;
  // The cause is undefined if the service reported no error.
  const failure: Failure =
    cause === undefined
      ? { sentence: t('The service did not confirm the change.'), detail: error.message, steps: [showLogStep()] }
      : describeFailure(cause);
  if (state === 'unknown') {
    const why = cause === undefined ? failure.sentence : causeOf(cause);
    return { ...failure, sentence: `${outcomes.unknown} ${why}` };
  }
  const sentences = [outcomes.notDone, state === 'readAgain' ? outcomes.unchanged : '', failure.sentence];
  const steps = [...(outcomes.retryStep ? [outcomes.retryStep] : []), ...failure.steps];
  return { ...failure, sentence: sentences.filter(Boolean).join(' '), steps };
}

/** Returns a failure that a command can fix. Its message has a button for the command. */
const fixedByCommand = (
  command: CommandId,
  title: string,
  sentence: string,
  detail: string,
  ...others: readonly NextStep[]
): Failure => ({ sentence, detail, steps: [commandStep(title, command), ...others], action: { command, title } });

const fixedByApiKey = (sentence: string, detail: string, ...others: readonly NextStep[]): Failure =>
  fixedByCommand('flagAdmin.apiKey.add', t('Enter API Key…'), sentence, detail, ...others);

function actionFor(error: ApiError): vscode.Command | undefined {
  const setting = error.kind === 'network' ? settingAbout(error) : undefined;
  if (setting !== undefined) return { command: openSettings, title: t('Open Settings'), arguments: [setting] };
  const isKeyRefused = error.kind === 'service' && error.status === 401;
  return isKeyRefused ? { command: 'flagAdmin.apiKey.add', title: t('Enter API Key…') } : undefined;
}

/** True if the same call might succeed later. */
const isTemporary = (error: ApiError): boolean =>
  error.kind === 'timeout' ||
  (error.kind === 'service' && error.status >= 500) ||
  (error.kind === 'unexpectedResponse' && error.reason === 'cutOff');

/** Returns sentences that say what the user can do next. */
function adviceFor(error: ApiError): readonly string[] {
  if (isTemporary(error)) return [t('Try again in a moment.')];
  if (error.kind !== 'service' || error.method !== 'POST' || !/\/changeRequests\/ws\//.test(error.path)) return [];
  return error.status === 400 && error.serviceMessage !== ''
    ? [t('Fix the problem that the service reports, and submit again.')]
    : [];
}

/**
 * Returns the cause of an error without the advice to try again. Used if the service might have carried out the call, so the
 * user must check this first.
 */
export const causeOf = (error: unknown): string =>
  isApiError(error) ? apiErrorSentence(error) : describeFailure(error).sentence;

function apiErrorSentence(error: ApiError): string {
  switch (error.kind) {
    case 'network':
      return unreachableSentence(error);
    case 'timeout':
      return t('The service did not answer within {0} seconds.', Math.round(error.milliseconds / 1000));
    case 'service':
      return refusalOf(error);
    case 'unexpectedResponse':
      return unexpectedResponseSentence(error);
    default:
      return error satisfies never;
  }
}

function refusalOf(error: ServiceError): string {
  const said = error.serviceMessage === '' ? t('no reason given.') : asSentence(error.serviceMessage);
  switch (error.status) {
    case 400: {
      const refused = t('The service could not accept the request (400): {0}', said);
      // If the service refuses a change without a reason, a missing title or comment is a known cause (service-beyond.md,
      // Behaviour).
      const isUnexplained = error.serviceMessage === '' && acceptsComment(error);
      return isUnexplained ? `${refused} ${t('Some workspaces require a title and a comment.')}` : refused;
    }
    case 401:
      return t('The service does not accept this API key (401): {0} Enter the API key again, or use a different one.', said);
    case 402:
      return t('The service says that the account’s plan does not include this action (402): {0}', said);
    case 403:
      return isApprovalsRequired(error)
        ? t('This environment needs an approval for the change (403): {0}', said)
        : t('This API key isn’t allowed to do that (403): {0}', said);
    case 404:
      return t('The service can’t find the object, or this API key can’t see it (404): {0}', said);
    case 409:
    case 423:
      return t('A change request is open on this object, or the object exists already ({0}): {1}', error.status, wordsOf(error));
    case 429: {
      const wait = error.retryAfterSeconds ?? 60;
      return t('The service is receiving too many requests (429): {0} Wait {1} s, and try again.', said, wait);
    }
    default:
      return error.status >= 500
        ? t('The service failed ({0}): {1}', error.status, said)
        : t('The service refused ({0}): {1}', error.status, said);
  }
}

/** True if the call can have a title or comment: a change request, a direct change of a definition, or a change of keys. */
const acceptsComment = ({ method, path }: ServiceError): boolean =>
  method !== 'GET' && /\/ws\/.+\/environments\/|\/uploadKeys/.test(path);

/**
 * Returns the service's message and its details. For a conflict, sometimes only the details give the reason: which request is
 * open, or which policy was broken.
 */
const wordsOf = ({ serviceMessage, details }: ServiceError): string =>
  [serviceMessage, details].filter(Boolean).map(asSentence).join(' ') || t('no reason given.');

/** Adds a full stop if the text has no punctuation at its end, so that another sentence can follow. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

function unexpectedResponseSentence(error: UnexpectedResponse): string {
  switch (error.reason) {
    case 'notJson':
      return t(
        'The answer was not what an admin service sends (status {0}, no JSON). Check that the base URL is that of the admin API.',
        error.status,
      );
    case 'redirect':
      return t('The service answered with a redirect ({0}), which is not followed. Check the base URL.', error.status);
    case 'shape':
      return t('Flag Admin does not know the format of the service’s answer. The log shows the details.');
    case 'tooLarge':
      return t('The answer was too large to read.');
    case 'cutOff':
      return t('The connection broke in the middle of the answer.');
    default:
      return error.reason satisfies never;
  }
}

function detailOf(error: ApiError): string {
  const parts = [error.message];
  if (error.kind === 'service') {
    if (error.serviceMessage !== '') parts.push(`service said: ${error.serviceMessage}`);
    if (error.details !== '') parts.push(`details: ${error.details}`);
    if (error.transactionId) parts.push(`transactionId=${error.transactionId}`);
  }
  // `transport.ts` wrote this text, so it is safe to log. It contains the host that was not reached, and the reason.
  if (error.kind === 'network' && error.cause instanceof Error) parts.push(error.cause.message);
  return parts.join(' · ');
}

function stepsFor(error: ApiError): NextStep[] {
  const setting = error.kind === 'network' ? settingAbout(error) : undefined;
  if (setting !== undefined) return [openSettingsStep(setting)];
  if (error.kind !== 'service') return [];
  switch (error.status) {
    case 401:
      return [
        commandStep(t('Enter API Key…'), 'flagAdmin.apiKey.add'),
        commandStep(t('Use Another API Key…'), 'flagAdmin.apiKey.use'),
      ];
    case 403:
      return [commandStep(t('Use Another API Key…'), 'flagAdmin.apiKey.use')];
    default:
      return [];
  }
}
