/** Which environment a change request belongs to. The request itself names its workspace only (admin-api.md, Change request). */
import type { Client } from '../api/client.ts';
import type { ChangeRequest } from '../api/model.ts';
import type { CallOptions } from '../api/transport.ts';
import { isFinal } from '../domain/changeRequests/decisions.ts';
import type { KnownEnvironment } from './learnt.ts';
import { hasStatus } from '../api/errors.ts';
import { namedEnvironment } from './readReview.ts';

export type ObjectClient = Pick<Client, 'readDefinition' | 'readKeys'>;

/** Calls that are under way at one time. */
const AT_ONCE = 4;

/**
 * The environment that the request names, else the one of the workspace where the object says that this request is
 * open on it: one call for each environment at most. Undefined = unknown; treat it as production.
 */
export async function findEnvironment(
  client: ObjectClient & Pick<Client, 'listEnvironments'>,
  request: ChangeRequest,
  options: CallOptions = {},
): Promise<KnownEnvironment | undefined> {
  const named = namedEnvironment(request);
  const { workspace } = request;
  // Whether a named one is production can't be looked up without the workspace: then it counts as such.
  if (!workspace) return named && { ...named, isProduction: true };
  // Only of an open request does an object carry the id.
  if (!named && isFinal(request)) return undefined;
  const environments = (await client.listEnvironments(workspace.id, options)).map(
    ({ id, name, production }): KnownEnvironment => ({ id, name, isProduction: production !== false }),
  );
  if (named) return environments.find(({ id }) => id === named.id) ?? { ...named, isProduction: true };
  for (let start = 0; start < environments.length; start += AT_ONCE) {
    const asked = environments.slice(start, start + AT_ONCE);
    const open = await Promise.all(asked.map(({ id }) => openRequestIn(client, request, id, options)));
    const found = asked.find((_, index) => open[index] === request.id);
    if (found) return found;
  }
  return undefined;
}

/**
 * The id of the request that is open on the object of `request` in an environment. Null = none; undefined = the object is
 * not there, or the service does not say.
 */
export async function openRequestIn(
  client: ObjectClient,
  { segment, flag, workspace }: ChangeRequest,
  environmentId: string,
  options: CallOptions = {},
): Promise<string | null | undefined> {
  try {
    if (segment)
      return (await client.readKeys(environmentId, segment.name, { offset: 0, limit: 1 }, options)).openChangeRequestId;
    if (!flag || !workspace) return undefined;
    return (await client.readDefinition(workspace.id, flag.name, environmentId, options)).openChangeRequestId;
  } catch (error) {
    // Missing, or not for this API key.
    if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
    throw error;
  }
}
