/** The question in front of every change to production: the environment's name has to be typed. */
import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { confirmWrite, type GuardedEnvironment, type WritePermit } from '../operations/productionGuard.ts';
import { askText } from './ask.ts';

const { t } = vscode.l10n;

/** What is to be changed, as far as it is known. */
export interface WritePlace {
  readonly workspaceId: string | undefined;
  readonly environment: { readonly id: string; readonly name: string } | undefined;
}

/**
 * A permit to change the environment, or undefined if the user walked away. Whether it is production is asked of the
 * service now, and taken from nobody's memory or argument; one that is not known is treated as production.
 */
export async function askPermit(client: Client, place: WritePlace, title: string): Promise<WritePermit | undefined> {
  const environment = await asItIsNow(client, place);
  const free = confirmWrite(environment, undefined);
  if (free.ok) return free.permit;
  const { expected } = free.refusal;
  const answer = await askText({
    title,
    prompt: environment
      ? t('This changes production. Type “{0}” to go on.', expected)
      : t('Which environment this changes is not known, so it may be production. Type “{0}” to go on.', expected),
    placeholder: expected,
    validate: (typed) => {
      const checked = confirmWrite(environment, typed);
      return checked.ok ? undefined : t('Type “{0}”, exactly so.', expected);
    },
  });
  if (typeof answer !== 'string') return undefined;
  const checked = confirmWrite(environment, answer);
  return checked.ok ? checked.permit : undefined;
}

async function asItIsNow(client: Client, { workspaceId, environment }: WritePlace): Promise<GuardedEnvironment | undefined> {
  if (!environment) return undefined;
  const all = workspaceId === undefined ? [] : await client.listEnvironments(workspaceId);
  const now = all.find(({ id }) => id === environment.id);
  return { id: environment.id, name: now?.name ?? environment.name, isProduction: now?.production !== false };
}
