/** A server on this machine for tests that send an API key to something else than the sandbox. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer {
  readonly baseUrl: string;
  close(): void;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A page of an empty list, as JSON. */
export const EMPTY_PAGE = JSON.stringify({ objects: [], offset: 0, limit: 1, totalCount: 0 });
