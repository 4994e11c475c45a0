/** Calls a route on a world without HTTP, as the server does. */
import { issueApiKeys } from '../../src/sandbox/sandboxKeys.ts';
import { Call, type Service } from '../../src/sandbox/call.ts';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { match } from '../../src/sandbox/routes/router.ts';
import { limitedEnvironmentId, makeSampleWorld } from '../../src/sandbox/world/sampleWorld.ts';
import type { StoredEnvironment, StoredWorkspace, World } from '../../src/sandbox/world/world.ts';

/** The sample with only the first keys of each segment. */
export function smallWorld(): World {
  const world = makeSampleWorld(Date.UTC(2026, 10, 21));
  for (const { segments } of world.workspaces.flatMap(({ environments }) => environments))
    for (const active of segments.values()) active.keys = new Set([...active.keys].slice(0, 6));
  return world;
}

export const storefront = (world: World): StoredWorkspace => world.workspaces[0]!;
export const environmentNamed = (world: World, name: string): StoredEnvironment =>
  storefront(world).environments.find((environment) => environment.name === name)!;

/**
 * Returns a function that makes calls of the submitter. `path` is what follows `/internal/api/v2`. A refused call returns its
 * Refusal, and any other error is thrown.
 */
export function directly(world: World): (method: string, path: string, body?: unknown) => unknown {
  const now = () => Date.UTC(2026, 10, 22);
  const service: Service = { world, vocabulary: 'flag', isDocumentedOnly: false, imitatesLive: false, now };
  const caller = issueApiKeys(limitedEnvironmentId(world)).find(({ name }) => name === 'submitter-key')!;
  return (method, path, body) => {
    try {
      const { route, query, parts } = match(service, method, `/internal/api/v2${path}`);
      const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
      return route.run(new Call({ service, caller, transactionId: '', query, parts, body: sent }));
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
}
