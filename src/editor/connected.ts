/**
 * The connection in use, as the other features see it. It is made by editor/connection and passed in by extension.ts.
 */
import type * as vscode from 'vscode';
import type { Client } from '../api/client.ts';

/** The connection and API key in use, with a client that speaks with them. */
export interface Connected {
  /** Stays the same when the base URL changes, as the sandbox's does with each start. */
  readonly connectionId: string;
  readonly connectionName: string;
  /** `scheme://host:port` of the service. */
  readonly origin: string;
  readonly isSandbox: boolean;
  /** The name of the API key as the service shows it in `approvers` and `comments`. */
  readonly keyName: string;
  /** The names of all API keys stored for this connection. */
  readonly keyNames: readonly string[];
  readonly client: Client;
}

export interface Connections {
  /** The connection in use, or undefined if there is none. Starts the sandbox if that is the one. */
  inUse(): Promise<Connected | undefined>;
  /** As inUse, but where there is none the user is asked to make one; undefined = walked away. */
  orAsk(): Promise<Connected | undefined>;
  /** Makes another stored API key of this connection the one in use. */
  useKey(keyName: string): Promise<void>;
  /** Another connection, another API key, or another service behind the same connection. */
  readonly onDidChange: vscode.Event<void>;
}

/** The sandbox as it runs now: a new port and new API keys with each start. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly vocabulary: string;
  readonly keys: readonly { readonly name: string; readonly key: string }[];
}

/** Thrown where the connection in use has no API key stored for its present origin. */
export interface MissingApiKey extends Error {
  readonly kind: 'missingApiKey';
  readonly connectionName: string;
  readonly keyName: string;
}

export function isMissingApiKey(error: unknown): error is MissingApiKey {
  return error instanceof Error && 'kind' in error && error.kind === 'missingApiKey';
}

/** Thrown where the sandbox is the connection in use, but the user has stopped it. */
export interface SandboxStopped extends Error {
  readonly kind: 'sandboxStopped';
}

export function isSandboxStopped(error: unknown): error is SandboxStopped {
  return error instanceof Error && 'kind' in error && error.kind === 'sandboxStopped';
}
