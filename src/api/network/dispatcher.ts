/**
 * The connections to one service, straight or through a proxy. The only place that knows undici: its fetch, redirects,
 * global dispatcher and ProxyAgent are not used, and it is given none of their work.
 */
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector, Pool } from 'undici';
import { certificateFault } from '../errors.ts';
import { codeOf, messageOf, unsent } from './failures.ts';
import { proxyFor, type NetworkSettings, type Proxy } from './proxy.ts';
import { openTunnel, proxyFailure } from './tunnel.ts';
import * as tls from 'node:tls';

export interface Dispatcher {
  readonly request: Pool['request'];
  /** Lets requests that are under way end. */
  close(): Promise<void>;
  /** Ends everything at once, also connections that are being made. */
  destroy(): Promise<void>;
}

/** Enough for what a tree and an upload do at once, and no burst for a rate limit. */
const MAX_CONNECTIONS = 8;

/** A host that takes no connection is known to be dead before the deadline, and the request to be unsent. */
const CONNECT_TIMEOUT = 10_000;

/** Opens no connection yet. A proxy setting that can't be used fails each request. */
export function createDispatcher(origin: string, network: NetworkSettings, deadlineMilliseconds: number): Dispatcher {
  const timeout = Math.min(deadlineMilliseconds, CONNECT_TIMEOUT);
  const connecting = new Set<Socket>();
  let connector: buildConnector.connector | undefined;

  /** One connection to the service or to the proxy, with TLS inside of `httpSocket` where that is given. */
  async function dial(options: buildConnector.Options): Promise<Socket> {
    const isTls = options.protocol === 'https:';
    const connect = isTls
      ? (connector ??= buildConnector({ timeout, allowH2: false, ...trustOf(network) }))
      : buildConnector({ timeout });
    return new Promise((resolve, reject) => {
      connect(options, (error, socket) => (error ? reject(error) : resolve(socket)));
    });
  }

  async function dialThrough(proxy: Proxy, options: buildConnector.Options): Promise<Socket> {
    const { host, hostname, port, protocol } = proxy;
    const socket = await dial({ host, hostname, port, protocol }).catch((error: unknown) => {
      if (certificateFault(codeOf(error))) throw error;
      throw proxyFailure('ERR_PROXY_DOWN', `the proxy ${host} can’t be reached: ${messageOf(error)}`);
    });
    // An end that came meanwhile: nothing more is sent to the proxy.
    if (pool.destroyed) socket.destroy();
    connecting.add(socket);
    try {
      await openTunnel(socket, proxy, `${new URL(origin).hostname}:${options.port || '443'}`, timeout);
      return await dial({ ...options, httpSocket: socket });
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      connecting.delete(socket);
    }
  }

  async function open(options: buildConnector.Options): Promise<Socket> {
    const choice = proxyFor(origin, network);
    if (choice.ok) return choice.proxy ? dialThrough(choice.proxy, options) : dial(options);
    throw choice.refusal === 'url'
      ? proxyFailure('ERR_PROXY_URL', 'the address of the proxy can’t be used')
      : proxyFailure('ERR_PROXY_LOGIN', 'the login for the proxy can’t be used');
  }

  const openWith = callbackify(open);
  // undici's own timeouts fire late: the deadline is the transport's.
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      openWith(options, (error, socket) => (error ? callback(unsent(error), null) : callback(null, socket)));
    },
  });
  return {
    request: pool.request.bind(pool),
    close: () => pool.close(),
    async destroy() {
      for (const socket of connecting) socket.destroy();
      await pool.destroy();
    },
  };
}

/**
 * Options for every TLS connection of one client. To be called when the first one is made: reading the system's
 * certificates holds the event loop, and so would a context for each connection (20 ms for 265 certificates).
 */
function trustOf({ isStrictSsl, isSystemCertificates }: NetworkSettings): tls.ConnectionOptions {
  if (!isStrictSsl) return { rejectUnauthorized: false };
  const usual = isSystemCertificates ? new Set(certificates('default')) : new Set<string>();
  const more = isSystemCertificates ? certificates('system').filter((one) => !usual.has(one)) : [];
  if (more.length === 0) return { rejectUnauthorized: true };
  const ca = [...usual, ...more];
  // Where VS Code has put its own certificates into tls.connect, `ca` tells it to leave these connections alone.
  return { rejectUnauthorized: true, ca, secureContext: tls.createSecureContext({ ca }) };
}

/** None where this Node has no way to ask, or the system does not give them. */
function certificates(which: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(which);
  } catch {
    return [];
  }
}
