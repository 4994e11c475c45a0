/** Reads the object of a change request in an environment, and the id of the request that is open on the object. */
import type { Client } from '../../api/client.ts';
import { hasStatus } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';

export type ObjectClient = Pick<Client, 'readDefinition' | 'readKeys'>;

/** The object of a change request, and its workspace. */
export interface RequestedObject {
  readonly segment?: { readonly name: string } | null | undefined;
  readonly flag?: { readonly name: string } | null | undefined;
  readonly workspace?: { readonly id: string } | null | undefined;
}

interface ReadObject {
  /** Null = no request is open on the object. Undefined = the service does not say whether a request is open. */
  readonly openRequestId: string | null | undefined;
  /** Null = the object does not exist in the environment. */
  readonly definition?: FlagDefinition | null;
}

/** Returns undefined if the API key can't see the object, or if the object is neither a segment nor a flag. */
export async function readObject(
  client: ObjectClient,
  { segment, flag, workspace }: RequestedObject,
  environmentId: string,
  options: CallOptions = {},
): Promise<ReadObject | undefined> {
  try {
    if (segment) {
      const { openChangeRequestId } = await client.readKeys(environmentId, segment.name, { offset: 0, limit: 1 }, options);
      return { openRequestId: openChangeRequestId };
    }
    if (!flag || !workspace) return undefined;
    const definition = await client.readDefinition(workspace.id, flag.name, environmentId, options);
    return { openRequestId: definition.openChangeRequestId, definition };
  } catch (error) {
    if (hasStatus(error, 404)) return { openRequestId: undefined, definition: null };
    if (hasStatus(error, 403)) return undefined;
    throw error;
  }
}

/**
 * Returns the id of the request that is open on the object of `request` in an environment. Null = none. Undefined = the object
 * does not exist there, or the service does not show it.
 */
export const openRequestIn = async (
  client: ObjectClient,
  request: RequestedObject,
  environmentId: string,
  options: CallOptions = {},
): Promise<string | null | undefined> => (await readObject(client, request, environmentId, options))?.openRequestId;
