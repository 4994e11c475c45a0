/** Calls a route on a world without HTTP, as the server does. */
import { issueApiKeys, type ApiKey } from '../../src/sandbox/sandboxKeys.ts';
import { Call, type Service } from '../../src/sandbox/call.ts';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { match } from '../../src/sandbox/routes/router.ts';
import { limitedEnvironmentId, makeSampleWorld } from '../../src/sandbox/world/sampleWorld.ts';
import type { StoredEnvironment, StoredWorkspace, World } from '../../src/sandbox/world/world.ts';

export interface DirectCall {
  readonly method: string;
  /** The path after `/internal/api/v2`, with the query. */
  readonly path: string;
  readonly body?: unknown;
  /** Default: the submitter. */
  readonly as?: 'submitter-key' | 'release-key';
}

/** The sample with only the first keys of each segment, small enough for many runs of a property. */
export function smallWorld(): World {
  const world = makeSampleWorld(Date.UTC(2026, 10, 21));
  for (const { environments } of world.workspaces) {
    for (const { segments } of environments)
      for (const active of segments.values()) active.keys = new Set([...active.keys].slice(0, 6));
  }
  return world;
}

export const storefront = (world: World): StoredWorkspace => world.workspaces[0]!;
export const environmentNamed = (world: World, name: string): StoredEnvironment =>
  storefront(world).environments.find((environment) => environment.name === name)!;

/** Runs calls on a world. A refused call returns its Refusal, and any other error is thrown. */
export function directly(world: World): { readonly service: Service; run(call: DirectCall): unknown } {
  const service: Service = {
    world,
    vocabulary: 'flag',
    isDocumentedOnly: false,
    speaksLive: false,
    now: () => Date.UTC(2026, 10, 22),
  };
  const apiKeys: readonly ApiKey[] = issueApiKeys(limitedEnvironmentId(world));
  return {
    service,
    run({ method, path, body, as = 'submitter-key' }) {
      const caller = apiKeys.find(({ name }) => name === as)!;
      try {
        const { route, query, parts } = match(service, method, `/internal/api/v2${path}`);
        const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
        return route.run(new Call({ service, caller, transactionId: '', query, parts, body: sent }));
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    },
  };
}
