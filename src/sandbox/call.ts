/** One call as a route sees it, and a route as the server sees it. */
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

/** The running service: what all calls share. */
export interface Service {
  world: World;
  /** The word for a flag in paths (with an `s`) and in bodies. */
  readonly vocabulary: string;
  /** Only what admin-api.md has: no other path, status word or query parameter, and no other field in an answer. */
  readonly isDocumentedOnly: boolean;
  /** Speaks the live service's words, and so is as lenient as it: the word is `split` and not only the document is served. */
  readonly speaksLive: boolean;
  now(): number;
}

/**
 * `json` must have a body; `optional` is an empty object without one, and for `null` and `[]`; `text` is a JSON string or the
 * bare text, under any content type; `ignored` takes any and reads none.
 */
export type BodyKind = 'none' | 'json' | 'optional' | 'text' | 'ignored';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts separated by `/`; `:name` takes any one part, `{flags}` is the vocabulary's word. */
  readonly path: string;
  /** In admin-api.md; otherwise from service-beyond.md and not served in the documented-only mode. */
  readonly isDocumented: boolean;
  readonly run: (call: Call) => unknown;
  /** Query parameters that admin-api.md names for this call, and those it does not. */
  readonly query?: readonly string[];
  readonly queryBeyond?: readonly string[];
  /** `none` of GET and DELETE, `json` of the others, if not given. */
  readonly body?: BodyKind;
  /** A body that goes into key sets, which have a bound of their own. */
  readonly isKeys?: boolean;
}

type RouteOptions = Pick<Route, 'query' | 'queryBeyond' | 'body' | 'isKeys'>;
type RouteMaker = (method: Route['method'], path: string, run: Route['run'], options?: RouteOptions) => Route;

/** A route of admin-api.md. */
export const documented: RouteMaker = (method, path, run, options) => ({ method, path, run, isDocumented: true, ...options });
/** A route of service-beyond.md. */
export const beyond: RouteMaker = (method, path, run, options) => ({ method, path, run, isDocumented: false, ...options });

export interface CallInput {
  readonly service: Service;
  readonly caller: ApiKey;
  readonly transactionId: string;
  /** Query parameters that the route knows. */
  readonly query: URLSearchParams;
  /** The parts of the path by their names in the route, decoded. */
  readonly parts: ReadonlyMap<string, string>;
  /** The parsed body; undefined for routes that take none. */
  readonly body: unknown;
}

/** The objects of the path are looked up when they are read, so that a route decides on the order: 404 where there is none. */
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

  /** The workspaces that the API key sees: those with an environment that it sees. */
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

  /** That of the path, or of the environment in the path. */
  get workspace(): StoredWorkspace {
    const id = this.#parts.get('workspace');
    return id === undefined ? this.environmentById(this.part('environment')).workspace : this.workspaceById(id);
  }

  /** By its id or, where the path has the workspace too and not in the documented-only mode, by its name. */
  get environment(): StoredEnvironment {
    const sent = this.part('environment');
    if (!this.#parts.has('workspace')) return this.environmentById(sent).environment;
    const visible = visibleEnvironments(this.caller, this.workspace);
    return found(this.#byIdOrName(visible, sent, 'id'), `Environment ${sent}`);
  }

  /** By its name or, but not in the documented-only mode, by its id. */
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

  /** The segment as it is active in the environment of the path. */
  get activeSegment(): StoredSegmentDefinition {
    return activeSegment(this.environment, this.segment.name);
  }

  get flag(): StoredFlag {
    return flagNamed(this.workspace, this.part('flag'));
  }

  get definition(): StoredFlagDefinition {
    return storedDefinition(this.environment, this.flag);
  }

  /** A new id, unlike any other of this world. */
  newId(): string {
    this.world.idsGiven += 1;
    return stableId('given', this.world.startedAt, this.world.idsGiven);
  }

  /** A whole number of the query; 400 if it is none, below `least` or above `most`. */
  number(name: string, preset: number, least: number, most: number): number {
    const text = this.query.get(name) || String(preset);
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw invalid(`${name} must be a whole number from ${least} to ${most}`);
    return value;
  }

  /** `limit` and `offset` of the query. */
  page(most: number, preset = most): { readonly limit: number; readonly offset: number } {
    return { limit: this.number('limit', preset, 1, most), offset: this.number('offset', 0, 0, Number.MAX_SAFE_INTEGER) };
  }

  /** One page of a listing by offset, in the envelope of admin-api.md. */
  pageOf<T>(all: readonly T[], most: number, answer: (item: T) => unknown): unknown {
    const { limit, offset } = this.page(most);
    return { objects: all.slice(offset, offset + limit).map(answer), offset, limit, totalCount: all.length };
  }

  /** Refuses what reaches beyond the one environment of a limited API key. */
  mustReachWorkspace(): void {
    if (this.caller.role === 'limited') throw forbidden(`API key ${this.caller.name} is limited to one environment`);
  }

  /** Refuses a direct change where change control is in effect (admin-api.md, Errors). */
  mustBeUngated({ changeControl, id }: StoredEnvironment): void {
    if (changeControl === 'off') return;
    throw new Refusal(403, `Approvals are required. orgId=${this.world.organizationId} envId=${id}`);
  }

  /** Refuses, with an empty body, a write that lacks one of these texts in a workspace that requires them. */
  mustExplain({ requiresTitleAndComments }: StoredWorkspace, ...texts: readonly string[]): void {
    if (!requiresTitleAndComments || texts.every((text) => text.trim() !== '')) return;
    throw new Refusal(400, 'Title and comment are required', { isBodyless: true });
  }
}

/** The segment with this name; 404 where the workspace has none. */
export const segmentNamed = ({ segments }: StoredWorkspace, name: string): StoredSegment =>
  found(segments.get(name), `Segment ${name}`);

export const activeSegment = ({ segments, name: environment }: StoredEnvironment, name: string): StoredSegmentDefinition =>
  found(segments.get(name), `Segment ${name} in environment ${environment}`);

/** The flag with this name; 404 where the workspace has none. */
export const flagNamed = ({ flags }: StoredWorkspace, name: string): StoredFlag => found(flags.get(name), `Flag ${name}`);

export const storedDefinition = (
  { definitions, name: environment }: StoredEnvironment,
  { name }: StoredFlag,
): StoredFlagDefinition => found(definitions.get(name), `A definition of flag ${name} in environment ${environment}`);

/** Refuses a second change of an object that has an open change request. */
export function mustBeUnlocked(
  service: Pick<Service, 'speaksLive'>,
  { openChangeRequestId: open }: { readonly openChangeRequestId: string | null },
  what: string,
): void {
  if (open !== null) throw locked(service, what, open);
}

/** Refuses a change of what an archived flag serves. */
export function mustBeActive({ state, name }: StoredFlag): void {
  if (state === 'ARCHIVED') throw conflict(`Flag ${name} is archived`);
}

/** The nth transaction's id: short, in the manner of the service. */
export const transactionId = (count: number): string => stableHex(11, 'transaction', count);
