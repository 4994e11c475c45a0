/** Tests calls through a real proxy to a real TLS service whose name only the proxy can resolve. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as net from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as tls from 'node:tls';
import { inspect } from 'node:util';
import type { Client } from '../../src/api/client.ts';
import { DIRECT, type NetworkSettings } from '../../src/api/network/proxy.ts';
import type { ConnectionSettings } from '../../src/api/network/networkSettings.ts';
import { makeAuthority } from './certificate.ts';
import { apiErrorOf } from './failing.ts';
import { openProxy, openTlsService, type ProxyOptions, type TestProxy, type TlsService } from './proxyServer.ts';
import { CANARY, clientOn, emptyPage, fakeClock, firstPage, json, openSocket } from './stage.ts';

const SERVICE = 'https://service.test';
const LOGIN = 'Basic dXNlcjpwcm94eS1jYW5hcnk='; // user:proxy-canary

const authority = makeAuthority();
tls.setDefaultCACertificates([authority.cert]);

let service: TlsService;
before(async () => {
  service = await openTlsService(authority.issue(['service.test', 'localhost', '127.0.0.1']), (response, { url }) => {
    if (url.includes('/rolloutStatuses')) response.writeHead(302, { location: 'https://other.test/' }).end();
    else json(response, url.includes('/environments/') ? [] : emptyPage);
  });
});
after(() => service.close());

interface Way {
  readonly proxy: TestProxy;
  readonly client: Client;
}

interface Stage extends Partial<Omit<ConnectionSettings, 'network'>> {
  readonly proxy?: ProxyOptions;
  /** The port of the service behind the proxy. */
  readonly port?: number;
  /** Returns settings for the host and port of the proxy. Default: only `http.proxy`. */
  readonly network?: (host: string) => Partial<NetworkSettings>;
}

/** Runs `test` with a proxy and a client that uses it. */
async function through<T>(stage: Stage, use: (way: Way) => Promise<T>): Promise<T> {
  const { proxy: options = {}, port = service.port, network = () => ({}), ...settings } = stage;
  const proxy = await openProxy(port, options);
  const proxyUrl = `${options.certificate ? 'https' : 'http'}://${proxy.host}`;
  const client = clientOn(settings.baseUrl ?? SERVICE, {
    clock: fakeClock(settings.deadlineMilliseconds),
    ...settings,
    network: { ...DIRECT, proxyUrl, ...network(proxy.host) },
  });
  try {
    return await use({ proxy, client });
  } finally {
    await client.close();
    proxy.close();
  }
}

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const list = ({ client }: Way): Promise<unknown> => client.listWorkspaces(firstPage);

/** Fails if it takes more than half of the timeout that would end a connection anyway (10 s). */
async function soon(work: Promise<void>): Promise<void> {
  const late = setTimeout(5_000, 'late', { ref: false });
  assert.equal(await Promise.race([work, late]), undefined);
}

interface Fault {
  readonly code: string | undefined;
  /** Returns the number of CONNECT requests. */
  readonly asked: number;
  readonly why: string;
}

/** Returns the result of a call that can be repeated, whether it was sent or not. */
async function faultOf(stage: Stage): Promise<Fault> {
  return through(stage, async (way) => {
    const error = await apiErrorOf(list(way));
    assert.ok(error.kind === 'network' && error.isUnsent, inspect(error));
    assert.doesNotMatch(inspect(error), /proxy-canary|dXNlcj|canary-Zq7/);
    return { code: error.code, asked: way.proxy.heads.length, why: (error.cause as Error).message };
  });
}

const answering =
  (text: string) =>
  (socket: net.Socket): void =>
    void socket.end(text);

describe('a call through a proxy', () => {
  it('uses a tunnel, so the proxy sees neither the API key nor the path', async () => {
    await through({}, async (way) => {
      const [before, timersBefore] = [service.received.length, timers()];
      assert.deepEqual(await list(way), emptyPage);
      assert.equal(timers(), timersBefore, 'nothing waits for an answer of the proxy any more');
      assert.deepEqual(way.proxy.heads, ['CONNECT service.test:443 HTTP/1.1\r\nHost: service.test:443\r\n\r\n']);
      const { headers, url } = service.received[before]!;
      assert.equal(headers.authorization, `Bearer ${CANARY}`);
      assert.equal(headers.host, 'service.test');
      assert.equal(headers['proxy-authorization'], undefined);
      assert.match(url, /workspaces/);
      const seen = Buffer.concat(way.proxy.bytes).toString('latin1');
      assert.ok(seen.length > 500, 'the tunnel’s bytes are looked at');
      for (const secret of [CANARY, Buffer.from(CANARY).toString('base64'), 'Bearer', 'workspaces'])
        assert.ok(!seen.includes(secret), secret);
    });
  });

  it('uses one tunnel again and again, and no more than eight at once', async () => {
    await through({}, async (way) => {
      for (let i = 0; i < 10; i += 1) await list(way);
      // A call may begin shortly before the connection of the previous one is free.
      assert.ok(way.proxy.heads.length <= 2, `${way.proxy.heads.length} tunnels`);
      await Promise.all(Array.from({ length: 30 }, async () => list(way)));
      assert.ok(way.proxy.connections() <= 8 && way.proxy.connections() > 1, `${way.proxy.connections()} connections`);
    });
  });

  for (const [what, network] of [
    ['the URL’s', (host: string) => ({ proxyUrl: `http://user:proxy%2Dcanary@${host}` })],
    ['the setting’s', (host: string) => ({ proxyUrl: `http://${host}`, proxyAuthorization: LOGIN })],
    ['the environment’s', (host: string) => ({ proxyUrl: '', environment: { HTTPS_PROXY: `user:proxy-canary@${host}` } })],
  ] as const) {
    it(`logs in with ${what} login, which the service never receives`, async () => {
      await through({ proxy: { login: LOGIN }, network }, async (way) => {
        const before = service.received.length;
        assert.deepEqual(await list(way), emptyPage);
        assert.doesNotMatch(inspect(service.received.slice(before)), /proxy-canary|dXNlcj|proxy-auth/i);
      });
    });
  }

  for (const [what, proxy] of [
    ['speaks TLS itself', { certificate: authority.issue(['127.0.0.1']) }],
    ['ends its lines with LF alone', { lineEnd: '\n' }],
  ] as const) {
    it(`works through a proxy that ${what}`, async () => {
      await through({ proxy }, async (way) => {
        assert.deepEqual(await list(way), emptyPage);
        assert.equal(way.proxy.heads.length, 1);
      });
    });
  }

  it('names a service by its IPv6 address', async () => {
    const stage = { baseUrl: 'https://[2001:db8::1]:8443', network: () => ({ isStrictSsl: false }) };
    await through(stage, async (way) => {
      assert.deepEqual(await list(way), emptyPage);
      assert.match(way.proxy.heads[0] ?? '', /^CONNECT \[2001:db8::1\]:8443 HTTP\/1.1\r\nHost: \[2001:db8::1\]:8443\r\n/);
    });
  });

  it('bypasses the proxy for a host of http.noProxy', async () => {
    const stage = { baseUrl: 'https://nowhere.invalid', network: () => ({ noProxy: ['.invalid'] }) };
    await through(stage, async ({ proxy, client }) => {
      const error = await apiErrorOf(client.deleteSegment('w', 's'));
      assert.ok(error.kind === 'network' && /^(ENOTFOUND|EAI_AGAIN)$/.test(error.code ?? ''), inspect(error));
      assert.equal(proxy.connections(), 0);
    });
  });
});

describe('a proxy that opens no tunnel', () => {
  const settingsOf = async (proxyUrl: string): Promise<string> => {
    const client = clientOn(SERVICE, { network: { ...DIRECT, proxyUrl }, clock: fakeClock() });
    const error = await apiErrorOf(client.listWorkspaces(firstPage));
    await client.close();
    assert.ok(error.kind === 'network' && error.isUnsent, inspect(error));
    assert.doesNotMatch(inspect(error), /proxy-canary/);
    return error.code ?? '';
  };

  it('because its address can’t be used', async () => {
    assert.equal(await settingsOf('socks5://user:proxy-canary@proxy.test:1080'), 'ERR_PROXY_URL');
    assert.equal(await settingsOf('http://user:proxy-canary@/'), 'ERR_PROXY_URL');
  });

  it('because it is down', async () => {
    const socket = await openSocket(() => undefined);
    socket.close();
    assert.equal(await settingsOf(socket.origin.replace('//', '//user:proxy-canary@')), 'ERR_PROXY_DOWN');
  });

  it('because its certificate is not trusted', async () => {
    const certificate = makeAuthority().issue(['127.0.0.1']);
    const { code, asked } = await faultOf({ proxy: { certificate } });
    assert.deepEqual([code, asked], ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 0]);
  });

  it('because it speaks no TLS', async () => {
    const socket = await openSocket((one) => one.once('data', () => one.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    assert.equal(await settingsOf(socket.origin.replace('http', 'https')), 'ERR_PROXY_DOWN');
    socket.close();
  });

  for (const [what, answer, code, asked, why] of [
    ['forbids the host', answering('HTTP/1.1 403 No\r\n\r\n'), 'ERR_PROXY_REFUSED', 1, /status 403/],
    ['redirects', answering('HTTP/1.1 300 No\r\nLocation: /\r\n\r\n'), 'ERR_PROXY_REFUSED', 1, /status 300/],
    ['can’t reach the service', answering('HTTP/1.1 502 Bad\r\n\r\nno'), 'ERR_PROXY_FAILED', 3, /status 502/],
    ['is broken', answering('HTTP/1.1 500 Oh\r\n\r\n'), 'ERR_PROXY_FAILED', 3, /status 500/],
    ['closes', (one) => one.end(), 'ERR_PROXY_FAILED', 3, /closed the connection/],
    ['resets', (one) => one.resetAndDestroy(), 'ERR_PROXY_FAILED', 3, /closed the connection/],
    ['closes in its answer', answering('HTTP/1.1 200 OK\r\n'), 'ERR_PROXY_FAILED', 3, /closed the connection/],
    ['is something else', answering('220 mail.test HTTP/1.1 200 \r\n\r\n'), 'ERR_PROXY_FAILED', 3, /is no proxy/],
    ['talks without end', (one) => one.write('x'.repeat(40_000)), 'ERR_PROXY_FAILED', 3, /could be read/],
    ['speaks for the service', answering('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK'), 'ERR_PROXY_FAILED', 3, /more than an answer/],
  ] as readonly (readonly [string, NonNullable<ProxyOptions['answer']>, string, number, RegExp])[]) {
    it(`because it ${what}: nothing was sent, and the call is repeated only if that may help`, async () => {
      const fault = await faultOf({ proxy: { answer } });
      assert.deepEqual([fault.code, fault.asked], [code, asked]);
      assert.match(fault.why, why);
    });
  }

  it('because it hangs', async () => {
    const fault = await faultOf({ proxy: { answer: () => undefined }, deadlineMilliseconds: 200 });
    assert.deepEqual([fault.code, fault.asked], ['ERR_PROXY_FAILED', 3]);
    assert.match(fault.why, /no answer to CONNECT within 200 ms/);
  });

  for (const [what, network, why] of [
    ['wants a login', {}, /wants a login \(407\)/],
    ['wants another login', { proxyAuthorization: 'Basic dXNlcjp3cm9uZw==' }, /does not accept the login \(407\)/],
  ] as const) {
    it(`because it ${what}, which is not repeated because the account could be locked`, async () => {
      const fault = await faultOf({ proxy: { login: LOGIN }, network: () => network });
      assert.deepEqual([fault.code, fault.asked], ['ERR_PROXY_LOGIN', 1]);
      assert.match(fault.why, why);
    });
  }

  it('ends with the deadline, and closing does not leave its connection behind', async () => {
    const clock = { now: () => 0, sleep: async (_: number, signal?: AbortSignal) => setTimeout(50, undefined, { signal }) };
    await through({ proxy: { answer: () => undefined }, clock }, async ({ proxy, client }) => {
      const error = await apiErrorOf(client.deleteSegment('w', 's'));
      assert.equal(error.kind, 'timeout', inspect(error));
      await client.close();
      await soon(proxy.quiet());
    });
  });

  it('receives nothing after the client is closed', async () => {
    const inner = await openProxy(service.port, { certificate: authority.issue(['127.0.0.1']) });
    const { promise: reached, resolve } = Promise.withResolvers<net.Socket>();
    const front = await openSocket(resolve);
    const client = clientOn(SERVICE, { network: { ...DIRECT, proxyUrl: front.origin.replace('http', 'https') } });
    const controller = new AbortController();
    const call = client.listWorkspaces(firstPage, { signal: controller.signal });
    const socket = await reached;
    controller.abort();
    await assert.rejects(call, { name: 'AbortError' });
    await client.close();
    // The earlier handshake completes only now.
    const rest = net.connect(inner.port, '127.0.0.1');
    socket.pipe(rest).pipe(socket);
    await once(socket, 'close');
    assert.equal(inner.connections(), 1);
    assert.deepEqual(inner.bytes, []);
    inner.close();
    front.close();
  });

  it('ends when the caller cancels', async () => {
    const controller = new AbortController();
    await through({ proxy: { answer: () => controller.abort() } }, async ({ proxy, client }) => {
      await assert.rejects(client.listWorkspaces(firstPage, { signal: controller.signal }), { name: 'AbortError' });
      await client.close();
      await soon(proxy.quiet());
    });
  });
});

describe('a tunnel that is cut', () => {
  it('during the handshake counts as unsent', async () => {
    const { code, asked } = await faultOf({ proxy: { cutAfter: 100 } });
    assert.deepEqual([code, asked], ['ECONNRESET', 3]);
  });

  it('before the answer counts as a call that may have been carried out', async () => {
    const silent = await openTlsService(authority.issue(['service.test']), (response) => response.destroy());
    const error = await through({ port: silent.port }, ({ client }) => apiErrorOf(client.deleteSegment('w', 's')));
    assert.ok(error.kind === 'network', inspect(error));
    assert.deepEqual([error.code, error.isUnsent], ['ECONNRESET', false]);
    silent.close();
  });

  it('during the answer is reported as a broken answer', async () => {
    const big = await openTlsService(authority.issue(['service.test']), (response) => json(response, ['x'.repeat(500_000)]));
    const stage = { proxy: { cutAfter: 100_000 }, port: big.port };
    const error = await through(stage, ({ client }) => apiErrorOf(client.deleteSegment('w', 's')));
    assert.ok(error.kind === 'unexpectedResponse' && error.reason === 'cutOff', inspect(error));
    big.close();
  });
});

describe('the certificate of the service', () => {
  const codeFor = async (names: readonly string[], network: Partial<NetworkSettings>, lastDay?: Date, by = makeAuthority()) => {
    const other = await openTlsService(by.issue(names, lastDay), (response) => json(response, emptyPage));
    const before = other.received.length;
    const stage = { port: other.port, network: () => network };
    const outcome = await through(stage, (way) => list(way).catch((error: { code: string }) => error.code));
    const isAsked = other.received.length > before;
    other.close();
    return [outcome, isAsked];
  };

  it('is refused before the API key is sent, if its issuer is not trusted', async () => {
    assert.deepEqual(await codeFor(['service.test'], {}), ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false]);
    assert.deepEqual(await codeFor(['service.test'], { isSystemCertificates: false }), [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      false,
    ]);
  });

  it('is refused if it is for a different host, or has expired', async () => {
    assert.deepEqual(await codeFor(['other.test'], {}, undefined, authority), ['ERR_TLS_CERT_ALTNAME_INVALID', false]);
    assert.deepEqual(await codeFor(['service.test'], {}, new Date(Date.UTC(2024, 0, 1)), authority), ['CERT_HAS_EXPIRED', false]);
  });

  it('is not checked if http.proxyStrictSSL is false', async () => {
    assert.deepEqual(await codeFor(['other.test'], { isStrictSsl: false }), [emptyPage, true]);
  });
});
