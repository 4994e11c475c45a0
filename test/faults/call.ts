/** A method of the client in the matrix: it has its own object, a change, and a way to see the change. */
import type { Client } from '../../src/api/client.ts';
import type { Environment } from '../../src/api/model.ts';
import type { Repeats } from '../../src/api/network/retry.ts';
import type { identityValues } from '../sandbox/identityValues.ts';

/** The sandbox without the proxy, and the IDs of its objects. */
export interface Place {
  /** API keys that submit and that approve. */
  readonly direct: Client;
  readonly approver: Client;
  readonly workspaceId: string;
  /** In the whole workspace. */
  readonly environments: readonly Environment[];
  /** Changed directly. */
  readonly development: string;
  /** Accepts only change requests. */
  readonly production: string;
  readonly trafficTypeId: string;
  readonly rolloutStatusId: string;
  /** Reads what the sandbox stores of the identity with this key in development. */
  identityValues(key: string): ReturnType<typeof identityValues>;
}

/** The methods that send a request, one call each. */
type Method = Exclude<keyof Client, 'origin' | 'word' | 'forgetAbsent' | 'close' | 'describeSubmission' | 'findWord'>;

export interface Call {
  readonly method: Method;
  /** Distinguishes it from other calls of the method. */
  readonly variant?: string;
  /** What the client may do after a failure, according to admin-api.md and common sense. */
  readonly repeats: Repeats;
  /** The owner of the API key. Default: the submitter. */
  readonly as?: 'approver';
  /** Creates the object of the call. `name` is unique for each cell. */
  prepare?(place: Place, name: string): Promise<unknown>;
  run(client: Client, place: Place, name: string): Promise<unknown>;
  /** Reads everything that the call changes. A read has none. */
  see?(place: Place, name: string): Promise<unknown>;
}

export const titleOf = ({ method, variant }: Call): string => (variant ? `${method} (${variant})` : method);
