/** The client: every endpoint as a method, bound to one connection and its API key. */
import { createAdditions, type Additions } from './resources/additions.ts';
import * as changeRequests from './resources/changeRequests.ts';
import * as definitions from './resources/definitions.ts';
import * as flags from './resources/flags.ts';
import * as identities from './resources/identities.ts';
import * as segments from './resources/segments.ts';
import * as trafficTypes from './resources/trafficTypes.ts';
import { createTransport, type Transport } from './network/transport.ts';
import type { ConnectionSettings, TransportSettings } from './network/networkSettings.ts';
import type { CallOptions } from './network/callOptions.ts';
export { createGate } from './network/gate.ts';
import { findWord } from './resources/findWord.ts';
import * as workspaces from './resources/workspaces.ts';
import { pageOf } from './resources/envelope.ts';
import { isApiError } from './errors.ts';
import { Workspace } from './model.ts';
import { queryOf } from './resources/path.ts';

/** The type of an endpoint without its first parameter, which is the transport or the additions. */
type Bound<F> = F extends (bound: never, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never;

/** The endpoints that admin-api.md documents. */
const documented = {
  listWorkspaces: workspaces.listWorkspaces,
  listEnvironments: workspaces.listEnvironments,
  listRolloutStatuses: workspaces.listRolloutStatuses,
  listSegments: segments.listSegments,
  createSegment: segments.createSegment,
  activateSegment: segments.activateSegment,
  uploadKeys: segments.uploadKeys,
  readKeys: segments.readKeys,
  removeKeys: segments.removeKeys,
  deleteSegment: segments.deleteSegment,
  saveIdentities: identities.saveIdentities,
  createFlag: flags.createFlag,
  readDefinition: definitions.readDefinition,
  submitChangeRequest: changeRequests.submitChangeRequest,
  listChangeRequests: changeRequests.listChangeRequests,
  readChangeRequest: changeRequests.readChangeRequest,
  decideChangeRequest: changeRequests.decideChangeRequest,
} as const;

/** Endpoints that a service may have in addition. additions.ts lists the replacement for each missing endpoint. */
const added = {
  listTrafficTypes: trafficTypes.listTrafficTypes,
  listActiveSegments: segments.listActiveSegments,
  deactivateSegment: segments.deactivateSegment,
  uploadKeysWithComment: segments.uploadKeysWithComment,
  listFlags: flags.listFlags,
  readFlag: flags.readFlag,
  listDefinitions: definitions.listDefinitions,
  createDefinition: definitions.createDefinition,
  replaceDefinition: definitions.replaceDefinition,
  deleteDefinition: definitions.deleteDefinition,
  killFlag: definitions.killFlag,
  restoreFlag: definitions.restoreFlag,
} as const;

type Endpoints = typeof documented & typeof added;

/**
 * Each method rejects with one of the four errors (errors.ts), with an AbortError if its signal was aborted, or with a
 * TypeError or RangeError for an argument that can't be sent.
 */
export type Client = { readonly [Name in keyof Endpoints]: Bound<Endpoints[Name]> } & {
  /** The scheme, host and port of the service. The API key is sent only there. */
  readonly origin: string;
  /** The service's own term for a flag in paths and fields, such as `split`, from the settings. */
  readonly word: string;
  /** Returns the service's own term for a flag if its answers prove one. Does not use the term in the settings. */
  findWord(workspaceId: string | undefined, options?: CallOptions): Promise<string | undefined>;
  /** Returns what submitChangeRequest would send, without the API key. Sends nothing. */
  describeSubmission: Bound<typeof changeRequests.describeSubmission>;
  /** Forgets which endpoints the service lacks, so that they are tried again. Called when the user refreshes. */
  forgetAbsent(): void;
  /** Closes the client. Calls in progress finish; later calls fail. */
  close(): Promise<void>;
};

/** Throws a TypeError if the base URL, the API key or the term for a flag can't be used. Sends nothing yet. */
export function createClient(settings: ConnectionSettings): Client {
  const transport = createTransport(settings);
  const additions = createAdditions(transport);
  const bind = <To extends Transport | Additions>(to: To, endpoints: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        (...rest: readonly unknown[]) => (endpoint as (to: To, ...rest: readonly unknown[]) => unknown)(to, ...rest),
      ]),
    );
  return {
    ...bind(transport, documented),
    ...bind(additions, added),
    origin: transport.origin,
    word: settings.vocabulary.flag,
    findWord: (workspaceId: string | undefined, options?: CallOptions) => findWord(transport, workspaceId, options),
    describeSubmission: (...rest: Parameters<Bound<typeof changeRequests.describeSubmission>>) =>
      changeRequests.describeSubmission(transport, ...rest),
    forgetAbsent: () => additions.forget(),
    close: () => transport.close(),
  } as unknown as Client;
}

/**
 * Statuses that show that the address requires an API key. The service answers 401 to a call without a key. A gateway or a rate
 * limit in front of it may answer 403 or 429; a later call with the key shows whether the address is right.
 */
const GUARDED: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Tests an address without an API key. Resolves if something there asks for an API key or answers as the service does.
 * Otherwise rejects as a call does.
 */
export async function tryAddress(
  settings: Omit<TransportSettings, 'apiKey' | 'vocabulary'>,
  options?: CallOptions,
): Promise<void> {
  const transport = createTransport({ ...settings, vocabulary: { flag: 'flag' }, apiKey: undefined });
  const page = { limit: 1, offset: 0 };
  const path = `/workspaces${queryOf({ ...page })}`;
  try {
    await transport.call({ method: 'GET', path, repeats: 'never', answer: pageOf(Workspace, page) }, options);
  } catch (error) {
    const isGuarded = isApiError(error) && error.kind === 'service' && GUARDED.has(error.status);
    if (!isGuarded) throw error;
  } finally {
    await transport.close();
  }
}
