/**
 * The check before every change. A permit proves that the check succeeded. A restricted window and a read-only connection allow
 * no change. For a change in production, the user has to type the name of the environment.
 */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import {
  confirmWrite,
  permitRequest,
  type GuardedEnvironment,
  type RequestPermit,
  type WritePermit,
} from '../../operations/productionGuard.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { systemClock } from '../../time/clock.ts';
import { environmentOfWorkspace } from '../words/placeWords.ts';
import { askText } from './ask.ts';
import type { Connected, Connections } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import { commandStep, editorStep } from '../words/nextSteps.ts';
import { readOnlySentence } from '../words/connectionWords.ts';

const { t } = vscode.l10n;

/** The parts of a connection that a permit depends on. */
export type PermitConnection = Pick<Connected, 'client' | 'connectionName' | 'isReadOnly'>;

/** The workspace, environment and object of a change, as far as they are known. */
export interface WritePlace {
  readonly workspaceId: string | undefined;
  readonly environment: { readonly id: string; readonly name: string } | undefined;
  /**
   * True = the environment is remembered from earlier, and no answer of the service confirms it. The actual environment
   * might be production.
   */
  readonly isUnproven?: boolean;
  /** Shown in the question. Undefined = not known. */
  readonly workspaceName?: string | undefined;
  /** The name of the changed object, which the question shows, too. Undefined = not known. */
  readonly objectName?: string | undefined;
}

/**
 * Asks for a permit to change the environment. Returns undefined if the user cancelled, or was told why there is no permit: the
 * connection is read-only, the window is restricted, or the workspace has no such environment. The service decides whether the
 * environment is production and which name to type. Values that are stored locally or passed as an argument are not trusted. An
 * unknown environment is treated as production.
 */
export async function askPermit(
  connection: PermitConnection,
  place: WritePlace,
  title: string,
): Promise<WritePermit | undefined> {
  if (!requireTrust() || !requireWritable(connection)) return undefined;
  const environment = await currentEnvironment(connection.client, place);
  if (environment === 'unlisted') return tellUnlisted(place);
  const free = confirmWrite(connection, environment, undefined);
  if (free.ok) return free.permit;
  if (free.refusal.code === 'readOnly') return undefined;
  const { expected } = free.refusal;
  const answer = await askText({
    title,
    prompt: promptFor(place, environment, expected),
    placeholder: expected,
    validate: (typed) => {
      const checked = confirmWrite(connection, environment, typed);
      return checked.ok ? undefined : t('Type “{0}” exactly.', expected);
    },
  });
  if (typeof answer !== 'string') return undefined;
  const checked = confirmWrite(connection, environment, answer);
  return checked.ok ? checked.permit : undefined;
}

/**
 * Returns a permit for a step that changes no environment by itself, such as the creation of a flag. If the connection is
 * read-only or the window is restricted, tells the user and returns undefined.
 */
export function requestPermit(connection: PermitConnection): RequestPermit | undefined {
  if (!requireTrust()) return undefined;
  const checked = permitRequest(connection);
  if (checked.ok) return checked.permit;
  requireWritable(connection);
  return undefined;
}

/**
 * In an untrusted window, returns false and tells the user what to do. Such a window can read everything but change nothing.
 */
export function requireTrust(): boolean {
  if (vscode.workspace.isTrusted) return true;
  tellRefusal(
    t('This window is in restricted mode, so Flag Admin can’t change anything. Trust the workspace to make changes.'),
    editorStep(t('Manage Trust'), 'workbench.trust.manage'),
  );
  return false;
}

/** For a read-only connection, returns false and tells the user. Called at the start of a command, before any question. */
export function requireWritable({ connectionName, isReadOnly }: Pick<Connected, 'connectionName' | 'isReadOnly'>): boolean {
  if (!isReadOnly) return true;
  tellRefusal(
    readOnlySentence(connectionName),
    commandStep(t('Edit Connection…'), 'flagAdmin.connection.edit'),
    commandStep(t('Switch Connection…'), 'flagAdmin.connection.switch'),
  );
  return false;
}

/**
 * Returns the connection for a command that changes something. Asks for one if none is in use. Undefined = the user cancelled,
 * or was told why nothing may be changed.
 */
export async function connectedToChange(connections: Connections): Promise<Connected | undefined> {
  if (!requireTrust()) return undefined;
  const connected = await connections.orAsk();
  return connected && requireWritable(connected) ? connected : undefined;
}

/** The word to type for an environment whose name is not known from the service. */
const WORD_FOR_UNKNOWN_ENVIRONMENT = 'production';

async function currentEnvironment(
  client: Client,
  { workspaceId, environment, isUnproven }: WritePlace,
): Promise<GuardedEnvironment | 'unlisted' | undefined> {
  if (!environment) return undefined;
  // Without its workspace, an environment can't be looked up, so it is treated as production.
  if (workspaceId === undefined) return { id: environment.id, name: WORD_FOR_UNKNOWN_ENVIRONMENT, isProduction: true };
  const environments = catalogOf(client).environments(workspaceId);
  await environments.read({ newerThan: systemClock.now() });
  const now = environments.get(environment.id);
  if (!now) return 'unlisted';
  const known = environmentFrom(now);
  return isUnproven && !known.isProduction ? { ...known, name: WORD_FOR_UNKNOWN_ENVIRONMENT, isProduction: true } : known;
}

function promptFor(
  { environment, isUnproven, workspaceName, objectName }: WritePlace,
  now: GuardedEnvironment | undefined,
  expected: string,
): string {
  if (!environment || !now)
    return t('The environment of this change is not known and might be production. Type “{0}” to go on.', expected);
  const where = environmentOfWorkspace(now, workspaceName);
  const what = objectName === undefined ? where : t('{0}: {1}', where, objectName);
  return isUnproven
    ? t(
        'The service does not confirm that this change affects only {0}. The change might also affect production. Type “{1}” to go on.',
        environment.name,
        expected,
      )
    : t('This changes {0}. Type “{1}” to go on.', what, expected);
}

/** Reports that the service does not list the environment. The message shows the name that the caller passed. */
const tellUnlisted = ({ environment }: WritePlace): undefined =>
  tellRefusal(
    t(
      'Nothing was changed: the service lists no environment “{0}” in this workspace. Refresh, and choose it again.',
      environment?.name ?? '',
    ),
    commandStep(t('Refresh'), 'flagAdmin.view.refresh'),
  );
