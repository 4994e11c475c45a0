/** Makes the connection in use available to the other features: its client is made at first use and kept until it changes. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Connected, Connections, MissingApiKey, RunningSandbox } from '../connected.ts';
import type { Log } from '../log.ts';
import { commands } from '../names.ts';
import { SANDBOX_ID, type Connection, type ConnectionStore } from './store.ts';
import { createWaitNotice } from './waitNotice.ts';

export interface ConnectionDeps {
  readonly store: ConnectionStore;
  readonly log: Log;
  /** The sandbox, started if it does not run yet. */
  readonly startSandbox: () => Promise<RunningSandbox>;
}

/** A client, and what it was made for. */
interface Made {
  readonly connectionId: string;
  readonly keyName: string;
  readonly signature: string;
  readonly apiKey: string;
  readonly client: Client;
}

export interface OwnConnections extends Connections, vscode.Disposable {
  /** Makes the running sandbox the connection in use, with its API keys stored. */
  useSandbox(running: RunningSandbox): Promise<void>;
}

export function createConnections({ store, log, startSandbox }: ConnectionDeps): OwnConnections {
  /**
   * The clients made in this window, and for what. One that is no longer in use is kept: an upload or a decision that
   * began with it goes on with it. There are as many as connections and API keys that were used, and idle they hold nothing.
   */
  let made: readonly Made[] = [];
  const onWait = createWaitNotice();
  /** What was removed can't be used any more, whoever still holds its client. */
  const removal = store.onDidChange(() => {
    const isLeft = ({ connectionId, keyName }: Made): boolean =>
      store.all().some(({ id, keyNames }) => id === connectionId && keyNames.includes(keyName));
    for (const one of made) if (!isLeft(one)) void one.client.close();
    made = made.filter(isLeft);
  });

  async function inUse(): Promise<Connected | undefined> {
    const known = store.inUse();
    if (!known) return undefined;
    const connection = known.kind === 'sandbox' ? await saveSandbox(await startSandbox(), known.keyInUse) : known;
    const apiKey = await store.readKey(connection, connection.keyInUse);
    if (apiKey === undefined) throw missingApiKey(connection);
    return {
      connectionId: connection.id,
      connectionName: connection.name,
      origin: new URL(connection.baseUrl).origin,
      isSandbox: connection.kind === 'sandbox',
      keyName: connection.keyInUse,
      keyNames: connection.keyNames,
      client: await clientFor(connection, apiKey),
    };
  }

  async function clientFor(connection: Connection, apiKey: string): Promise<Client> {
    const signature = JSON.stringify([connection.baseUrl, connection.word]);
    const { id: connectionId, keyInUse: keyName } = connection;
    const isFor = (one: Made): boolean =>
      one.signature === signature && one.apiKey === apiKey && one.connectionId === connectionId && one.keyName === keyName;
    const { createClient } = await import('../../api/client.ts');
    const known = made.find(isFor);
    if (known) return known.client;
    const client = createClient({
      baseUrl: connection.baseUrl,
      vocabulary: { flag: connection.word },
      apiKey,
      onCall: (call) => log.call(call),
      onWait,
    });
    made = [...made, { connectionId, keyName, signature, apiKey, client }];
    return client;
  }

  /** The sandbox has another port and other API keys after each start; the connection stays the same one. */
  async function saveSandbox(running: RunningSandbox, keyInUse: string | undefined): Promise<Connection> {
    const before = store.all().find(({ id }) => id === SANDBOX_ID);
    const keyNames = running.keys.map(({ name }) => name);
    const connection: Connection = {
      id: SANDBOX_ID,
      name: vscode.l10n.t('Sandbox'),
      kind: 'sandbox',
      baseUrl: running.baseUrl,
      word: running.vocabulary,
      keyNames,
      keyInUse: keyInUse !== undefined && keyNames.includes(keyInUse) ? keyInUse : (keyNames[0] ?? ''),
    };
    if (before && before.baseUrl === connection.baseUrl && before.keyInUse === connection.keyInUse) {
      if ((await store.readKey(connection, connection.keyInUse)) !== undefined) return before;
    }
    for (const { name, key } of running.keys) await store.writeKey(connection, name, key);
    await store.save(connection);
    return connection;
  }

  return {
    inUse,
    async orAsk() {
      if (!store.inUse()) await vscode.commands.executeCommand(commands.addConnection);
      return inUse();
    },
    async useKey(keyName) {
      const connection = store.inUse();
      if (connection && connection.keyNames.includes(keyName)) await store.save({ ...connection, keyInUse: keyName });
    },
    async useSandbox(running) {
      await saveSandbox(running, store.all().find(({ id }) => id === SANDBOX_ID)?.keyInUse);
      await store.use(SANDBOX_ID);
    },
    onDidChange: store.onDidChange,
    dispose() {
      removal.dispose();
      for (const { client } of made) void client.close();
    },
  };
}

function missingApiKey(connection: Connection): MissingApiKey {
  const error = new Error(`no API key is stored for ${connection.name}`);
  return Object.assign(error, { kind: 'missingApiKey' as const, connectionName: connection.name, keyName: connection.keyInUse });
}
