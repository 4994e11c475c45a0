/** If the service refuses a change because a change request is open on the same object (409, 423), finds that request. */
import type { Client } from '../../api/client.ts';
import { hasStatus, type ServiceError } from '../../api/errors.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { beginCreationSearch, type CreationSearch } from './findCreation.ts';
import { readObject } from './requestedObject.ts';

export interface LockedObject {
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly object: { readonly kind: 'segment' | 'flag'; readonly name: string };
}

/**
 * Returns the id of the request. Undefined = the refusal has a different reason, or no request is visible. Never throws.
 * `environmentOf` returns the environment, if known, of a request that names none.
 */
export async function findLockingRequest(
  refusal: unknown,
  client: Client,
  { workspaceId, environmentId, object: { kind, name } }: LockedObject,
  environmentOf: (requestId: string) => { readonly id: string } | undefined = () => undefined,
): Promise<string | undefined> {
  if (!hasStatus(refusal, 409) && !hasStatus(refusal, 423)) return undefined;
  const named = await requestNamedIn(refusal, client, name);
  if (named !== undefined) return named;
  const object = { [kind]: { name }, workspace: { id: workspaceId } };
  // An error of this call is ignored, because the caller reports the refusal anyway.
  const read = await readObject(client, object, environmentId).catch(() => undefined);
  // A definition that does not exist yet can't show which request is open on it.
  if (kind === 'flag' && read?.definition === null)
    return findAddition(client, { workspaceId, environmentId, flagName: name }, environmentOf);
  return read?.openRequestId ?? undefined;
}

/**
 * Returns the id of the request if the details of the refusal name it, as in the live service (service-beyond.md). Ignores an
 * id that does not belong to an open request for the object.
 */
async function requestNamedIn(
  { details }: ServiceError,
  client: Pick<Client, 'readChangeRequest'>,
  name: string,
): Promise<string | undefined> {
  const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(details)?.[0];
  const request = id === undefined ? undefined : await client.readChangeRequest(id).catch(() => undefined);
  const isOfObject = [request?.flag, request?.segment].some((one) => one?.name === name);
  return request && isOfObject && !isFinal(request) ? request.id : undefined;
}

async function findAddition(...[client, place, environmentOf]: Parameters<CreationSearch['find']>): Promise<string | undefined> {
  try {
    return await beginCreationSearch().find(client, place, environmentOf, true);
  } catch {
    return undefined;
  }
}
