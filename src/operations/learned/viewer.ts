/**
 * The viewer of change requests: the API keys of a connection with the known facts about each, and the person's e-mail address.
 */
import type { ChangeRequest } from '../../api/model.ts';
import type { ApiKeyFacts } from '../../domain/changeRequests/decisions.ts';
import type { Viewer } from '../../domain/changeRequests/requestGroups.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { hasAbility, knownApiKey, type ApiKeyRef } from './keyRecords.ts';
import { environmentIdOf } from './serviceFacts.ts';
import type { Store } from './store.ts';

export interface ViewingConnection extends ApiKeyRef {
  readonly isSandbox: boolean;
  readonly isReadOnly: boolean;
  /** The names of all API keys that are stored for the connection. */
  readonly keyNames: readonly string[];
  /** The person's own e-mail address at the service, if they gave it. */
  readonly email: string | undefined;
}

/** Returns the viewer with the API key in use and the other stored keys. */
export function viewerOf(memory: Store, { keyNames, email, isReadOnly, ...ref }: ViewingConnection): Viewer {
  const { connectionId, origin, isSandbox } = ref;
  const known = (keyName: string): ApiKeyFacts => ({
    ...knownApiKey(memory, { connectionId, origin, isSandbox, keyName }),
    isReadOnly,
  });
  const others = keyNames.filter((name) => name !== ref.keyName);
  const hasApproved = (request: ChangeRequest): boolean => {
    const environmentId = namedEnvironment(request)?.id ?? environmentIdOf(memory, origin, request.id);
    return environmentId !== undefined && hasAbility(memory, ref, 'approve', environmentId) === true;
  };
  return { key: known(ref.keyName), otherKeys: others.map(known), email, hasApproved };
}
