/** Opens a connection to the service through a proxy with CONNECT. The proxy can't read the data, because TLS encrypts it. */
import type { Socket } from 'node:net';
import { after } from '../../time/clock.ts';
import type { ProxyFault } from '../errors.ts';
import type { Proxy } from './proxy.ts';

export function proxyFailure(code: ProxyFault, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The maximum length of a proxy's answer in characters. No proxy sends more. */
const MAX_HEAD = 16 * 1024;

/**
 * Asks the proxy at the other end of `socket` for a connection to `authority` (`host:port`). After that, the socket leads to
 * the service. Rejects with a proxyFailure and ends the socket if the proxy does not agree within `milliseconds`.
 */
export async function openTunnel(socket: Socket, proxy: Proxy, authority: string, milliseconds: number): Promise<void> {
  const { promise: head, resolve, reject } = Promise.withResolvers<string>();
  const fail = (why: string): void => reject(proxyFailure('ERR_PROXY_FAILED', `the proxy ${proxy.host} ${why}`));
  let answer = '';
  const read = (): void => {
    for (let chunk = nextChunk(socket); chunk !== ''; chunk = nextChunk(socket)) answer += chunk;
    if (/\r?\n\r?\n/.test(answer)) resolve(answer);
    else if (answer.length > MAX_HEAD) fail('gave no answer to CONNECT that could be read');
  };
  const cut = (): void => fail('closed the connection before it answered');
  const timer = after(milliseconds, () => fail(`gave no answer to CONNECT within ${milliseconds} ms`));
  // The listener for errors is never removed, because an error without a listener would be thrown. The TLS connection inside
  // the socket also receives these errors, and reports them.
  socket.on('error', cut).on('close', cut).on('readable', read);
  try {
    socket.write(requestFor(authority, proxy));
    const refused = refusalIn(await head, proxy);
    if (refused) throw refused;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    timer.dispose();
    socket.off('close', cut).off('readable', read);
  }
}

function nextChunk(socket: Socket): string {
  return ((socket.read() as Buffer | null) ?? Buffer.alloc(0)).toString('latin1');
}

function requestFor(authority: string, { authorization }: Proxy): string {
  const login = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`;
}

function refusalIn(answer: string, { host, authorization }: Proxy): Error | undefined {
  const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(answer)?.[1] ?? 0);
  if (status >= 200 && status < 300) {
    // In TLS the client sends first, so bytes behind the head are not from the service.
    if (/\r?\n\r?\n$/.test(answer)) return undefined;
    return proxyFailure('ERR_PROXY_FAILED', `the proxy ${host} sent more than an answer to CONNECT`);
  }
  if (status === 407) {
    const what = authorization === undefined ? 'wants a login' : 'does not accept the login';
    return proxyFailure('ERR_PROXY_LOGIN', `the proxy ${host} ${what} (407)`);
  }
  if (status === 0) return proxyFailure('ERR_PROXY_FAILED', `what answers at ${host} is no proxy`);
  const code = status >= 500 ? 'ERR_PROXY_FAILED' : 'ERR_PROXY_REFUSED';
  return proxyFailure(code, `the proxy ${host} answered CONNECT with status ${status}`);
}
