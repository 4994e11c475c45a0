/** The clients made in this window: one for each connection and API key that was used, kept until either changes. */
import type { Client } from '../../api/client.ts';
import type { CallLog } from '../../api/transport.ts';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import type { Store } from '../../operations/learnt.ts';
import type { Log } from '../log.ts';
import { networkSettings } from '../settings.ts';
import type { Connection } from './store.ts';
import { createWaitNotice } from './waitNotice.ts';

/** A client, and what it was made for. */
interface Made {
  readonly connectionId: string;
  readonly keyName: string;
  readonly signature: string;
  readonly apiKey: string;
  readonly client: Client;
  /** The service said 401 to its API key. */
  isRefused: boolean;
}

export interface Clients {
  /** The client for an API key of a connection; the same one as long as nothing about it has changed. */
  get(connection: Connection, keyName: string, apiKey: string): Promise<{ readonly client: Client; readonly isRefused: boolean }>;
  /** Refused API keys are asked with once more. */
  tryAgain(): void;
  /** Closes the clients of what was removed: it can't be used any more, whoever still holds them. */
  keepOnly(connections: readonly Connection[]): void;
  close(): void;
}

/**
 * A client that is no longer in use is kept: an upload or a decision that began with it goes on with it. Idle they hold
 * nothing. `onRefused` is told when an API key turns out to be refused.
 */
export function createClients(log: Log, memory: Store, onRefused: () => void): Clients {
  const abilities = createKeyAbilities(memory);
  let made: readonly Made[] = [];
  const onWait = createWaitNotice();

  return {
    async get(connection, keyName, apiKey) {
      const { id: connectionId, baseUrl, word } = connection;
      const network = networkSettings();
      const signature = JSON.stringify([baseUrl, word, network]);
      const { createClient } = await import('../../api/client.ts');
      const known = made.find(
        (one) =>
          one.signature === signature && one.apiKey === apiKey && one.connectionId === connectionId && one.keyName === keyName,
      );
      if (known) return known;
      const onCall = (call: CallLog): void => log.call(call);
      const raw = createClient({ baseUrl, vocabulary: { flag: word }, apiKey, network, onCall, onWait });
      const key = { connectionId, origin: raw.origin, keyName };
      const client = abilities.watch(raw, key, () => {
        if (one.isRefused) return;
        one.isRefused = true;
        onRefused();
      });
      const one: Made = { connectionId, keyName, signature, apiKey, client, isRefused: false };
      made = [...made, one];
      return one;
    },
    tryAgain() {
      for (const one of made) one.isRefused = false;
    },
    keepOnly(connections) {
      const isLeft = ({ connectionId, keyName }: Made): boolean =>
        connections.some(({ id, keyNames }) => id === connectionId && keyNames.includes(keyName));
      for (const one of made) if (!isLeft(one)) void one.client.close();
      made = made.filter(isLeft);
    },
    close() {
      for (const { client } of made) void client.close();
    },
  };
}
