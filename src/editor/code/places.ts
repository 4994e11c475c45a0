/** The known facts about the flags of a folder: the lists of the catalog, and the definitions that were read last. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { Flag, FlagDefinition } from '../../api/model.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { catalogOf, type List } from '../../operations/catalog/catalog.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { pinnedIn } from '../../operations/learned/pinnedFlags.ts';
import { systemClock } from '../../time/clock.ts';
import type { Connected } from '../window/connected.ts';
import { serviceChanges } from '../window/events.ts';
import type { Services } from '../window/services.ts';
import { workspaceRef, type EnvironmentRef, type FlagTarget, type WorkspaceRef } from '../window/target.ts';
import type { CodeFolder, CodeFolders } from './folders.ts';

const { t } = vscode.l10n;

export interface CodePlace {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly flags: List<Flag>;
  readonly critical: readonly EnvironmentRef[];
  /** All environments, the critical ones first. */
  readonly environments: readonly EnvironmentRef[];
  readonly pinned: readonly string[];
}

/** A use of a flag in a document. */
export interface UseAt {
  readonly place: CodePlace;
  readonly flag: Flag;
  readonly range: vscode.Range;
}

export interface PlaceReading {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly definition: FlagDefinition | undefined;
}

export interface CodePlaces extends vscode.Disposable {
  /** Reads the workspace and its environments. Shows in the file which of its names does not exist. */
  of(folder: CodeFolder, signal?: AbortSignal): Promise<CodePlace | undefined>;
  /** Returns the last result of `of`, without a call. */
  known(folder: CodeFolder): CodePlace | undefined;
  /** Reads a definition, at most once a minute. */
  definition(place: CodePlace, environment: EnvironmentRef, flag: string): Promise<PlaceReading>;
  /** Fires when the places or their lists may have changed. */
  readonly onDidChange: vscode.Event<void>;
}

/** Milliseconds. */
const MAX_AGE = 60_000;
const MAX_READINGS = 500;

export function createPlaces({ connections, events, memory }: Services, folders: CodeFolders): CodePlaces {
  const places = new Map<CodeFolder, CodePlace>();
  const readings = new LimitedMap<string, { readonly since: number; readonly reading: Promise<PlaceReading> }>(MAX_READINGS);
  const changed = new vscode.EventEmitter<void>();
  /** By catalog. */
  const listeners = new Map<unknown, { dispose(): void }>();
  const tell = (): void => changed.fire();
  const forget = (): void => {
    for (const listener of listeners.values()) listener.dispose();
    for (const known of [places, readings, listeners]) known.clear();
    tell();
  };
  const registered = [
    connections.onDidChange(forget),
    folders.onDidChange(forget),
    events.on(serviceChanges, () => readings.clear()),
  ];

  return {
    async of(folder, signal) {
      const connected = await connections.inUse();
      if (!connected) return undefined;
      const { client, connectionId, connectionName } = connected;
      const catalog = catalogOf(client);
      if (!listeners.has(catalog)) listeners.set(catalog, catalog.onDidChange(tell));
      await catalog.workspaces.read({ signal });
      const found = catalog.workspaces.items.find(({ name }) => name === folder.workspace);
      if (!found) {
        const problem = t('The API key in use for {0} sees no workspace “{1}”.', connectionName, folder.workspace);
        return folders.showProblem(folder, problem, folder.workspace);
      }
      const list = catalog.environments(found.id);
      await list.read({ signal });
      const all = list.items.map(environmentFrom);
      const names = folder.criticalEnvironments ?? all.filter((one) => one.isProduction).map(({ name }) => name);
      const missing = names.find((name) => !all.some((one) => one.name === name));
      folders.showProblem(folder, missing && t('{0} has no environment “{1}”.', found.name, missing), missing);
      const critical = names.flatMap((name) => all.find((one) => one.name === name) ?? []);
      const environments = [...new Set([...critical, ...all])];
      const pinned = pinnedIn(memory, connectionId, found.id);
      const place = { connected, workspace: workspaceRef(found), flags: catalog.flags(found.id), critical, environments, pinned };
      places.set(folder, place);
      return place;
    },
    known: (folder) => places.get(folder),
    async definition({ connected: { client, origin, keyName }, workspace }, { id }, flag) {
      const key = JSON.stringify([origin, keyName, workspace.id, id, flag]);
      const known = readings.get(key);
      if (known && systemClock.now() - known.since < MAX_AGE) return known.reading;
      const definition = client.readDefinition(workspace.id, flag, id).catch(unlessMissing);
      const reading = definition.then((one) => ({ at: Date.now(), definition: one }));
      readings.set(key, { since: systemClock.now(), reading });
      reading.catch(() => readings.delete(key));
      return reading;
    },
    onDidChange: changed.event,
    dispose: () => [...registered, ...listeners.values(), changed].forEach((one) => void one.dispose()),
  };
}

/**
 * Returns the flag of this name. If the service can't list flags, these are the pinned ones, and each name that is certainly one
 * for an SDK.
 */
export async function findFlag(
  { flags, pinned }: CodePlace,
  name: string,
  isCertain: boolean,
  signal: AbortSignal,
): Promise<Flag | undefined> {
  const found = flags.get(name) ?? (await flags.find(name, { signal }));
  return found ?? (pinned.includes(name) || (isCertain && flags.isMissing) ? { name } : undefined);
}

/** A command about a flag, in the first of the critical environments. */
export function flagCommand(
  { workspace, environments }: CodePlace,
  name: string,
  verb: 'open' | 'compare' | 'findUses' | 'copyBrief',
): Required<Omit<vscode.Command, 'title' | 'tooltip'>> {
  const target: Partial<FlagTarget> = { kind: 'flag', workspace, environment: environments[0]!, name };
  return { command: `flagAdmin.flag.${verb}`, arguments: [{ target }] };
}
