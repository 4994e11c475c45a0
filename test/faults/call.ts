/** A method of the client as the matrix runs it: on an object of its own, with what it changes and how that is seen. */
import type { Client } from '../../src/api/client.ts';
import type { Environment } from '../../src/api/model.ts';
import type { Repeats } from '../../src/api/network/retry.ts';
import type { identityValues } from '../sandbox/identityValues.ts';

/** The sandbox without anything between, and what is where in it. */
export interface Place {
  /** API keys that submit and that approve. */
  readonly direct: Client;
  readonly approver: Client;
  readonly workspaceId: string;
  /** All of the workspace. */
  readonly environments: readonly Environment[];
  /** Changed directly. */
  readonly development: string;
  /** Changed by change requests. */
  readonly production: string;
  readonly trafficTypeId: string;
  readonly rolloutStatusId: string;
  /** Reads what the sandbox stores of the identity with this key in development. */
  identityValues(key: string): ReturnType<typeof identityValues>;
}

/** The methods that send something, one call each. */
export type Method = Exclude<keyof Client, 'origin' | 'word' | 'forgetAbsent' | 'close' | 'describeSubmission' | 'findWord'>;

export interface Call {
  readonly method: Method;
  /** Tells it from other calls of the method. */
  readonly variant?: string;
  /** What the client may do after a failure, as admin-api.md and common sense have it. */
  readonly repeats: Repeats;
  /** Whose API key; the submitter's if not said. */
  readonly as?: 'approver';
  /** Makes what the call is about; `name` is new in every cell. */
  prepare?(place: Place, name: string): Promise<unknown>;
  run(client: Client, place: Place, name: string): Promise<unknown>;
  /** All that the call changes; a read has none. */
  see?(place: Place, name: string): Promise<unknown>;
}

export const titleOf = ({ method, variant }: Call): string => (variant ? `${method} (${variant})` : method);
