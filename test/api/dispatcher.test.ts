/** Tests the errors for a proxy that can't be used, and the protocols offered to a TLS service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import * as tls from 'node:tls';
import { DIRECT, type NetworkSettings } from '../../src/api/network/proxy.ts';
import { makeAuthority } from './certificate.ts';
import { apiErrorOf } from './failing.ts';
import { openProxy } from './proxyServer.ts';
import { clientOn, fakeClock, firstPage, openSocket } from './stage.ts';

describe('a proxy that can’t be used', () => {
  const failure = async (network: Partial<NetworkSettings>): Promise<readonly [code: string | undefined, why: string]> => {
    const client = clientOn('https://service.test', { network: { ...DIRECT, ...network }, clock: fakeClock() });
    const error = await apiErrorOf(client.listWorkspaces(firstPage));
    await client.close();
    assert.ok(error.kind === 'network' && error.isUnsent);
    return [error.code, (error.cause as Error).message];
  };

  it('is reported with its address', async () => {
    const network = { proxyUrl: 'socks5://proxy.test:1080' };
    assert.deepEqual(await failure(network), ['ERR_PROXY_URL', 'the address of the proxy can’t be used']);
  });

  it('is reported if its login can’t be sent in a header, and receives no request', async () => {
    const proxy = await openProxy(1);
    const network = { proxyUrl: `http://${proxy.host}`, proxyAuthorization: 'Basic a\r\nX: b' };
    assert.deepEqual(await failure(network), ['ERR_PROXY_LOGIN', 'the login for the proxy can’t be used']);
    assert.equal(proxy.connections(), 0);
    proxy.close();
  });

  it('is reported with its host and the reason', async () => {
    const socket = await openSocket(() => undefined);
    socket.close();
    const [code, why] = await failure({ proxyUrl: socket.origin });
    assert.equal(code, 'ERR_PROXY_DOWN');
    assert.match(why, new RegExp(`^the proxy ${new URL(socket.origin).host} can’t be reached: .*ECONNREFUSED`));
  });
});

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
