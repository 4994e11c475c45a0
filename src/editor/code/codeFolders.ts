/**
 * The folders that use flags in code: their `.flagadmin.json`, and the known facts about their flags. If such a file can't be
 * used, a problem is shown in it.
 */
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { unlessMissing } from '../../api/errors.ts';
import type { Flag, FlagDefinition, Workspace } from '../../api/model.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { catalogOf, type List } from '../../operations/catalog/catalog.ts';
import type { ListReadOptions } from '../../operations/catalog/list.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import { systemClock } from '../../time/clock.ts';
import type { Connected } from '../window/connected.ts';
import { serviceChanges } from '../window/events.ts';
import { codeConfig } from '../window/names.ts';
import type { Services } from '../window/services.ts';
import { workspaceRef, type EnvironmentRef, type FlagTarget, type WorkspaceRef } from '../window/target.ts';
import { ownProblem } from '../words/escape.ts';

const { t } = vscode.l10n;

const Name = z.string().check(z.minLength(1));
/**
 * The content of `.flagadmin.json`. An unknown field makes the file invalid, so that nobody writes a secret there.
 * media/flagadmin.schema.json has the same rule.
 */
const Config = z.strictObject({
  $schema: z.optional(z.string()),
  workspace: Name,
  /** The names of the user's own functions that take the name of a flag. */
  wrappers: z.optional(z.array(Name)),
  /** The names of the critical environments. Undefined = all production environments. */
  criticalEnvironments: z.optional(z.array(Name)),
});

export interface CodeFolder extends z.infer<typeof Config> {
  readonly file: vscode.Uri;
}

/** The workspace of a folder, as the API key in use sees it. */
export interface CodePlace {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly flags: List<Flag>;
  /** The environments of the workspace, the critical ones first. */
  readonly environments: readonly (EnvironmentRef & { readonly isCritical: boolean })[];
}

export interface DefinitionReading {
  /** When it was read (`Clock.now`). */
  readonly readAt: number;
  /** Like `readAt`, but as system time (`Date.now`), to be shown to the user. */
  readonly readOn: number;
  /** Undefined = there is no definition. */
  readonly definition: Promise<FlagDefinition | undefined>;
}

type PlaceOptions = Pick<ListReadOptions, 'signal' | 'newerThan'>;

/** Milliseconds after which a definition is read again, and a list that lacks an item. */
export const MAX_AGE = 60_000;

export class CodeFolders implements vscode.Disposable {
  /** The folders, by their URI as text. */
  readonly all = new Map<string, CodeFolder>();
  readonly #problems = vscode.languages.createDiagnosticCollection('flagAdmin.code');
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the files, or the known flags, may have changed. */
  readonly onDidChange = this.#changed.event;
  /** The last results of `placeOf`. */
  readonly places = new Map<CodeFolder, CodePlace>();
  readonly #readings = new LimitedMap<string, DefinitionReading>(500);
  /**
   * When this window last changed something at the service. Definitions that were read earlier are not used. This includes
   * those in the catalog's lists, which expire only while a view shows them.
   */
  #changedAt = 0;
  readonly #services: Services;
  readonly #listeners: vscode.Disposable;
  #catalog: { readonly of: unknown; dispose(): void } | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#listeners = vscode.Disposable.from(
      services.connections.onDidChange(() => void this.read()),
      services.events.on(serviceChanges, () => {
        this.#readings.clear();
        this.#changedAt = systemClock.now();
      }),
    );
  }

  /** Returns the folder of a document. Undefined = the document is in no folder that uses flags. */
  of(uri: vscode.Uri): CodeFolder | undefined {
    return this.all.get(vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '');
  }

  /** Reads the files again, and discards the known facts about the flags. */
  async read(): Promise<void> {
    for (const known of [this.all, this.#problems, this.places, this.#readings]) known.clear();
    await Promise.all((vscode.workspace.workspaceFolders ?? []).map(async ({ uri }) => this.#readFile(uri)));
    this.#changed.fire();
  }

  async #readFile(folder: vscode.Uri): Promise<void> {
    const file = vscode.Uri.joinPath(folder, codeConfig);
    const [content] = await Promise.allSettled([vscode.workspace.fs.readFile(file)]);
    if (content.status === 'rejected') return;
    const config = configFrom(new TextDecoder().decode(content.value));
    if (typeof config === 'string') this.#showProblem(file, config);
    else this.all.set(folder.toString(), { ...config, file });
  }

  /** Returns the problem that the file of this folder shows. */
  problemOf({ file }: CodeFolder): string | undefined {
    return this.#problems.get(file)?.[0]?.message;
  }

  #showProblem(file: vscode.Uri, problem: string): undefined {
    const start = new vscode.Range(0, 0, 0, 1);
    this.#problems.set(file, [ownProblem(start, problem, vscode.DiagnosticSeverity.Warning)]);
    return undefined;
  }

  /**
   * Reads the workspace and its environments. If the file names a workspace or an environment that does not exist, shows that
   * in the file. `newerThan`: lists that were read before this time (`Clock.now`) are read again.
   */
  async placeOf(folder: CodeFolder, options: PlaceOptions = {}): Promise<CodePlace | undefined> {
    const connected = await this.#services.connections.inUse();
    if (!connected) return undefined;
    const catalog = catalogOf(connected.client);
    if (this.#catalog?.of !== catalog) {
      this.#catalog?.dispose();
      this.#catalog = { of: catalog, ...catalog.onDidChange(() => this.#changed.fire()) };
    }
    const named = (): readonly Workspace[] => catalog.workspaces.items.filter(({ name }) => name === folder.workspace);
    await readToFind(catalog.workspaces, () => named().length > 0, options);
    const [workspace, another] = named();
    if (!workspace || another) {
      const { isComplete } = catalog.workspaces;
      const problem = workspaceProblem(connected, folder.workspace, { areSeveral: another !== undefined, isComplete });
      return this.#showProblem(folder.file, problem);
    }
    const environments = catalog.environments(workspace.id);
    const firstMissing = (): string | undefined =>
      folder.criticalEnvironments?.find((name) => !environments.items.some((one) => one.name === name));
    await readToFind(environments, () => firstMissing() === undefined, options);
    const all = environments.items.map(environmentFrom);
    const critical = folder.criticalEnvironments ?? all.filter((one) => one.isProduction).map(({ name }) => name);
    const missing = firstMissing();
    if (missing !== undefined) {
      const problem = t(
        'The API key in use for {0} has no access to an environment “{1}” of {2}. Correct the name, or use another API key.',
        connected.connectionName,
        missing,
        workspace.name,
      );
      return this.#showProblem(folder.file, problem);
    }
    this.#problems.delete(folder.file);
    const place: CodePlace = {
      connected,
      workspace: workspaceRef(workspace),
      flags: catalog.flags(workspace.id),
      environments: all
        .map((one) => ({ ...one, isCritical: critical.includes(one.name) }))
        .toSorted((one, other) => Number(other.isCritical) - Number(one.isCritical)),
    };
    this.places.set(folder, place);
    return place;
  }

  /**
   * Returns a definition. Reads it only if it was not read in the last minute (alone or with the catalog's list), or if this
   * window has changed something since.
   */
  definition({ connected, workspace }: CodePlace, { id }: EnvironmentRef, flag: string): DefinitionReading {
    const { client, origin, keyName } = connected;
    const key = JSON.stringify([origin, keyName, workspace.id, id, flag]);
    const list = catalogOf(client).definitions(workspace.id, id);
    const listed = list.hasExpired ? undefined : list.get(flag);
    const oldest = Math.max(this.#changedAt, systemClock.now() - MAX_AGE);
    const ofList = listed && { readAt: list.readAt ?? 0, readOn: list.readOn ?? 0, definition: Promise.resolve(listed) };
    const known = [ofList, this.#readings.get(key)];
    const recent = known.find((one) => one && one.readAt > oldest);
    if (recent) return recent;
    const definition = client.readDefinition(workspace.id, flag, id).catch(unlessMissing);
    definition.catch(() => this.#readings.delete(key));
    const reading = { readAt: systemClock.now(), readOn: Date.now(), definition };
    this.#readings.set(key, reading);
    return reading;
  }

  dispose(): void {
    for (const one of [this.#problems, this.#changed, this.#listeners, this.#catalog]) one?.dispose();
  }
}

/** Says why the workspace that a file names can’t be used. `isComplete`: the service listed all workspaces. */
function workspaceProblem(
  { connectionName }: Connected,
  workspace: string,
  { areSeveral, isComplete }: { readonly areSeveral: boolean; readonly isComplete: boolean },
): string {
  const names = [connectionName, workspace];
  if (areSeveral) return t('{0} has several workspaces “{1}”, so it is not clear which one this file means.', ...names);
  return isComplete
    ? t('The API key in use for {0} has no access to a workspace “{1}”. Correct the name, or use another API key.', ...names)
    : t('The service listed only some of the workspaces of {0}. “{1}” is not among them.', ...names);
}

/** Reads the list. Reads it again if an item is missing and the list is older than a minute, because the item may be new. */
async function readToFind(list: List<unknown>, isFound: () => boolean, options: PlaceOptions): Promise<void> {
  await list.read(options);
  if (!isFound()) await list.read({ ...options, newerThan: systemClock.now() - MAX_AGE });
}

/** Returns the configuration in the file's text, or a sentence that says why the file can't be used. */
function configFrom(text: string): z.infer<typeof Config> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return t('Flag Admin ignores this file, because it is not valid JSON: {0}', (error as Error).message);
  }
  const { data, error } = Config.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  return issue?.code === 'unrecognized_keys'
    ? t('Flag Admin ignores this file, because its field “{0}” is unknown. Remove this field.', issue.keys.join(', '))
    : t('Flag Admin ignores this file, because the field “{0}” is missing or not valid.', String(issue?.path[0] ?? 'workspace'));
}

/** Returns a command for a flag in the first environment of the workspace. Critical environments come first. */
export function flagCommand(
  { workspace, environments }: CodePlace,
  name: string,
  verb: 'open' | 'compare' | 'findUses',
): { readonly command: string; readonly arguments: unknown[] } {
  const target: Partial<FlagTarget> = { kind: 'flag', workspace, environment: environments[0]!, name };
  return { command: `flagAdmin.flag.${verb}`, arguments: [{ target }] };
}
