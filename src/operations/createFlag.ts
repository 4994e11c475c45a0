/** Makes a flag in a workspace. After a lost answer it looks whether the flag is there, where the service has the call. */
import type { Client } from '../api/client.ts';
import { isAnswerLost } from './lostAnswer.ts';
import type { RequestOptions } from './productionGuard.ts';

/**
 * Needs no change request in any environment (admin-api.md, Feature flags). After a lost answer, a flag that is in all as it
 * was to be made is taken for it. If there is none, or no way to look, the error is thrown.
 */
export async function createFlag(
  client: Pick<Client, 'createFlag' | 'readFlag'>,
  { workspaceId, trafficType }: { readonly workspaceId: string; readonly trafficType: string },
  flag: { readonly name: string; readonly description: string },
  options: RequestOptions,
): Promise<void> {
  try {
    await client.createFlag(workspaceId, trafficType, flag, options);
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    const found = await client.readFlag(workspaceId, flag.name, options).catch(() => undefined);
    const isIt = found?.trafficType?.name === trafficType && (found.description ?? '') === flag.description;
    if (!isIt) throw error;
  }
}
