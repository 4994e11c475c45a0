/** What activating, deactivating and deleting a segment share: the API key for several environments, and pieces of sentences. */
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { SegmentUse } from '../../operations/segmentUse.ts';
import type { Connected } from '../service/connected.ts';
import { displayLanguage } from '../formats/displayLanguage.ts';
import { causeOf, describeFailure } from '../messages/failure.ts';
import { keyForAction } from '../prompts/keyForAction.ts';
import type { Log } from '../log.ts';
import { keysWords } from '../formats/requestWords.ts';
import type { EnvironmentRef } from '../service/target.ts';
import { commandStep, type NextStep } from '../messages/notifications.ts';
import type { SegmentsDeps } from './index.ts';
import * as vscode from 'vscode';

const { t } = vscode.l10n;

/** Why something failed, for the middle of a notification that says itself what to do; the details go to the log. */
export function failureWords(error: unknown, log: Log): string {
  log.warn(describeFailure(error).detail);
  return causeOf(error);
}

/** "development, staging and production", in the language of the editor. */
export const listWords = (names: readonly string[]): string =>
  new Intl.ListFormat(displayLanguage(), { type: 'conjunction' }).format(names);

/** What a segment is in one environment: "8 keys", "not active". */
export function useWords(use: SegmentUse): string {
  switch (use.state) {
    case 'active':
      return use.openRequestId === undefined
        ? keysWords(use.count)
        : t('{0}, and a change request is open on it', keysWords(use.count));
    case 'inactive':
      return t('not active');
    case 'unseen':
      return t('this API key may not see it');
    default:
      return use satisfies never;
  }
}

/** For the search in the service's own pages. */
export const copyNameStep = (name: string): NextStep =>
  commandStep(t('Copy Name'), 'flagAdmin.node.copyName', { copyable: { name } });

/** Asks where a refusal is known of the key in use, or of one that was just chosen. Undefined = the user walked away. */
export async function keyForEach(
  deps: SegmentsDeps,
  connected: Connected,
  environments: readonly EnvironmentRef[],
  title: string,
): Promise<Connected | undefined> {
  const abilities = createKeyAbilities(deps.memory);
  let able: Connected | undefined = connected;
  for (const environment of environments) {
    able = able && (await keyForAction({ ...deps, abilities, connected: able, ability: 'change', environment, title }));
  }
  return able;
}
