/** The connections to one origin: directly, or through a proxy; with the certificates that the editor trusts. The only undici. */
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { isLoopbackHost, proxyFor, type NetworkSettings } from './proxy.ts';
import { openTunnel } from './tunnel.ts';

/** Enough for what a tree and an upload do at once, and no burst for a rate limit. */
const MAX_CONNECTIONS = 8;

/** A host that takes no connection is known to be dead before the deadline, and the request to be unsent. */
const CONNECT_TIMEOUT = 10_000;

/** `close` lets what is under way finish, `destroy` does not. */
export type Dispatcher = Pick<Pool, 'request' | 'close' | 'destroy'>;

/**
 * Nothing is connected, and no certificate read, before the first request. undici's own time-outs fire late and its limit
 * knows the length only: deadline and byte count are the transport's.
 */
export function createDispatcher(origin: string, network: NetworkSettings, deadlineMilliseconds: number): Dispatcher {
  const timeout = Math.min(deadlineMilliseconds, CONNECT_TIMEOUT);
  const closed = new AbortController();
  let secure: tls.ConnectionOptions | undefined;
  let connector: buildConnector.connector | undefined;

  /** The socket that TLS is begun on; undefined = undici makes the connection itself. */
  async function socketTo(target: buildConnector.Options, trust: tls.ConnectionOptions): Promise<Socket | undefined> {
    const proxyUrl = proxyFor(origin, network);
    if (proxyUrl === undefined) return undefined;
    const tunnel = { proxyUrl, authorization: network.proxyAuthorization, tls: trust, timeoutMilliseconds: timeout };
    return openTunnel(tunnel, target, closed.signal);
  }

  async function connect(target: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    secure ??= isLoopbackHost(new URL(origin).hostname) ? {} : trustOf(network);
    connector ??= buildConnector({ ...secure, timeout, allowH2: false });
    try {
      const httpSocket = await socketTo(target, secure);
      connector(httpSocket ? { ...target, httpSocket } : target, callback);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
    }
  }

  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (...to) => void connect(...to),
  });
  return {
    request: pool.request.bind(pool),
    close: () => pool.close(),
    destroy: async () => {
      closed.abort();
      await pool.destroy();
    },
  };
}

/** Node's certificates, with NODE_EXTRA_CA_CERTS, and the system's beside them. */
function trustOf({ isStrictSsl, isSystemCertificates }: NetworkSettings): tls.ConnectionOptions {
  if (!isStrictSsl) return { rejectUnauthorized: false };
  return isSystemCertificates ? { ca: [...new Set([...tls.getCACertificates('default'), ...systemCertificates()])] } : {};
}

/** None where the system's store can't be read: Node's own are enough for most services. */
function systemCertificates(): readonly string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return [];
  }
}
