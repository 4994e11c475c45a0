/** Reads the definitions of an environment, for example to find those that a change of a segment affects. */
import type { Client } from '../../api/client.ts';
import type { Flag, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { flagsWithUnknownMatchers, usesInFlags } from '../../domain/audiences/segmentUses.ts';
import { isArchived } from '../../domain/definitions/archived.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';

/**
 * The maximum number of definitions to read while a user waits for a dialog. Their pages are read one after the other, so more
 * would take too long.
 */
const MAX_DEFINITIONS = 500;

export interface ListedDefinitions {
  readonly definitions: readonly FlagDefinition[];
  /** False if the service did not return its whole list, so that a definition may exist although it is missing here. */
  readonly isWhole: boolean;
}

export interface SegmentUsers extends ListedDefinitions {
  /** The names of archived flags that use the segment or might use it, as far as this is known. */
  readonly archived: ReadonlySet<string>;
}

/**
 * Returns the definitions of the environment. Undefined if the service can't list definitions, the call failed, or there are
 * more than `most`.
 */
export async function readListedDefinitions(
  client: Client,
  workspaceId: string,
  environmentId: string,
  options: CallOptions = {},
  most = MAX_DEFINITIONS,
): Promise<ListedDefinitions | undefined> {
  const list = catalogOf(client).definitions(workspaceId, environmentId);
  try {
    await list.read({ ...options, newerThan: systemClock.now(), count: most + 1 });
  } catch {
    // The result only adds information, so a failure is not reported.
    return undefined;
  }
  return list.isMissing || list.items.length > most ? undefined : { definitions: list.items, isWhole: list.isComplete };
}

/**
 * Like `readListedDefinitions`, but also returns which of the flags that may use the segment are archived. A flag counts as
 * archived if it was archived when the list of flags was last read, and still is when this function reads it again.
 */
export async function readSegmentUsers(
  client: Client,
  {
    workspaceId,
    environmentId,
    segment,
  }: { readonly workspaceId: string; readonly environmentId: string; readonly segment: string },
  options: CallOptions = {},
): Promise<SegmentUsers | undefined> {
  const listed = await readListedDefinitions(client, workspaceId, environmentId, options);
  if (!listed) return undefined;
  const { definitions } = listed;
  const known = catalogOf(client).flags(workspaceId);
  const uses = [...usesInFlags(definitions, segment).map(({ flag }) => flag), ...flagsWithUnknownMatchers(definitions)];
  const names = [...new Set(uses)].filter((name) => isArchivedFlag(known.get(name)));
  const flags = await Promise.all(names.map((name) => client.readFlag(workspaceId, name, options).catch(() => undefined)));
  return { ...listed, archived: new Set(names.filter((_, index) => isArchivedFlag(flags[index]))) };
}

const isArchivedFlag = (flag: Flag | undefined): boolean => flag !== undefined && isArchived(flag);

/** Like `readListedDefinitions`, but undefined if the list is not whole. */
export async function readAllDefinitions(
  ...args: Parameters<typeof readListedDefinitions>
): Promise<readonly FlagDefinition[] | undefined> {
  const listed = await readListedDefinitions(...args);
  return listed?.isWhole ? listed.definitions : undefined;
}
