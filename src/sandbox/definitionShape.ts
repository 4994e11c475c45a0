/** A definition of a flag in an environment, as answers show it. */
import { trafficTypeOf } from './segmentRoutes.ts';
import type { DefinitionFields, Environment, Flag, FlagDefinition, Workspace } from './world.ts';

/** What a definition is besides its fields: absent for one that a change request would add. */
type Live = Pick<FlagDefinition, 'id' | 'killed' | 'creationTime' | 'lastUpdateTime' | 'lastTrafficReceivedAt'>;

/** The full definition but for `openChangeRequestId` (service-beyond.md, Fuller shapes). */
export function shownFields(
  workspace: Workspace,
  environment: Environment,
  flag: Flag,
  fields: DefinitionFields,
  live: Live | undefined,
): Readonly<Record<string, unknown>> {
  return {
    ...fields,
    ...(live === undefined ? {} : { id: live.id }),
    environment: { id: environment.id, name: environment.name },
    trafficType: trafficTypeOf(workspace, flag),
    killed: live?.killed ?? false,
    ...(live === undefined
      ? {}
      : {
          creationTime: live.creationTime,
          lastUpdateTime: live.lastUpdateTime,
          ...(live.lastTrafficReceivedAt === null ? {} : { lastTrafficReceivedAt: live.lastTrafficReceivedAt }),
        }),
  };
}

/** The full definition. */
export function shownDefinition(
  workspace: Workspace,
  environment: Environment,
  flag: Flag,
  definition: FlagDefinition,
): Readonly<Record<string, unknown>> {
  return {
    ...shownFields(workspace, environment, flag, definition.fields, definition),
    openChangeRequestId: definition.openChangeRequestId,
  };
}
