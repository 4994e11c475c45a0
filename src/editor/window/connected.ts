/**
 * The connection in use, as the other features see it. It is made by editor/connection and passed in by extension.ts.
 */
import type * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Authentication } from '../../api/network/apiKey.ts';

/** A service and the names of the API keys stored for it. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'service' | 'sandbox';
  readonly baseUrl: string;
  /** The service's own word for a flag. */
  readonly word: string;
  /** How it takes its API keys; absent: as `Authorization: Bearer`. */
  readonly authentication?: Authentication;
  readonly keyNames: readonly string[];
  /** Empty where there is none yet, as after an import. */
  readonly keyInUse: string;
  /** Nothing may be changed through it. */
  readonly isReadOnly?: boolean;
  /** The person's address at the service: requests that wait for it are pointed out. */
  readonly email?: string;
  /** Address of the page of a flag in the service's web console, with placeholders in braces (webPage.ts). */
  readonly linkTemplate?: string;
}

/** The connection and API key in use, with a client that speaks with them. */
export interface Connected {
  /** Stays the same when the base URL changes, as the sandbox's does with each start. */
  readonly connectionId: string;
  readonly connectionName: string;
  /** `scheme://host:port` of the service. */
  readonly origin: string;
  readonly isSandbox: boolean;
  /** Of a sandbox: which one. All have one connection and one origin, and none knows what was done in another, or before a reset. */
  readonly instance?: string | undefined;
  /** The user has said that nothing may be changed through this connection; the guard in operations holds to it. */
  readonly isReadOnly: boolean;
  /** As the user called the API key: it says nothing of who that is at the service. */
  readonly keyName: string;
  /** The names of all API keys stored for this connection. */
  readonly keyNames: readonly string[];
  /** The person's own address at the service, where they gave it. */
  readonly email: string | undefined;
  readonly client: Client;
}

export interface Connections {
  /** The connection in use, or undefined if there is none. Starts the sandbox if that is the one. */
  inUse(): Promise<Connected | undefined>;
  /** Which one that is: starts nothing, and reads no API key. */
  chosen(): Connection | undefined;
  /** As inUse, but where there is none the user is asked to choose or make one; undefined = walked away. */
  orAsk(): Promise<Connected | undefined>;
  /** Makes another stored API key of this connection the one in use. */
  useKey(keyName: string): Promise<void>;
  /** As inUse, but with another stored API key of the same connection: for one action. */
  withKey(keyName: string): Promise<Connected | undefined>;
  /** The connection's name, whichever is in use; undefined = it was removed. */
  nameOf(connectionId: string): string | undefined;
  /** Makes a known connection the one in use. */
  switchTo(connectionId: string): Promise<void>;
  /** Every connection, whichever is in use. */
  all(): readonly Connection[];
  /** Makes the running sandbox the connection in use. */
  useSandbox(running: RunningSandbox): Promise<void>;
  /**
   * The user wants to try again: an API key that was refused is asked with once more. True if there was one; onDidChange
   * has then told all who show something.
   */
  tryAgain(): boolean;
  /** Another connection, another API key, or another service behind the same connection. */
  readonly onDidChange: vscode.Event<void>;
}

/** The sandbox as it runs now: a new port and new API keys with each start. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly vocabulary: string;
  readonly keys: readonly { readonly name: string; readonly key: string }[];
  /** Another one after a reset, and for each that is kept in another place. */
  readonly instance?: string;
}
