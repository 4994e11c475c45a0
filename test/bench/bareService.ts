/**
 * A service that does next to nothing, so that what a call costs its client is most of what it takes:
 * `node bareService.ts KEYS` prints its origin as JSON and serves until it is ended. A list of keys is answered whole, all
 * KEYS of it, as by a service that knows no paging.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeKeys } from './sample.ts';

const count = Number(process.argv[2]);
const keys = makeKeys(count).map((key) => ({ key }));
const allKeys = JSON.stringify({ keys, openChangeRequestId: null, count, offset: 0, limit: count });

const workspace = {
  name: 'Storefront',
  type: 'workspace',
  id: 'b5d0a3f0-0000-4000-8000-000000000001',
  requiresTitleAndComments: false,
};
const workspaces = JSON.stringify({ objects: [workspace], offset: 0, limit: 200, totalCount: 1 });

const environmentURN = { type: 'Environment', id: 'b5d0a3f0-0000-4000-8000-000000000002', name: 'development' };
const times = { creationTime: 1_790_000_000_000, lastUpdateTime: 1_790_000_000_000 };
const uploaded = JSON.stringify({ name: 'bench', environmentURN, description: '', status: 'ACTIVE', ...times, type: 'Segment' });

const server = http.createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const path = request.url?.split('?')[0] ?? '';
    const answer = path.endsWith('/keys') ? allKeys : path.endsWith('/upload') ? uploaded : workspaces;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` })}\n`);
});
