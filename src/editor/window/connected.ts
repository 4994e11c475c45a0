/**
 * The connection in use, as the other features see it. It is made by editor/connection and passed in by extension.ts.
 */
import type * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';

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
  chosen(): { readonly id: string; readonly name: string } | undefined;
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
