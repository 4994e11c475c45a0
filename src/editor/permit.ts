/** The question in front of every change to production: the environment's name has to be typed. */
import * as vscode from 'vscode';
import { confirmWrite, type WritePermit } from '../operations/productionGuard.ts';
import { askText } from './ask.ts';
import type { EnvironmentRef } from './target.ts';

const { t } = vscode.l10n;

/**
 * A permit to change the environment, or undefined if the user walked away. `environment` undefined = not known, which
 * is treated as production.
 */
export async function askPermit(environment: EnvironmentRef | undefined, title: string): Promise<WritePermit | undefined> {
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
