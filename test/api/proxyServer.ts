/**
 * A proxy and a service behind it, on 127.0.0.1. Only the proxy can resolve `service.test`. It records each byte that it
 * receives.
 */
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { Certificate } from './certificate.ts';
import { listen, recordRequests, remember, type Handler, type Received } from './stubService.ts';

export type TlsService = Awaited<ReturnType<typeof openTlsService>>;
export async function openTlsService(certificate: Certificate & https.ServerOptions, handler: Handler) {
  const received: Received[] = [];
  const server = https.createServer({ ...certificate }, recordRequests(received, handler));
  const { close } = remember(server);
  return { port: await listen(server), received, close };
}

export interface ProxyOptions {
  /** The required value of Proxy-Authorization. */
  readonly login?: string;
  /** The proxy itself speaks TLS. */
  readonly certificate?: Certificate;
  /** Called instead of opening the tunnel. */
  readonly answer?: (socket: net.Socket, head: string) => void;
  /** Ends the connection after this many bytes from the service. */
  readonly cutAfter?: number;
  /** The line end of its answer. Default: CR LF. */
  readonly lineEnd?: string;
}

export type TestProxy = Awaited<ReturnType<typeof openProxy>>;
/**
 * `servicePort` is the target of each tunnel, whatever host was requested. `heads` are those of all CONNECT requests, `bytes` those
 * from clients, inside and outside of tunnels. `quiet` resolves when no client is connected.
 */
export async function openProxy(servicePort: number, options: ProxyOptions = {}) {
  const [heads, bytes]: [string[], Buffer[]] = [[], []];
  const onConnection = (socket: net.Socket): void => {
    let head = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      heads.push(head);
      if (options.answer) options.answer(socket, head);
      else if (options.login !== undefined && !head.includes(`\r\nProxy-Authorization: ${options.login}\r\n`))
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 4\r\n\r\nno!\n');
      else tunnel(socket, servicePort, options);
    };
    socket.on('data', read);
  };
  const server = options.certificate
    ? tls.createServer({ ...options.certificate }, onConnection)
    : net.createServer(onConnection);
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const { sockets, close } = remember(server);
  const port = await listen(server);
  const quiet = async (): Promise<void> => {
    while (sockets.size > 0) await new Promise((done) => [...sockets][0]?.once('close', done));
  };
  return { host: `127.0.0.1:${port}`, port, heads, bytes, connections: () => connections, quiet, close };
}

function tunnel(socket: net.Socket, port: number, { cutAfter = Infinity, lineEnd = '\r\n' }: ProxyOptions): void {
  const inner = net.connect(port, '127.0.0.1', () => {
    socket.write(['HTTP/1.1 200 Connection established', 'Via: 1.1 test', '', ''].join(lineEnd));
    socket.pipe(inner);
  });
  let passed = 0;
  inner.on('data', (chunk: Buffer) => {
    socket.write(chunk.subarray(0, Math.max(0, cutAfter - passed)));
    passed += chunk.length;
    if (passed >= cutAfter) socket.destroySoon();
  });
  inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => inner.destroy());
}
