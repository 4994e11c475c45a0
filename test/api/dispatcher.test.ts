/** What is said of a proxy that can't be used, and what a TLS service is offered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import * as tls from 'node:tls';
import { DIRECT } from '../../src/api/network/proxy.ts';
import { makeAuthority } from './certificate.ts';
import { apiErrorOf } from './failing.ts';
import { clientOn, fakeClock, firstPage } from './stage.ts';

it('a TLS service is not offered HTTP/2', async (test) => {
  const { promise: offered, resolve } = Promise.withResolvers<readonly string[]>();
  const server = tls.createServer({
    ...makeAuthority().issue(['localhost']),
    ALPNCallback: ({ protocols }) => {
      resolve(protocols);
      return protocols.at(-1);
    },
  });
  server.on('secureConnection', (socket) => socket.on('error', () => undefined).end());
  server.listen(0, '127.0.0.1');
  test.after(() => server.close());
  await once(server, 'listening');
  const client = clientOn(`https://localhost:${(server.address() as AddressInfo).port}`, {
    network: { ...DIRECT, isStrictSsl: false },
    clock: fakeClock(),
  });
  await apiErrorOf(client.listWorkspaces(firstPage));
  await client.close();
  assert.deepEqual(await offered, ['http/1.1']);
});
