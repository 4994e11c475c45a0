/** Adds, replaces or removes a flag's definition directly, where the environment is not gated and the service has the call (service-beyond.md). */
import type { Client } from '../api/client.ts';
import { hasStatus, isApprovalsRequired } from '../api/errors.ts';
import type { FlagDefinition } from '../api/model.ts';
import { isSameDefinition } from '../domain/definitions/definitionDiff.ts';
import { isAnswerLost } from './lostAnswer.ts';
import { requirePermit } from './productionGuard.ts';
import type { FlagPlace, SwitchOptions } from './changeFlag.ts';

/** What the definition is to be; undefined = there is to be none. */
export type Wanted = (FlagDefinition & { readonly name: string }) | undefined;

export type ChangeOutcome =
  | { readonly outcome: 'done' }
  /** The documented 403: it has to become a change request. */
  | { readonly outcome: 'approvalsRequired' }
  /** The service has no such call: only a change request can do it. */
  | { readonly outcome: 'notDirectly' };

type ChangeClient = Pick<Client, 'createDefinition' | 'replaceDefinition' | 'deleteDefinition' | 'readDefinition'>;

/**
 * `isThere` = the environment has a definition now. Sent once; after a lost answer the definition is read, and only if it
 * is not as wanted is the error thrown.
 */
export async function changeDefinition(
  client: ChangeClient,
  place: FlagPlace,
  { wanted, isThere }: { readonly wanted: Wanted; readonly isThere: boolean },
  explanation: { readonly title: string; readonly comment: string },
  { permit, ...options }: SwitchOptions,
): Promise<ChangeOutcome> {
  requirePermit(permit, place.environmentId);
  try {
    const answer = await (wanted === undefined
      ? client.deleteDefinition(place, explanation, options)
      : isThere
        ? client.replaceDefinition(place, wanted, explanation, options)
        : client.createDefinition(place, wanted, explanation, options));
    return { outcome: answer ? 'done' : 'notDirectly' };
  } catch (error) {
    if (isApprovalsRequired(error)) return { outcome: 'approvalsRequired' };
    if (!isAnswerLost(error)) throw error;
    const { workspaceId, flagName, environmentId } = place;
    const now = await client.readDefinition(workspaceId, flagName, environmentId, options).catch((missing: unknown) => {
      if (hasStatus(missing, 404)) return undefined;
      throw error;
    });
    if (!isSameDefinition(now, wanted)) throw error;
    return { outcome: 'done' };
  }
}
