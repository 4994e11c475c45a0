/** Helpers for tests of the client: a small service with given answers, and a clock that only sleeping moves forward. */
import http from 'node:http';
import net from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { createClient, type Client } from '../../src/api/client.ts';
import type { Clock } from '../../src/time/clock.ts';
import type { ConnectionSettings } from '../../src/api/network/networkSettings.ts';
import type { CallLog } from '../../src/api/network/callOptions.ts';

/** Must appear only in an Authorization header. */
export const CANARY = 'canary-Zq7/9+x=secret';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Handler = (response: http.ServerResponse, received: Received, number: number) => void;

export type StubService = Awaited<ReturnType<typeof openStubService>>;

/** Returns a listener that notes each request when all of its body has arrived, and then calls the handler. */
export const recordRequests =
  (received: Received[], handler: Handler): http.RequestListener =>
  (request, response) =>
    void readText(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      received.push(one);
      handler(response, one, received.length);
    });

/**
 * A service with one handler, and a client on it. `await using` closes both at the end of the block. `reached` resolves when the
 * first request arrives.
 */
export async function openStubService(handler: Handler, settings: Partial<ConnectionSettings> = {}) {
  const received: Received[] = [];
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const server = http.createServer(
    recordRequests(received, (...call) => {
      resolve();
      handler(...call);
    }),
  );
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const log: CallLog[] = [];
  const client = clientOn(origin, { onCall: (call) => log.push(call), ...settings });
  const close = async (): Promise<void> => {
    await client.close();
    server.closeAllConnections();
    server.close();
  };
  return { client, received, log, origin, reached, close, [Symbol.asyncDispose]: close };
}

export function clientOn(baseUrl: string, settings: Partial<ConnectionSettings> = {}): Client & AsyncDisposable {
  const client = createClient({ baseUrl, vocabulary: { flag: 'flag' }, apiKey: CANARY, ...settings });
  return { ...client, [Symbol.asyncDispose]: () => client.close() };
}

/** A TCP service. The test decides what it does with each connection. */
export async function openSocket(
  onConnection: (socket: net.Socket) => void,
): Promise<{ origin: string; close(): void } & Disposable> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  const { close } = remember(server);
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { origin, close, [Symbol.dispose]: close };
}

/** Lets a server listen on 127.0.0.1. Returns its port. */
export async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as net.AddressInfo).port;
}

/** Remembers the open sockets of a server, so that `close` can end them. */
export function remember(server: net.Server): { readonly sockets: ReadonlySet<net.Socket>; close(): void } {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { sockets, close };
}

export function json(response: http.ServerResponse, body: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export interface FakeClock extends Clock {
  /** All sleeps that were not deadlines, in milliseconds. */
  readonly sleeps: number[];
}

/** A deadline never passes on this clock. Each other sleep ends at once and moves the time forward. */
export function fakeClock(deadline = 30_000): FakeClock {
  const sleeps: number[] = [];
  let now = Date.UTC(2026, 0, 1);
  return {
    sleeps,
    now: () => now,
    async sleep(milliseconds, signal) {
      if (milliseconds === deadline) {
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('over')), { once: true }));
      }
      sleeps.push(milliseconds);
      now += milliseconds;
    },
  };
}

export const emptyPage = { objects: [], offset: 0, limit: 20, totalCount: 0 };
export const firstPage = { offset: 0, limit: 20 };

/** Returns the error of a call. Fails if the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('what was thrown is no Error', { cause: error });
  }
  throw new Error('the call succeeded');
}
