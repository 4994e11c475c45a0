/** The clients made in this window: one for each connection and API key that was used, kept until either changes; and a notice while the service asks to wait. */
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

/** A client, and what it was made for. */
interface Made {
  readonly connectionId: string;
  readonly keyName: string;
  readonly baseUrl: string;
  readonly word: string;
  readonly authentication: Authentication | undefined;
  readonly apiKey: string;
  /** The network settings it was made with. */
  readonly setting: string;
  readonly client: Client;
  /** The service said 401 to its API key. */
  isRefused: boolean;
}

export interface Clients {
  /**
   * The client for an API key of a connection; the same one as long as nothing about it has changed. Throws RefusedApiKey,
   * as its calls do, once the service has refused the API key.
   */
  get(connection: Connection, keyName: string, apiKey: string, baseUrl?: string): Promise<Client>;
  /** Refused API keys are asked with once more; true if there were any. */
  tryAgain(): boolean;
  /** Closes those whose API key or connection was removed, or has another address: nobody who still holds them can use them. */
  keepStored(store: ConnectionStore): Promise<void>;
  close(): void;
}

/**
 * A client that is no longer in use is kept: an upload or a decision that began with it goes on with it. Idle they hold
 * nothing. `onRefused` is told when an API key turns out to be refused.
 */
export function createClients(log: Log, memory: Store, onRefused: () => void): Clients {
  const watch = createWatch(memory, (error) => log.warn(String(error)));
  let made: readonly Made[] = [];
  const onWait = createWaitNotice();
  const gates = new Map<string, Gate>();

  /** A connection has one address at a time: the sandbox another one with each start. */
  function dropOther(connectionId: string, baseUrl: string): void {
    const isOther = (one: Made): boolean => one.connectionId === connectionId && one.baseUrl !== baseUrl;
    for (const one of made) if (isOther(one)) void one.client.close();
    made = made.filter((one) => !isOther(one));
  }

  return {
    async get(connection, keyName, apiKey, baseUrl = connection.baseUrl) {
      const { id: connectionId, word, authentication } = connection;
      dropOther(connectionId, baseUrl);
      const network = networkSettings();
      const { createClient, createGate } = await import('../../api/client.ts');
      const wanted = { connectionId, keyName, baseUrl, word, authentication, apiKey, setting: JSON.stringify(network) };
      const known = made.find((one) => Object.entries(wanted).every(([field, value]) => one[field as keyof Made] === value));
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
      const one: Made = { ...wanted, client, isRefused: false };
      made = [...made, one];
      return client;
    },
    tryAgain() {
      const refused = made.filter(({ isRefused }) => isRefused);
      for (const one of refused) one.isRefused = false;
      return refused.length > 0;
    },
    async keepStored(store) {
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
 * Under whichever label: what is under way goes on when the API key gets another one, and when another API key takes its place under
 * its label. `get` gives the new one; who still holds the client of the old one, such as an upload that runs, goes on with it.
 */
async function isStored(store: ConnectionStore, { connectionId, keyName, apiKey, baseUrl }: Made): Promise<boolean> {
  const connection = store.find(connectionId);
  if (!connection) return false;
  // The sandbox's API keys are never stored.
  if (connection.kind === 'sandbox') return connection.keyNames.includes(keyName);
  for (const name of connection.keyNames) {
    // A keyring that fails says nothing about the API key.
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

/** One notification, however many calls wait at once: it counts down the longest wait, and Cancel gives up all of them. */
export function createWaitNotice(): (wait: VisibleWait) => void {
  const waits = new Map<VisibleWait['giveUp'], number>();
  let progress: { readonly tell: (message: string) => void; readonly end: () => void } | undefined;

  function show(): NonNullable<typeof progress> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    let tell: (message: string) => void = () => undefined;
    const title = t('The service is receiving too many requests (429) and asks to wait');
    const work = async (progress: vscode.Progress<{ message?: string }>, signal: AbortSignal): Promise<void> => {
      tell = (message) => progress.report({ message });
      signal.addEventListener('abort', () => waits.forEach((_, giveUp) => giveUp()), { once: true });
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
    progress.tell(`${Math.max(...waits.values())} s`);
  };
}
