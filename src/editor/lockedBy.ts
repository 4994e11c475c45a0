/** A change that was refused (409) because a change request is open on the same object: which one that is. */
import type { Client } from '../api/client.ts';
import { hasStatus } from '../api/errors.ts';

export interface LockedPlace {
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly object: { readonly kind: 'segment' | 'flag'; readonly name: string };
}

/** The id of the request; undefined = the failure is another one, or no request can be seen. Never throws. */
export async function lockedBy(
  error: unknown,
  client: Pick<Client, 'readKeys' | 'readDefinition'>,
  { workspaceId, environmentId, object }: LockedPlace,
): Promise<string | undefined> {
  if (!hasStatus(error, 409)) return undefined;
  try {
    const { openChangeRequestId } =
      object.kind === 'segment'
        ? await client.readKeys(environmentId, object.name, { offset: 0, limit: 1 })
        : await client.readDefinition(workspaceId, object.name, environmentId);
    return openChangeRequestId ?? undefined;
  } catch {
    // What failed first is what is told.
    return undefined;
  }
}
