/** The question in front of every change: a restricted window and a read-only connection make none, and to production its name has to be typed. */
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
import { systemClock } from '../../time/clock.ts';
import { askText } from './ask.ts';
import type { Connected, Connections } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import { commandStep, editorStep } from '../words/nextSteps.ts';

const { t } = vscode.l10n;

/** What of a connection a permit depends on. */
export type Writer = Pick<Connected, 'client' | 'connectionName' | 'isReadOnly'>;

/** What is to be changed, as far as it is known. */
export interface WritePlace {
  readonly workspaceId: string | undefined;
  readonly environment: { readonly id: string; readonly name: string } | undefined;
  /** Only our memory says that it is this environment, and not the service: it may be production. */
  readonly isUnproven?: boolean;
}

/**
 * A permit to change the environment, or undefined if the user walked away, or was told why there is none: the connection is
 * read-only, the window restricted, or the workspace has no such environment. Whether it is production, and the name to type,
 * are read from the service now, never from memory or an argument; an unknown one counts as production.
 */
export async function askPermit(writer: Writer, place: WritePlace, title: string): Promise<WritePermit | undefined> {
  if (!requireTrust() || !requireWritable(writer)) return undefined;
  const environment = await asItIsNow(writer.client, place);
  if (environment === 'unlisted') return tellUnlisted(place);
  const free = confirmWrite(writer, environment, undefined);
  if (free.ok) return free.permit;
  if (free.refusal.code === 'readOnly') return undefined;
  const { expected } = free.refusal;
  const answer = await askText({
    title,
    prompt: promptFor(place, environment, expected),
    placeholder: expected,
    validate: (typed) => {
      const checked = confirmWrite(writer, environment, typed);
      return checked.ok ? undefined : t('Type “{0}”, exactly so.', expected);
    },
  });
  if (typeof answer !== 'string') return undefined;
  const checked = confirmWrite(writer, environment, answer);
  return checked.ok ? checked.permit : undefined;
}

/** A permit for what changes no environment by itself; undefined, after telling the user, where the connection is read-only or the window restricted. */
export function requestPermit(writer: Writer): RequestPermit | undefined {
  if (!requireTrust()) return undefined;
  const checked = permitRequest(writer);
  if (checked.ok) return checked.permit;
  requireWritable(writer);
  return undefined;
}

/** False in an untrusted window, where everything can be read and nothing changed, after telling the user what to do. */
export function requireTrust(): boolean {
  if (vscode.workspace.isTrusted) return true;
  tellRefusal(
    t('This window is in restricted mode, where Flag Admin only shows things. Trust the workspace to make changes.'),
    editorStep(t('Manage Trust'), 'workbench.trust.manage'),
  );
  return false;
}

/** False for a read-only connection, after telling the user: at the start of a flow, before any question. */
export function requireWritable({ connectionName, isReadOnly }: Pick<Connected, 'connectionName' | 'isReadOnly'>): boolean {
  if (!isReadOnly) return true;
  tellRefusal(
    t('The connection “{0}” is read-only: nothing is changed through it.', connectionName),
    commandStep(t('Edit Connection…'), 'flagAdmin.connection.edit'),
    commandStep(t('Switch Connection…'), 'flagAdmin.connection.switch'),
  );
  return false;
}

/**
 * The connection that a flow is to change something through, asked for where none is in use. Undefined = the user walked away, or
 * was told why nothing may be changed.
 */
export async function connectedToChange(connections: Connections): Promise<Connected | undefined> {
  if (!requireTrust()) return undefined;
  const connected = await connections.orAsk();
  return connected && requireWritable(connected) ? connected : undefined;
}

/** What is typed for an environment of which the service gives no name. */
const UNKNOWN = 'production';

async function asItIsNow(
  client: Client,
  { workspaceId, environment, isUnproven }: WritePlace,
): Promise<GuardedEnvironment | 'unlisted' | undefined> {
  if (!environment) return undefined;
  // Without its workspace nothing can be looked up.
  if (workspaceId === undefined) return { id: environment.id, name: UNKNOWN, isProduction: true };
  const environments = catalogOf(client).environments(workspaceId);
  await environments.read({ newerThan: systemClock.now() });
  const now = environments.get(environment.id);
  if (!now) return 'unlisted';
  const isProduction = now.production !== false;
  if (isUnproven && !isProduction) return { id: now.id, name: UNKNOWN, isProduction: true };
  return { id: now.id, name: now.name, isProduction };
}

function promptFor({ environment, isUnproven }: WritePlace, now: GuardedEnvironment | undefined, expected: string): string {
  if (!environment || !now)
    return t('Which environment this changes is not known, so it may be production. Type “{0}” to go on.', expected);
  return isUnproven
    ? t(
        'The service does not say that this changes {0}, so it may be production. Type “{1}” to go on.',
        environment.name,
        expected,
      )
    : t('This changes production. Type “{0}” to go on.', expected);
}

/** The name comes from whoever asked for the change: it is shown, and unlocks nothing. */
const tellUnlisted = ({ environment }: WritePlace): undefined =>
  tellRefusal(
    t(
      'Nothing was changed: the service lists no environment “{0}” in this workspace. Refresh, and choose it again.',
      environment?.name ?? '',
    ),
    commandStep(t('Refresh'), 'flagAdmin.view.refresh'),
  );
