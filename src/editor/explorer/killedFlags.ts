/** Which flags of an environment are killed, and on which a request is open, as far as that was read: the definitions come beside the listing of flags, page by page. */
import { hasStatus } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { EnvironmentRef, WorkspaceRef } from '../service/target.ts';
import type { TreeContext } from './treeNode.ts';

export interface KilledFlags {
  /** Reads a page of the definitions; a flag has its definition on the same page or on one before. Never rejects: it is an extra. */
  readPage(offset: number, limit: number): Promise<void>;
  /** Reads one definition; undefined = there is none here. Rejects as the client does. */
  read(name: string): Promise<FlagDefinition | undefined>;
  /** Undefined = not known, or there is no definition. */
  isKilled(name: string): boolean | undefined;
  /** A change request is open on it. Undefined as with `isKilled`. */
  isRequested(name: string): boolean | undefined;
}

export function createKilledFlags(workspace: WorkspaceRef, environment: EnvironmentRef, context: TreeContext): KilledFlags {
  const { client } = context.connected;
  const known = new Map<string, { readonly isKilled: boolean; readonly isRequested: boolean }>();
  const learn = (definition: FlagDefinition): void => {
    const { name, killed, openChangeRequestId } = definition;
    known.set(name, { isKilled: killed === true, isRequested: Boolean(openChangeRequestId) });
    if (openChangeRequestId) context.learn(openChangeRequestId, environment);
  };
  return {
    async readPage(offset, limit) {
      if (offset === 0) known.clear();
      const page = await client.listDefinitions(workspace.id, environment.id, { offset, limit }).catch(() => undefined);
      page?.objects.forEach(learn);
    },
    async read(name) {
      try {
        const definition = await client.readDefinition(workspace.id, name, environment.id);
        learn(definition);
        return definition;
      } catch (error) {
        if (hasStatus(error, 404)) {
          known.delete(name);
          return undefined;
        }
        throw error;
      }
    },
    isKilled: (name) => known.get(name)?.isKilled,
    isRequested: (name) => known.get(name)?.isRequested,
  };
}
