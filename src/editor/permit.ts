/** The question in front of every change: a restricted window and a read-only connection make none, and to production its name has to be typed. */
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import {
  confirmWrite,
  permitRequest,
  type GuardedEnvironment,
  type RequestPermit,
  type WritePermit,
} from '../operations/productionGuard.ts';
import { askText } from './ask.ts';
import type { Connected } from './connected.ts';
import { commands } from './names.ts';
import { commandStep, tellRefusal } from './tell.ts';
import { requireTrust } from './trust.ts';

const { t } = vscode.l10n;

/** What of a connection a permit depends on. */
export type Writer = Pick<Connected, 'client' | 'connectionName' | 'isReadOnly'>;

/** What is to be changed, as far as it is known. */
export interface WritePlace {
  readonly workspaceId: string | undefined;
  readonly environment: { readonly id: string; readonly name: string } | undefined;
}

/**
 * A permit to change the environment, or undefined if the user walked away, the connection is read-only or the window
 * restricted. Whether it is production is asked of the service now, and taken from nobody's memory or argument; one that is
 * not known is treated as production.
 */
export async function askPermit(writer: Writer, place: WritePlace, title: string): Promise<WritePermit | undefined> {
  if (!requireTrust() || !requireWritable(writer)) return undefined;
  const environment = await asItIsNow(writer.client, place);
  const free = confirmWrite(writer, environment, undefined);
  if (free.ok) return free.permit;
  if (free.refusal.code === 'readOnly') return undefined;
  const { expected } = free.refusal;
  const answer = await askText({
    title,
    prompt: environment
      ? t('This changes production. Type “{0}” to go on.', expected)
      : t('Which environment this changes is not known, so it may be production. Type “{0}” to go on.', expected),
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

/** A permit for what changes no environment by itself; undefined, and the user is told, where the connection is read-only or the window restricted. */
export function requestPermit(writer: Writer): RequestPermit | undefined {
  if (!requireTrust()) return undefined;
  const checked = permitRequest(writer);
  if (checked.ok) return checked.permit;
  requireWritable(writer);
  return undefined;
}

/** False for a read-only connection, after telling the user: for the beginning of a flow, before anything is asked. */
export function requireWritable({ connectionName, isReadOnly }: Pick<Connected, 'connectionName' | 'isReadOnly'>): boolean {
  if (!isReadOnly) return true;
  tellRefusal(
    t('The connection “{0}” is read-only: nothing is changed through it.', connectionName),
    commandStep(t('Edit Connection…'), commands.editConnection),
    commandStep(t('Switch Connection…'), commands.switchConnection),
  );
  return false;
}

async function asItIsNow(client: Client, { workspaceId, environment }: WritePlace): Promise<GuardedEnvironment | undefined> {
  if (!environment) return undefined;
  const all = workspaceId === undefined ? [] : await client.listEnvironments(workspaceId);
  const now = all.find(({ id }) => id === environment.id);
  return { id: environment.id, name: now?.name ?? environment.name, isProduction: now?.production !== false };
}
