/**
 * Opens the connections to one service, directly or through a proxy. Only this file imports undici. It does not use undici's
 * fetch, redirects, global dispatcher and ProxyAgent.
 */
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector, Pool } from 'undici';
import { certificateFault } from '../errors.ts';
import { codeOf, messageOf, markUnsent } from './failures.ts';
import { proxyFor, type NetworkSettings, type Proxy } from './proxy.ts';
import { openTunnel, proxyFailure } from './tunnel.ts';
import * as tls from 'node:tls';

export interface Dispatcher {
  readonly request: Pool['request'];
  /** Closes after the running requests have ended. */
  close(): Promise<void>;
  /** Closes everything at once, including connections that are being opened. */
  destroy(): Promise<void>;
}

/**
 * The maximum number of connections: enough for the parallel calls of a tree and an upload, without a burst that exceeds a rate
 * limit.
 */
const MAX_CONNECTIONS = 8;

/**
 * The maximum time for opening a connection, in milliseconds. It is shorter than the default deadline of a call, so that a
 * failure to connect is reported as a request that was not sent.
 */
const CONNECT_TIMEOUT = 10_000;

/** Creates a dispatcher. Opens no connection yet. If a proxy setting can't be used, each request fails. */
export function createDispatcher(origin: string, network: NetworkSettings, deadlineMilliseconds: number): Dispatcher {
  const timeout = Math.min(deadlineMilliseconds, CONNECT_TIMEOUT);
  const connecting = new Set<Socket>();
  let connector: buildConnector.connector | undefined;

  /** Opens a connection to the service or to the proxy. If `httpSocket` is given, opens TLS inside it. */
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
    // If the dispatcher was destroyed meanwhile, nothing more is sent to the proxy.
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
  // undici's own timeouts are off, because they fire late. The transport applies the deadline.
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      openWith(options, (error, socket) => (error ? callback(markUnsent(error), null) : callback(null, socket)));
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
 * Returns the options for every TLS connection of one client. Call it only once, when the first connection is opened, because
 * reading the system's certificates and creating a context block the event loop (20 ms for 265 certificates).
 */
function trustOf({ isStrictSsl, isSystemCertificates }: NetworkSettings): tls.ConnectionOptions {
  if (!isStrictSsl) return { rejectUnauthorized: false };
  const usual = isSystemCertificates ? new Set(certificates('default')) : new Set<string>();
  const more = isSystemCertificates ? certificates('system').filter((one) => !usual.has(one)) : [];
  if (more.length === 0) return { rejectUnauthorized: true };
  const ca = [...usual, ...more];
  // VS Code may have changed tls.connect so that it adds certificates. For connections with `ca`, it adds none.
  return { rejectUnauthorized: true, ca, secureContext: tls.createSecureContext({ ca }) };
}

/**
 * Returns a list of trusted certificates. It is empty if this version of Node can't read them, or if the system does not
 * provide them.
 */
function certificates(which: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(which);
  } catch {
    return [];
  }
}
