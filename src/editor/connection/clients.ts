/**
 * The clients of this window: one for each connection and API key that was used, until the connection or the API key changes.
 * Also shows a notification while calls wait because the service limits their rate.
 */
import type { Client } from '../../api/client.ts';
import type { Authentication } from '../../api/network/apiKey.ts';
import type { CallLog } from '../../api/network/callOptions.ts';
import { createWatch } from '../../operations/learned/keyAnswers.ts';
import type { Store } from '../../operations/learned/store.ts';
import type { RefusedApiKey } from '../words/connectionErrors.ts';
import type { Log } from '../window/log.ts';
import { networkSettings } from '../window/settings.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { Connection } from '../window/connected.ts';
import * as vscode from 'vscode';
import type { Gate, VisibleWait } from '../../api/network/gate.ts';
import { tellProgress } from '../window/notifications.ts';

const { t } = vscode.l10n;

/** A client, and the values that it was created with. */
interface CreatedClient {
  readonly connectionId: string;
  readonly keyName: string;
  readonly baseUrl: string;
  readonly word: string;
  readonly authentication: Authentication | undefined;
  readonly apiKey: string;
  /** The network settings when the client was created. */
  readonly networkSettingsText: string;
  readonly client: Client;
  /** True if the service refused the API key (401). */
  isRefused: boolean;
}

export interface Clients {
  /**
   * Returns the client for an API key of a connection. Returns the same client until the API key, the connection or a network
   * setting changes. Throws RefusedApiKey, like the calls of the client, after the service has refused the API key.
   */
  get(connection: Connection, keyName: string, apiKey: string, baseUrl?: string): Promise<Client>;
  /** Allows calls again with API keys that the service has refused. Returns true if there were any. */
  tryAgain(): boolean;
  /**
   * Closes the clients whose API key or connection was removed, and those whose connection has a different address. Code that
   * still holds such a client can't use it any more.
   */
  closeRemoved(store: ConnectionStore): Promise<void>;
  close(): void;
}

/**
 * Creates the clients. A client that is no longer in use remains open, so that an upload or a decision that started with it can
 * finish. Idle clients need no resources. `onRefused` is called when the service refuses an API key.
 */
export function createClients(log: Log, memory: Store, onRefused: () => void): Clients {
  const watch = createWatch(memory, (error) => log.warn(String(error)));
  let made: readonly CreatedClient[] = [];
  const onWait = createWaitNotice();
  const gates = new Map<string, Gate>();

  /**
   * Closes clients with an old address. A connection has one address at a time, and the sandbox gets a new address with each
   * start.
   */
  function dropOther(connectionId: string, baseUrl: string): void {
    const isOther = (one: CreatedClient): boolean => one.connectionId === connectionId && one.baseUrl !== baseUrl;
    for (const one of made) if (isOther(one)) void one.client.close();
    made = made.filter((one) => !isOther(one));
  }

  return {
    async get(connection, keyName, apiKey, baseUrl = connection.baseUrl) {
      const { id: connectionId, word, authentication } = connection;
      dropOther(connectionId, baseUrl);
      const network = networkSettings();
      const { createClient, createGate } = await import('../../api/client.ts');
      const wanted = {
        connectionId,
        keyName,
        baseUrl,
        word,
        authentication,
        apiKey,
        networkSettingsText: JSON.stringify(network),
      };
      const known = made.find((one) =>
        Object.entries(wanted).every(([field, value]) => one[field as keyof CreatedClient] === value),
      );
      if (known?.isRefused) throw refusedApiKey(connection, keyName);
      if (known) return known.client;
      const onCall = (call: CallLog): void => log.call(call);
      const { origin } = new URL(baseUrl);
      const gate = gates.get(origin) ?? createGate({ onWait });
      gates.set(origin, gate);
      const raw = createClient({ baseUrl, vocabulary: { flag: word }, apiKey, authentication, network, onCall, gate });
      const key = { connectionId, origin: new URL(connection.baseUrl).origin, keyName };
      const markRefused = (): void => {
        if (one.isRefused) return;
        one.isRefused = true;
        onRefused();
      };
      const client = watch(raw, key, markRefused, () => {
        if (one.isRefused) throw refusedApiKey(connection, keyName);
      });
      const one: CreatedClient = { ...wanted, client, isRefused: false };
      made = [...made, one];
      return client;
    },
    tryAgain() {
      const refused = made.filter(({ isRefused }) => isRefused);
      for (const one of refused) one.isRefused = false;
      return refused.length > 0;
    },
    async closeRemoved(store) {
      for (const one of made) {
        if (await isStored(store, one)) continue;
        made = made.filter((other) => other !== one);
        void one.client.close();
      }
    },
    close() {
      for (const { client } of made) void client.close();
    },
  };
}

/**
 * True if the client may stay open, so that work in progress can finish: its API key is still stored, under any label, or a
 * different API key has replaced it under its label. In the second case, `get` returns a client with the new API key, while a
 * running upload continues with the old client.
 */
async function isStored(store: ConnectionStore, { connectionId, keyName, apiKey, baseUrl }: CreatedClient): Promise<boolean> {
  const connection = store.find(connectionId);
  if (!connection) return false;
  // The sandbox's API keys are never stored.
  if (connection.kind === 'sandbox') return connection.keyNames.includes(keyName);
  for (const name of connection.keyNames) {
    // If the keyring can't be read, the API key may still be stored.
    const isSame = await store.readKey(connection, name).then(
      (stored) => stored === apiKey || (stored !== undefined && name === keyName && connection.baseUrl === baseUrl),
      () => true,
    );
    if (isSame) return true;
  }
  return false;
}

function refusedApiKey(connection: Connection, keyName: string): RefusedApiKey {
  const error = new Error(`${connection.name} does not accept the API key ${keyName} (401)`);
  return Object.assign(error, { kind: 'refusedApiKey' as const, connectionName: connection.name, keyName });
}

/**
 * Shows one notification for all waiting calls. It counts down the longest wait. All calls to the same origin wait together.
 * Cancel cancels the calls to the origin with the longest wait. If calls to a different origin still wait, a new
 * notification shows them.
 */
export function createWaitNotice(): (wait: VisibleWait) => void {
  const waits = new Map<VisibleWait['giveUp'], number>();
  const longest = (): readonly [VisibleWait['giveUp'], number] | undefined => [...waits].toSorted(([, a], [, b]) => b - a)[0];
  let progress: { readonly tell: (message: string) => void; readonly end: () => void } | undefined;

  function show(): NonNullable<typeof progress> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    let tell: (message: string) => void = () => undefined;
    const title = t('Waiting until the service accepts more requests');
    const work = async (notice: vscode.Progress<{ message?: string }>, signal: AbortSignal): Promise<void> => {
      tell = (message) => notice.report({ message });
      const cancel = (): void => {
        end();
        progress = undefined;
        longest()?.[0]();
      };
      signal.addEventListener('abort', cancel, { once: true });
      await over;
    };
    void tellProgress(title, work, { cancellable: true });
    return { tell: (message) => tell(message), end };
  }

  return ({ secondsLeft, giveUp }) => {
    if (secondsLeft > 0) waits.set(giveUp, secondsLeft);
    else waits.delete(giveUp);
    if (waits.size === 0) {
      progress?.end();
      progress = undefined;
      return;
    }
    progress ??= show();
    progress.tell(`${longest()?.[1]} s`);
  };
}
