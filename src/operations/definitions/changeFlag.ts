/**
 * Creates a flag. Also kills or restores a flag, or changes its definition, without a change request. Such a direct change
 * works if the environment requires no approvals and the service supports the call (service-beyond.md).
 */
import type { Client } from '../../api/client.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { isApprovalsRequired, unlessMissing } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { sendConfirmed } from '../lostAnswer.ts';
import { requirePermit, type WritePermit, type RequestOptions } from '../productionGuard.ts';
import type { FlagDefinition } from '../../api/model.ts';
import { isSameDefinition } from '../../domain/definitions/definitionDiff.ts';

export type FlagChangeOutcome =
  | { readonly outcome: 'done' }
  /** The documented 403: the change needs a change request. */
  | { readonly outcome: 'approvalsRequired' }
  /** The service has no such call, so the change needs a change request. */
  | { readonly outcome: 'noSuchCall' };

export type SwitchClient = Pick<Client, 'killFlag' | 'restoreFlag' | 'readDefinition'>;

export interface FlagPlace {
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly flagName: string;
}

export interface FlagChangeOptions extends CallOptions {
  readonly permit: WritePermit;
}

/**
 * Kills or restores a flag. Sends the call once. If the answer is lost, reads the definition. If it shows no change, throws the
 * error of the call. If it can't be read, throws an UnknownOutcome.
 */
export async function switchFlag(
  client: SwitchClient,
  to: 'killed' | 'restored',
  place: FlagPlace,
  explanation: { readonly title: string; readonly comment: string },
  { permit, ...options }: FlagChangeOptions,
): Promise<FlagChangeOutcome> {
  requirePermit(permit, place.environmentId);
  const send = () => (to === 'killed' ? client.killFlag : client.restoreFlag)(place, explanation, options);
  const isDone = async () => {
    const now = await readLiveDefinition(client, place, options);
    if (now && typeof now.killed !== 'boolean') throw new Error('the definition does not say whether the flag is killed');
    return now?.killed === (to === 'killed');
  };
  return outcomeOf(send, isDone);
}

/**
 * Creates a flag. Needs no change request in any environment (admin-api.md, Feature flags). After a lost answer, a flag with
 * the wanted name, traffic type and description counts as created. Otherwise throws the error, or an UnknownOutcome if the flag
 * can't be read.
 */
export async function sendNewFlag(
  client: Client,
  { workspaceId, trafficType }: { readonly workspaceId: string; readonly trafficType: string },
  flag: { readonly name: string; readonly description: string },
  options: RequestOptions,
): Promise<void> {
  const isCreated = async (): Promise<boolean> => {
    const found = await client.readFlag(workspaceId, flag.name, options);
    return found?.trafficType?.name === trafficType && (found.description ?? '') === flag.description;
  };
  await sendConfirmed(() => client.createFlag(workspaceId, trafficType, flag, options), isCreated);
  // The answer to a creation does not contain the flag (admin-api.md, Feature flags).
  catalogOf(client).flags(workspaceId).expire();
}

/** The wanted definition. Undefined = the definition is to be removed. */
export type WantedDefinition = (FlagDefinition & { readonly name: string }) | undefined;

type ChangeClient = Pick<Client, 'createDefinition' | 'replaceDefinition' | 'deleteDefinition' | 'readDefinition'>;

/**
 * Adds, replaces or removes a definition. `isThere` = the environment has a definition now. Sends the call once. If the answer
 * is lost, reads the definition. If it is not as wanted, throws the error of the call. If it can't be read, throws an
 * UnknownOutcome.
 */
export async function changeDefinition(
  client: ChangeClient,
  place: FlagPlace,
  { wanted, isThere }: { readonly wanted: WantedDefinition; readonly isThere: boolean },
  explanation: { readonly title: string; readonly comment: string },
  { permit, ...options }: FlagChangeOptions,
): Promise<FlagChangeOutcome> {
  requirePermit(permit, place.environmentId);
  const send = () =>
    wanted === undefined
      ? client.deleteDefinition(place, explanation, options)
      : (isThere ? client.replaceDefinition : client.createDefinition)(place, wanted, explanation, options);
  return outcomeOf(send, async () => isSameDefinition(await readLiveDefinition(client, place, options), wanted));
}

/** Returns the current definition. Undefined = the environment has no definition of the flag. */
const readLiveDefinition = (
  client: Pick<Client, 'readDefinition'>,
  { workspaceId, flagName, environmentId }: FlagPlace,
  options: CallOptions,
): Promise<FlagDefinition | undefined> =>
  client.readDefinition(workspaceId, flagName, environmentId, options).catch(unlessMissing);

/** `send` returns undefined if the service has no such call. */
async function outcomeOf(send: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<FlagChangeOutcome> {
  let isMissing = false;
  try {
    await sendConfirmed(async () => (isMissing = !(await send())), isDone);
    return { outcome: isMissing ? 'noSuchCall' : 'done' };
  } catch (error) {
    if (isApprovalsRequired(error)) return { outcome: 'approvalsRequired' };
    throw error;
  }
}
