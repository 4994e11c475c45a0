/** A world as it is at one moment, while the calls go on. */
import type { World } from './world.ts';

function copied<T>(held: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...held].map(([name, item]) => [name, { ...item }]));
}

/** A copy that no later change of the world reaches, nor the other way round. Keys and definitions are shared, so it is quick. */
export function copyOf(world: World): World {
  return {
    ...world,
    workspaces: world.workspaces.map((workspace) => ({
      ...workspace,
      segments: new Map(workspace.segments),
      flags: copied(workspace.flags),
      environments: workspace.environments.map((environment) => ({
        ...environment,
        segments: copied(environment.segments),
        definitions: copied(environment.definitions),
        identities: new Map([...environment.identities].map(([trafficTypeId, held]) => [trafficTypeId, new Map(held)])),
      })),
    })),
    changeRequests: world.changeRequests.map((request) => ({ ...request })),
  };
}
