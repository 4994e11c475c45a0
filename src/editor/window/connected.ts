/** The connection in use, as the other features see it. editor/connection creates it, and extension.ts passes it in. */
import type * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Authentication } from '../../api/network/apiKey.ts';

/** A service and the names of the API keys stored for it. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'service' | 'sandbox';
  readonly baseUrl: string;
  /** The service's own word for a flag in API paths. */
  readonly word: string;
  /** How API keys are sent to the service. Absent = `Authorization: Bearer`. */
  readonly authentication?: Authentication;
  readonly keyNames: readonly string[];
  /** Empty if there is no API key yet, for example after an import. */
  readonly keyInUse: string;
  /** True = nothing may be changed through this connection. */
  readonly isReadOnly?: boolean;
  /** The user's e-mail address at the service. Requests that need the approval of this user are marked. */
  readonly email?: string;
  /** Address of the page of a flag in the service's web console, with placeholders in braces (webPage.ts). */
  readonly linkTemplate?: string;
}

/** The connection and API key in use, with a client that uses them. */
export interface Connected {
  /** Stays the same when the base URL changes. The sandbox has a new base URL with each start. */
  readonly connectionId: string;
  readonly connectionName: string;
  /** `scheme://host:port` of the service. */
  readonly origin: string;
  readonly isSandbox: boolean;
  /**
   * Distinguishes sandboxes, which all share one connection and one origin. What was changed in one sandbox, or before a reset,
   * does not exist in another.
   */
  readonly instance?: string | undefined;
  /** True = the user decided that nothing may be changed through this connection. The code in src/operations enforces this. */
  readonly isReadOnly: boolean;
  /** The name that the user gave the API key. The service does not know this name. */
  readonly keyName: string;
  /** The names of all API keys stored for this connection. */
  readonly keyNames: readonly string[];
  /** The user's e-mail address at the service. Undefined = the user has not entered it. */
  readonly email: string | undefined;
  readonly client: Client;
}

export interface Connections {
  /** The connection in use, or undefined if there is none. Starts the sandbox if the sandbox is in use. */
  inUse(): Promise<Connected | undefined>;
  /** The connection in use, without starting the sandbox or reading an API key. */
  chosen(): Connection | undefined;
  /** Like inUse, but asks the user to choose or create a connection if none is in use. Undefined = the user cancelled. */
  orAsk(): Promise<Connected | undefined>;
  /** Switches to another stored API key of the connection in use, or of the connection with this id. */
  useKey(keyName: string, connectionId?: string): Promise<void>;
  /**
   * Like inUse, but with this stored API key of the connection with this id, for one action. The connection need not be in use
   * any more. Undefined = it was removed.
   */
  withKey(keyName: string, connectionId: string): Promise<Connected | undefined>;
  /** Returns the name of a connection. Undefined = the connection was removed. */
  nameOf(connectionId: string): string | undefined;
  /** Switches to a known connection. */
  switchTo(connectionId: string): Promise<void>;
  /** Every connection, in use or not. */
  all(): readonly Connection[];
  /** Switches to the running sandbox. */
  useSandbox(running: RunningSandbox): Promise<void>;
  /**
   * Allows calls again with API keys that the service has refused, because the user wants to try again. Returns true if there
   * were any. In that case, onDidChange has already fired, so the views read again.
   */
  tryAgain(): boolean;
  /** Fires when the connection, the API key, or the service behind the connection changes. */
  readonly onDidChange: vscode.Event<void>;
}

/** The running sandbox. Each start has a new port and new API keys. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly vocabulary: string;
  readonly keys: readonly { readonly name: string; readonly key: string }[];
  /** Changes with a reset, and differs for each folder that stores a sandbox. */
  readonly instance?: string;
}
