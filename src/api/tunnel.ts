/**
 * A tunnel through an HTTP proxy (CONNECT). Written with bare sockets: what extensions get as `http` and `https` is
 * patched by the editor to go through the very proxy that is spoken to here. The proxy sees the service's host and port,
 * and then the encrypted connection; never the API key.
 */
import net from 'node:net';
import tls from 'node:tls';

export interface Tunnel {
  /** As it was written; may carry a user name and password. */
  readonly proxyUrl: string;
  /** The whole header, instead of what the URL says. */
  readonly authorization: string | undefined;
  /** For a proxy that is spoken to by TLS itself. */
  readonly tls: tls.ConnectionOptions;
  readonly timeoutMilliseconds: number;
}

/** Why there is no tunnel; the request was not sent. */
export type ProxyFailureCode =
  /** The proxy's URL is none, or of a kind that is not spoken (SOCKS, PAC). */
  | 'ERR_PROXY_URL'
  /** No connection to the proxy, or it broke. */
  | 'ERR_PROXY_CONNECTION'
  /** 407: it wants a login. */
  | 'ERR_PROXY_AUTHENTICATION'
  /** It answered something else. */
  | 'ERR_PROXY_REFUSED';

const MAX_HEAD = 16 * 1024;

/** A socket that ends at the service. Rejects with an Error that has a ProxyFailureCode, or with the signal's reason. */
export async function openTunnel(
  { proxyUrl, authorization, tls: secure, timeoutMilliseconds }: Tunnel,
  { hostname, port }: { readonly hostname: string; readonly port: string },
  signal: AbortSignal,
): Promise<net.Socket> {
  const proxy = proxyOf(proxyUrl);
  const login = authorization ?? loginOf(proxy);
  const target = `${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${port || '443'}`;
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const isSecure = proxy.protocol === 'https:';
  const at = { host, port: Number(proxy.port) || (isSecure ? 443 : 80) };
  const socket = isSecure ? tls.connect({ ...secure, ...at, ...(net.isIP(host) ? {} : { servername: host }) }) : net.connect(at);
  const isReady = isSecure ? 'secureConnect' : 'connect';

  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const settle = (failure: Error | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeListener('data', onData).removeListener('error', onError).removeListener('close', onClose);
      if (!failure) return resolve(socket);
      socket.on('error', () => undefined).destroy();
      reject(failure);
    };
    const onAbort = (): void => settle(signal.reason instanceof Error ? signal.reason : new Error('the client was closed'));
    const onError = (error: NodeJS.ErrnoException): void => settle(failed('ERR_PROXY_CONNECTION', error.code ?? 'it broke'));
    const onClose = (): void => settle(failed('ERR_PROXY_CONNECTION', 'it closed the connection'));
    const timer = setTimeout(() => settle(failed('ERR_PROXY_CONNECTION', 'it did not answer in time')), timeoutMilliseconds);
    const onData = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) {
        if (head.length > MAX_HEAD) settle(failed('ERR_PROXY_REFUSED', 'its answer is too long'));
        return;
      }
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, end))?.[1];
      if (status === '200') {
        socket.pause();
        // The service speaks only after the client has: what is here already is not the service's.
        settle(head.length > end + 4 ? failed('ERR_PROXY_REFUSED', 'it sent more than its answer') : undefined);
      } else if (status === '407') settle(failed('ERR_PROXY_AUTHENTICATION', 'it wants a login (407)'));
      else
        settle(failed('ERR_PROXY_REFUSED', status === undefined ? 'its answer is no HTTP' : `it answered with status ${status}`));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) return onAbort();
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.once(isReady, () => {
      const lines = [
        `CONNECT ${target} HTTP/1.1`,
        `Host: ${target}`,
        ...(login === undefined ? [] : [`Proxy-Authorization: ${login}`]),
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    return undefined;
  });
}

/** Throws with `ERR_PROXY_URL`; the URL is in no message, for it may hold a password. */
function proxyOf(text: string): URL {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(written)) throw failed('ERR_PROXY_URL', 'its URL is none');
  const url = new URL(written);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw failed('ERR_PROXY_URL', `${url.protocol} is not spoken`);
  return url;
}

function loginOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const login = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function failed(code: ProxyFailureCode, why: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`the proxy could not be used: ${why}`), { code });
}
