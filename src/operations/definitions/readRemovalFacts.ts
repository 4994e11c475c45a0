/**
 * Reads the data that decides which flags can be removed from the code: the flags, the open change requests, and the definitions
 * of the critical environments.
 */
import type { Client } from '../../api/client.ts';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { MAX_FLAG_PAGE, offsetPager } from '../../api/resources/pages.ts';
import type { ListedFlag, ReadEnvironment } from '../../domain/flagUses/removal.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';

export interface RemovalPlace {
  readonly workspaceId: string;
  readonly environments: readonly { readonly id: string; readonly name: string }[];
  /** Names of flags, for a service that can't list them. */
  readonly pinned: readonly string[];
}

export interface RemovalFacts {
  readonly flags: readonly ListedFlag[];
  readonly environments: readonly ReadEnvironment[];
  /** The flags on which a change request is open. */
  readonly requested: ReadonlySet<string>;
}

/**
 * Reads the lists again, and the definitions as background work, so that the user's own calls go first. `report` receives the number
 * of definitions that were read, and the number of flags.
 */
export async function readRemovalFacts(
  client: Client,
  { workspaceId, environments, pinned }: RemovalPlace,
  report: (environment: string, read: number, all: number) => void,
  signal: AbortSignal,
): Promise<RemovalFacts> {
  const options = { signal, priority: 'background' } as const;
  const [list, requests] = [catalogOf(client).flags(workspaceId), catalogOf(client).requests()];
  const newerThan = systemClock.now();
  await Promise.all([list.read({ signal, newerThan }), requests.read({ signal, newerThan })]);
  const open = requests.items.flatMap(({ flag, workspace }) => (flag && workspace?.id === workspaceId ? [flag.name] : []));
  const flags = list.isMissing ? [...new Set([...pinned, ...open])].map((name) => ({ name })) : list.items;
  const found: ReadEnvironment[] = [];
  for (const { id, name } of environments) {
    const definitions = new Map<string, FlagDefinition>();
    const add = (some: readonly (FlagDefinition | undefined)[]): void => {
      for (const one of some) if (one) definitions.set(one.name, one);
      report(name, definitions.size, flags.length);
    };
    const pager = offsetPager((page, how: CallOptions) => client.listDefinitions(workspaceId, id, page, how), MAX_FLAG_PAGE);
    let total = Infinity;
    for (let page = await pager.next(options); page; page = page.isLast ? undefined : await pager.next(options)) {
      add(page.objects);
      total = page.total ?? Infinity;
    }
    // A list that may be incomplete does not prove that a flag is missing.
    const missing = definitions.size < total ? flags.filter((flag) => !definitions.has(flag.name)) : [];
    const read = (flag: { readonly name: string }): Promise<FlagDefinition | undefined> =>
      client.readDefinition(workspaceId, flag.name, id, options).catch(unlessMissing);
    await Promise.all(missing.map(async (flag) => add([await read(flag)])));
    found.push({ name, definitions });
  }
  return { flags, environments: found, requested: new Set(open) };
}
