/** The client: every endpoint as a method, bound to one connection. */
import * as changeRequests from './changeRequests.ts';
import * as flags from './flags.ts';
import * as identities from './identities.ts';
import * as segments from './segments.ts';
import { createTransport, type ConnectionSettings, type Transport } from './transport.ts';
import * as workspaces from './workspaces.ts';

/** An endpoint without its first parameter. */
type Bound<F> = F extends (transport: Transport, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never;
type BoundListing = typeof flags.listFlags extends (t: Transport, l: flags.FlagListing, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/**
 * Each method rejects with one of the four errors (errors.ts), with an AbortError if its signal was aborted, or with a
 * TypeError or RangeError for an argument that can't be sent.
 */
export interface Client {
  /** Scheme, host and port: what the API key is bound to. */
  readonly origin: string;
  readonly listWorkspaces: Bound<typeof workspaces.listWorkspaces>;
  readonly listEnvironments: Bound<typeof workspaces.listEnvironments>;
  readonly listRolloutStatuses: Bound<typeof workspaces.listRolloutStatuses>;
  readonly listSegments: Bound<typeof segments.listSegments>;
  readonly createSegment: Bound<typeof segments.createSegment>;
  readonly activateSegment: Bound<typeof segments.activateSegment>;
  readonly uploadKeys: Bound<typeof segments.uploadKeys>;
  readonly readKeys: Bound<typeof segments.readKeys>;
  readonly removeKeys: Bound<typeof segments.removeKeys>;
  readonly deleteSegment: Bound<typeof segments.deleteSegment>;
  readonly saveIdentities: Bound<typeof identities.saveIdentities>;
  readonly createFlag: Bound<typeof flags.createFlag>;
  /** Undefined if the service has no such call. */
  readonly listFlags: BoundListing;
  readonly readDefinition: Bound<typeof flags.readDefinition>;
  /** Never sent twice. */
  readonly submitChangeRequest: Bound<typeof changeRequests.submitChangeRequest>;
  readonly listChangeRequests: Bound<typeof changeRequests.listChangeRequests>;
  readonly readChangeRequest: Bound<typeof changeRequests.readChangeRequest>;
  readonly decideChangeRequest: Bound<typeof changeRequests.decideChangeRequest>;
  /** Lets the calls under way finish; later ones fail. */
  close(): Promise<void>;
}

/** Throws a TypeError for a base URL, an API key or a word that can't be used; nothing is sent yet. */
export function createClient(settings: ConnectionSettings): Client {
  const transport = createTransport(settings);
  const listing = flags.newFlagListing();
  const bound = <Rest extends readonly unknown[], Answer>(endpoint: (transport: Transport, ...rest: Rest) => Answer) => {
    return (...rest: Rest): Answer => endpoint(transport, ...rest);
  };
  return {
    origin: transport.origin,
    listWorkspaces: bound(workspaces.listWorkspaces),
    listEnvironments: bound(workspaces.listEnvironments),
    listRolloutStatuses: bound(workspaces.listRolloutStatuses),
    listSegments: bound(segments.listSegments),
    createSegment: bound(segments.createSegment),
    activateSegment: bound(segments.activateSegment),
    uploadKeys: bound(segments.uploadKeys),
    readKeys: bound(segments.readKeys),
    removeKeys: bound(segments.removeKeys),
    deleteSegment: bound(segments.deleteSegment),
    saveIdentities: bound(identities.saveIdentities),
    createFlag: bound(flags.createFlag),
    listFlags: async (...rest) => flags.listFlags(transport, listing, ...rest),
    readDefinition: bound(flags.readDefinition),
    submitChangeRequest: bound(changeRequests.submitChangeRequest),
    listChangeRequests: bound(changeRequests.listChangeRequests),
    readChangeRequest: bound(changeRequests.readChangeRequest),
    decideChangeRequest: bound(changeRequests.decideChangeRequest),
    close: transport.close,
  };
}
