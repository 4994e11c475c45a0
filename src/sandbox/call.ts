/** A call as a route receives it, the type of a route, and checks that several routes share. */
import { visibleEnvironments, type ApiKey } from './sandboxKeys.ts';
import { conflict, forbidden, found, invalid, locked, notFound, Refusal } from './refusal.ts';
import { stableHex, stableId } from './world/stableId.ts';
import type {
  StoredEnvironment,
  StoredFlag,
  StoredFlagDefinition,
  StoredSegment,
  StoredSegmentDefinition,
  StoredTrafficType,
  StoredWorkspace,
  World,
} from './world/world.ts';

/** The running service, which all calls share. */
export interface Service {
  world: World;
  /** The term for a flag in paths (with an added `s`) and in bodies. */
  readonly vocabulary: string;
  /** True = serves only what admin-api.md contains: no other paths, statuses, query parameters, or fields in answers. */
  readonly isDocumentedOnly: boolean;
  /** True = imitates the more lenient live service: `vocabulary` is `split`, and the documented-only mode is off. */
  readonly imitatesLive: boolean;
  now(): number;
}

/**
 * `json` requires a body. `optional` treats an absent body, `null` and `[]` as an empty object. `text` is a JSON string or the
 * bare text, with any content type. `ignored` accepts any body and does not read it.
 */
export type BodyKind = 'none' | 'json' | 'optional' | 'text' | 'ignored';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts separated by `/`. `:name` matches any single part. `{flags}` is replaced by the plural of `vocabulary`. */
  readonly path: string;
  /**
   * True for a route of admin-api.md. The others are from service-beyond.md, and are not served in the documented-only mode.
   */
  readonly isDocumented: boolean;
  readonly run: (call: Call) => unknown;
  /** The query parameters that admin-api.md documents for this call. */
  readonly query?: readonly string[];
  /** Further query parameters. They are ignored in the documented-only mode. */
  readonly undocumentedQuery?: readonly string[];
  /** The default is `none` for GET and DELETE, and `json` for the other methods. */
  readonly body?: BodyKind;
  /** True if the body contains keys. Such a body does not count towards MAX_STORED, because MAX_KEYS limits stored keys. */
  readonly isKeys?: boolean;
}

type RouteOptions = Pick<Route, 'query' | 'undocumentedQuery' | 'body' | 'isKeys'>;
type RouteMaker = (method: Route['method'], path: string, run: Route['run'], options?: RouteOptions) => Route;

/** Creates a route of admin-api.md. */
export const documented: RouteMaker = (method, path, run, options) => ({ method, path, run, isDocumented: true, ...options });
/** Creates a route of service-beyond.md. */
export const undocumented: RouteMaker = (method, path, run, options) => ({ method, path, run, isDocumented: false, ...options });

export interface CallInput {
  readonly service: Service;
  readonly caller: ApiKey;
  readonly transactionId: string;
  /** Only the query parameters that the route knows. */
  readonly query: URLSearchParams;
  /** The decoded parts of the path, by their names in the route. */
  readonly parts: ReadonlyMap<string, string>;
  /** The parsed body. Undefined if the route reads no body. */
  readonly body: unknown;
}

/**
 * One call. Looks up an object of the path only when the route reads it, so that the route determines the order of checks.
 * Throws a 404 if the object does not exist.
 */
export class Call {
  readonly service: Service;
  readonly caller: ApiKey;
  readonly transactionId: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly #parts: ReadonlyMap<string, string>;

  constructor({ service, caller, transactionId, query, parts, body }: CallInput) {
    this.service = service;
    this.caller = caller;
    this.transactionId = transactionId;
    this.query = query;
    this.body = body;
    this.#parts = parts;
  }

  part(name: string): string {
    const part = this.#parts.get(name);
    if (part === undefined) throw new Error(`The path has no part ${name}`);
    return part;
  }

  get world(): World {
    return this.service.world;
  }

  /** The workspaces that the API key can see: those with an environment that it can see. */
  get workspaces(): readonly StoredWorkspace[] {
    return this.world.workspaces.filter((workspace) => visibleEnvironments(this.caller, workspace).length > 0);
  }

  workspaceById(id: string): StoredWorkspace {
    return found(
      this.workspaces.find((workspace) => workspace.id === id),
      `Workspace ${id}`,
    );
  }

  environmentById(id: string): { readonly workspace: StoredWorkspace; readonly environment: StoredEnvironment } {
    for (const workspace of this.workspaces) {
      const environment = visibleEnvironments(this.caller, workspace).find((one) => one.id === id);
      if (environment) return { workspace, environment };
    }
    throw notFound(`Environment ${id}`);
  }

  /** The workspace in the path, or else the workspace of the environment in the path. */
  get workspace(): StoredWorkspace {
    const id = this.#parts.get('workspace');
    return id === undefined ? this.environmentById(this.part('environment')).workspace : this.workspaceById(id);
  }

  /**
   * Looks up the environment by id. Also accepts its name if the path has the workspace, except in the documented-only mode.
   */
  get environment(): StoredEnvironment {
    const sent = this.part('environment');
    if (!this.#parts.has('workspace')) return this.environmentById(sent).environment;
    const visible = visibleEnvironments(this.caller, this.workspace);
    return found(this.#byIdOrName(visible, sent, 'id'), `Environment ${sent}`);
  }

  /** Looks up the traffic type by name. Also accepts its id, except in the documented-only mode. */
  get trafficType(): StoredTrafficType {
    const sent = this.part('trafficType');
    return found(this.#byIdOrName(this.workspace.trafficTypes, sent, 'name'), `Traffic type ${sent}`);
  }

  #byIdOrName<T extends StoredTrafficType | StoredEnvironment>(
    all: readonly T[],
    sent: string,
    first: 'id' | 'name',
  ): T | undefined {
    const second = first === 'id' ? 'name' : 'id';
    const byFirst = all.find((one) => one[first] === sent);
    return byFirst ?? (this.service.isDocumentedOnly ? undefined : all.find((one) => one[second] === sent));
  }

  get segment(): StoredSegment {
    return segmentNamed(this.workspace, this.part('segment'));
  }

  /** The segment in the environment of the path. */
  get activeSegment(): StoredSegmentDefinition {
    return activeSegment(this.environment, this.segment.name);
  }

  get flag(): StoredFlag {
    return flagNamed(this.workspace, this.part('flag'));
  }

  get definition(): StoredFlagDefinition {
    return storedDefinition(this.environment, this.flag);
  }

  /** Returns a new id that is unique in this world. */
  newId(): string {
    this.world.idsGiven += 1;
    return stableId('given', this.world.startedAt, this.world.idsGiven);
  }

  /** Returns a whole number from the query. 400 if the value is not a whole number, or is below `least` or above `most`. */
  number(name: string, preset: number, least: number, most: number): number {
    const text = this.query.get(name) || String(preset);
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw invalid(`${name} must be a whole number from ${least} to ${most}`);
    return value;
  }

  /** Returns `limit` and `offset` from the query. */
  page(most: number, preset = most): { readonly limit: number; readonly offset: number } {
    return { limit: this.number('limit', preset, 1, most), offset: this.number('offset', 0, 0, Number.MAX_SAFE_INTEGER) };
  }

  /** Returns the page of a listing that `limit` and `offset` in the query select, in the envelope of admin-api.md. */
  pageOf<T>(all: readonly T[], most: number, answer: (item: T) => unknown): unknown {
    const { limit, offset } = this.page(most);
    return { objects: all.slice(offset, offset + limit).map(answer), offset, limit, totalCount: all.length };
  }

  /** Refuses a limited API key, for a call that affects more than its one environment. */
  mustReachWorkspace(): void {
    if (this.caller.role === 'limited') throw forbidden(`API key ${this.caller.name} is limited to one environment`);
  }

  /** Refuses a direct change if change control is enabled (admin-api.md, Errors). */
  mustNeedNoApproval({ changeControl, id }: StoredEnvironment): void {
    if (changeControl === 'off') return;
    throw new Refusal(403, `Approvals are required. orgId=${this.world.organizationId} envId=${id}`);
  }

  /** If the workspace requires a title and a comment, refuses a write if one of `texts` is blank. The refusal has no body. */
  mustExplain({ requiresTitleAndComments }: StoredWorkspace, ...texts: readonly string[]): void {
    if (!requiresTitleAndComments || texts.every((text) => text.trim() !== '')) return;
    throw new Refusal(400, 'Title and comment are required', { isBodyless: true });
  }
}

/** Returns the segment with this name. 404 if the workspace has none. */
export const segmentNamed = ({ segments }: StoredWorkspace, name: string): StoredSegment =>
  found(segments.get(name), `Segment ${name}`);

export const activeSegment = ({ segments, name: environment }: StoredEnvironment, name: string): StoredSegmentDefinition =>
  found(segments.get(name), `Segment ${name} in environment ${environment}`);

/** Returns the flag with this name. 404 if the workspace has none. */
export const flagNamed = ({ flags }: StoredWorkspace, name: string): StoredFlag => found(flags.get(name), `Flag ${name}`);

export const storedDefinition = (
  { definitions, name: environment }: StoredEnvironment,
  { name }: StoredFlag,
): StoredFlagDefinition => found(definitions.get(name), `A definition of flag ${name} in environment ${environment}`);

/** Refuses a further change of an object that has an open change request. */
export function mustBeUnlocked(
  service: Pick<Service, 'imitatesLive'>,
  { openChangeRequestId: open }: { readonly openChangeRequestId: string | null },
  what: string,
): void {
  if (open !== null) throw locked(service, what, open);
}

/** Refuses a change of what an archived flag serves. */
export function mustBeActive({ state, name }: StoredFlag): void {
  if (state === 'ARCHIVED') throw conflict(`Flag ${name} is archived`);
}

/** Returns the id of transaction number `count`. It is as short as a transaction id of the live service. */
export const transactionId = (count: number): string => stableHex(11, 'transaction', count);
