/**
 * A proxy on 127.0.0.1 in front of the sandbox. It passes bytes on, and causes the faults of a bad network or of a device on the
 * way. It only understands where an HTTP message begins and ends.
 */
import net from 'node:net';
import { endSocket, openLink, type LinkState, type Link, type MessageFault, type Seen } from './faultLink.ts';

/**
 * `refuse`: nothing listens. `reset` and `close`: each connection ends as soon as it opens. Both also end existing connections,
 * like a service that restarts.
 */
export interface ConnectionFault {
  readonly at: 'connection';
  readonly how: 'refuse' | 'reset' | 'close';
}

export type Fault = ConnectionFault | MessageFault;

export interface FaultProxy {
  readonly baseUrl: string;
  /** Oldest first. */
  readonly seen: Seen[];
  /** Sets the fault for all later connections and messages, or for chosen ones. */
  set(fault: Fault | ((request: Seen) => MessageFault | undefined) | undefined): Promise<void>;
  /** Resolves when the proxy stalls forever, so that only a deadline helps. */
  stalled(): Promise<void>;
  close(): Promise<void>;
}

/** `target` is the base URL of the sandbox. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const links = new Set<Link>();
  let waiting: (() => void)[] = [];
  let choose: LinkState['choose'] = () => undefined;
  let atAccept: ConnectionFault['how'] | undefined;
  const state: LinkState = {
    target: { host: '127.0.0.1', port: Number(new URL(target).port) },
    seen: [],
    choose: (request) => choose(request),
    stall() {
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
  const accept = (client: net.Socket): void => {
    client.on('error', () => undefined);
    if (atAccept !== undefined) {
      endSocket(client.resume(), atAccept === 'reset' ? 'reset' : 'close');
      return;
    }
    const link = openLink(client, state);
    links.add(link);
    client.on('close', () => links.delete(link));
  };
  let server = net.createServer(accept);
  const port = await listenSomewhere(server);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen: state.seen,
    async set(fault) {
      choose = typeof fault === 'function' ? fault : () => (fault?.at === 'connection' ? undefined : fault);
      atAccept = typeof fault !== 'function' && fault?.at === 'connection' ? fault.how : undefined;
      if (atAccept !== undefined) for (const link of links) link.end(atAccept === 'reset' ? 'reset' : 'close');
      if (atAccept === 'refuse') {
        server.close();
      } else if (!server.listening) {
        server = net.createServer(accept);
        await listen(server, port);
      }
    },
    stalled: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      for (const link of links) link.end('reset');
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: net.Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** Uses a port that systems do not assign automatically, because it must stay free after it was closed. */
async function listenSomewhere(server: net.Server): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const isTaken = await listen(server, port).then(
      () => false,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return true;
        throw error;
      },
    );
    if (!isTaken) return port;
  }
}
