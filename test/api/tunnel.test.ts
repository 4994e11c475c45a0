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
import { CANARY, clientOn, emptyPage, fakeClock, firstPage, json, openSocket } from './stubService.ts';

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

/** A proxy, and a client that uses it. */
async function openWay(stub: Stage = {}): Promise<Way & AsyncDisposable> {
  const { proxy: options = {}, port = service.port, network = () => ({}), ...settings } = stub;
  const proxy = await openProxy(port, options);
  const proxyUrl = `${options.certificate ? 'https' : 'http'}://${proxy.host}`;
  const client = clientOn(settings.baseUrl ?? SERVICE, {
    clock: fakeClock(settings.deadlineMilliseconds),
    random: () => 0, // a wait as long as the deadline would never pass on this clock
    ...settings,
    network: { ...DIRECT, proxyUrl, ...network(proxy.host) },
  });
  const close = async (): Promise<void> => {
    await client.close();
    proxy.close();
  };
  return { proxy, client, [Symbol.asyncDispose]: close };
}

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const list = ({ client }: Way): Promise<unknown> => client.listWorkspaces(firstPage);

/** Fails if it takes more than half of the timeout that would end a connection anyway (10 s). */
async function soon(work: Promise<void>): Promise<void> {
  const late = setTimeout(5_000, 'late', { ref: false });
  assert.equal(await Promise.race([work, late]), undefined);
}

/** Returns the code of a failed call, which can be repeated, the number of CONNECT requests, and the reason. */
async function faultOf(stub: Stage): Promise<readonly [code: string | undefined, asked: number, why: string]> {
  await using way = await openWay(stub);
  const error = await apiErrorOf(list(way));
  assert.ok(error.kind === 'network' && error.isUnsent, inspect(error));
  assert.doesNotMatch(inspect(error), /proxy-canary|dXNlcj|canary-Zq7/);
  return [error.code, way.proxy.heads.length, (error.cause as Error).message];
}

/** Asserts that a call fails with this code, after this many CONNECT requests, for a reason that matches. */
async function assertFault(stub: Stage, code: string, asked: number, reason = /./): Promise<void> {
  const [hadCode, hadAsked, why] = await faultOf(stub);
  assert.deepEqual([hadCode, hadAsked], [code, asked]);
  assert.match(why, reason);
}

const answering =
  (text: string) =>
  (socket: net.Socket): void =>
    void socket.end(text);

describe('a call through a proxy', () => {
  it('uses a tunnel, so the proxy sees neither the API key nor the path', async () => {
    await using way = await openWay();
    const [before, timersBefore] = [service.received.length, timers()];
    assert.deepEqual(await list(way), emptyPage);
    // Timers of earlier files may end meanwhile.
    assert.ok(timers() <= timersBefore, 'nothing waits for an answer of the proxy any more');
    assert.deepEqual(way.proxy.heads, ['CONNECT service.test:443 HTTP/1.1\r\nHost: service.test:443\r\n\r\n']);
    const { headers, url } = service.received[before]!;
    assert.deepEqual([headers.authorization, headers.host], [`Bearer ${CANARY}`, 'service.test']);
    assert.equal(headers['proxy-authorization'], undefined);
    assert.match(url, /workspaces/);
    const seen = Buffer.concat(way.proxy.bytes).toString('latin1');
    assert.ok(seen.length > 500, 'the tunnel’s bytes are looked at');
    for (const secret of [CANARY, Buffer.from(CANARY).toString('base64'), 'Bearer', 'workspaces'])
      assert.ok(!seen.includes(secret), secret);
  });

  it('uses one tunnel again and again, and no more than eight at once', async () => {
    await using way = await openWay();
    for (let i = 0; i < 10; i += 1) await list(way);
    // A call may begin shortly before the connection of the previous one is free.
    assert.ok(way.proxy.heads.length <= 2, `${way.proxy.heads.length} tunnels`);
    await Promise.all(Array.from({ length: 30 }, async () => list(way)));
    assert.ok(way.proxy.connections() <= 8 && way.proxy.connections() > 1, `${way.proxy.connections()} connections`);
  });

  it('logs in with the login of the address, which the service never receives', async () => {
    const network = (host: string) => ({ proxyUrl: '', environment: { HTTPS_PROXY: `user:proxy%2Dcanary@${host}` } });
    await using way = await openWay({ proxy: { login: LOGIN }, network });
    const before = service.received.length;
    assert.deepEqual(await list(way), emptyPage);
    assert.doesNotMatch(inspect(service.received.slice(before)), /proxy-canary|dXNlcj|proxy-auth/i);
  });

  for (const [what, proxy] of [
    ['speaks TLS itself', { certificate: authority.issue(['127.0.0.1']) }],
    ['ends its lines with LF alone', { lineEnd: '\n' }],
  ] as const)
    it(`works through a proxy that ${what}`, async () => {
      await using way = await openWay({ proxy });
      assert.deepEqual([await list(way), way.proxy.heads.length], [emptyPage, 1]);
    });

  it('names a service by its IPv6 address', async () => {
    await using way = await openWay({ baseUrl: 'https://[2001:db8::1]:8443', network: () => ({ isStrictSsl: false }) });
    assert.deepEqual(await list(way), emptyPage);
    assert.match(way.proxy.heads[0] ?? '', /^CONNECT \[2001:db8::1\]:8443 HTTP\/1.1\r\nHost: \[2001:db8::1\]:8443\r\n/);
  });

  it('does not offer HTTP/2 to the service', async () => {
    const offered: (readonly string[])[] = [];
    const ALPNCallback = ({ protocols }: { protocols: string[] }) => {
      offered.push(protocols);
      return protocols.at(-1);
    };
    const certificate = authority.issue(['service.test']);
    const other = await openTlsService({ ...certificate, ALPNCallback }, (response) => json(response, emptyPage));
    await using way = await openWay({ port: other.port });
    assert.deepEqual([await list(way), offered], [emptyPage, [['http/1.1']]]);
    other.close();
  });
});

describe('a proxy that opens no tunnel', () => {
  it('because its address can’t be used is reported', async () => {
    for (const proxyUrl of ['socks5://user:proxy-canary@proxy.test:1080', 'http://user:proxy-canary@/'])
      await assertFault({ network: () => ({ proxyUrl }) }, 'ERR_PROXY_URL', 0, /^the address of the proxy can’t be used$/);
  });

  it('because its login can’t be sent in a header is reported, and receives nothing', async () => {
    const network = { proxyAuthorization: 'Basic a\r\nX: b' };
    await assertFault({ network: () => network }, 'ERR_PROXY_LOGIN', 0, /^the login for the proxy can’t be used$/);
  });

  it('because it is down is reported with its host and the reason', async () => {
    using socket = await openSocket(() => undefined);
    socket.close();
    const proxyUrl = socket.origin.replace('//', '//user:proxy-canary@');
    const reason = new RegExp(`^the proxy ${new URL(socket.origin).host} can’t be reached: .*ECONNREFUSED`);
    await assertFault({ network: () => ({ proxyUrl }) }, 'ERR_PROXY_DOWN', 0, reason);
  });

  it('because its certificate is not trusted is reported', async () => {
    const certificate = makeAuthority().issue(['127.0.0.1']);
    await assertFault({ proxy: { certificate } }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 0);
  });

  it('because it speaks no TLS is reported', async () => {
    using socket = await openSocket((one) => one.once('data', () => one.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await assertFault({ network: () => ({ proxyUrl: socket.origin.replace('http', 'https') }) }, 'ERR_PROXY_DOWN', 0);
  });

  for (const [what, answer, code, asked, why] of [
    ['forbids the host', answering('HTTP/1.1 403 No\r\n\r\n'), 'ERR_PROXY_REFUSED', 1, /status 403/],
    ['redirects', answering('HTTP/1.1 300 No\r\nLocation: /\r\n\r\n'), 'ERR_PROXY_REFUSED', 1, /status 300/],
    ['is broken', answering('HTTP/1.1 500 Oh\r\n\r\n'), 'ERR_PROXY_FAILED', 3, /status 500/],
    ['closes', (one) => one.end(), 'ERR_PROXY_FAILED', 3, /closed the connection/],
    ['closes in its answer', answering('HTTP/1.1 200 OK\r\n'), 'ERR_PROXY_FAILED', 3, /closed the connection/],
    ['is no proxy', answering('220 mail.test HTTP/1.1 200 \r\n\r\n'), 'ERR_PROXY_FAILED', 3, /is no proxy/],
    ['talks without end', (one) => one.write('x'.repeat(40_000)), 'ERR_PROXY_FAILED', 3, /could be read/],
    ['speaks for the service', answering('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK'), 'ERR_PROXY_FAILED', 3, /more than an answer/],
  ] as readonly (readonly [string, NonNullable<ProxyOptions['answer']>, string, number, RegExp])[])
    it(`because it ${what}: nothing was sent, and the call is repeated only if that may help`, () =>
      assertFault({ proxy: { answer } }, code, asked, why));

  it('because it hangs is reported', () =>
    assertFault(
      { proxy: { answer: () => undefined }, deadlineMilliseconds: 200 },
      'ERR_PROXY_FAILED',
      3,
      /no answer to CONNECT within 200 ms/,
    ));

  for (const [what, network, why] of [
    ['wants a login', {}, /wants a login \(407\)/],
    ['wants a different login', { proxyAuthorization: 'Basic dXNlcjp3cm9uZw==' }, /does not accept the login \(407\)/],
  ] as const)
    it(`because it ${what}: the call is not repeated, because the account could be locked`, () =>
      assertFault({ proxy: { login: LOGIN }, network: () => network }, 'ERR_PROXY_LOGIN', 1, why));

  it('ends with the deadline, and closing does not leave its connection behind', async () => {
    const clock = { now: () => 0, sleep: async (_: number, signal?: AbortSignal) => setTimeout(50, undefined, { signal }) };
    await using way = await openWay({ proxy: { answer: () => undefined }, clock });
    const error = await apiErrorOf(way.client.deleteSegment('w', 's'));
    assert.equal(error.kind, 'timeout', inspect(error));
    await way.client.close();
    await soon(way.proxy.quiet());
  });

  it('receives nothing after the client is closed', async () => {
    const inner = await openProxy(service.port, { certificate: authority.issue(['127.0.0.1']) });
    const { promise: reached, resolve } = Promise.withResolvers<net.Socket>();
    using front = await openSocket(resolve);
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
    assert.deepEqual([inner.connections(), inner.bytes], [1, []]);
    inner.close();
  });
});

it('a tunnel that is cut during the handshake counts as unsent', () =>
  assertFault({ proxy: { cutAfter: 100 } }, 'ECONNRESET', 3));

describe('the certificate of the service', () => {
  const codeFor = async (names: readonly string[], network: Partial<NetworkSettings>, lastDay?: Date, by = makeAuthority()) => {
    const other = await openTlsService(by.issue(names, lastDay), (response) => json(response, emptyPage));
    await using way = await openWay({ port: other.port, network: () => network });
    const outcome = await list(way).catch((error: { code: string }) => error.code);
    const isAsked = other.received.length > 0;
    other.close();
    return [outcome, isAsked];
  };

  it('is refused before the API key is sent if it is untrusted, for a different host, or expired, unless none is checked', async () => {
    const refused = (code: string) => [code, false];
    const expired = new Date(Date.UTC(2024, 0, 1));
    assert.deepEqual(await codeFor(['service.test'], {}), refused('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    assert.deepEqual(await codeFor(['other.test'], {}, undefined, authority), refused('ERR_TLS_CERT_ALTNAME_INVALID'));
    assert.deepEqual(await codeFor(['service.test'], {}, expired, authority), refused('CERT_HAS_EXPIRED'));
    assert.deepEqual(await codeFor(['other.test'], { isStrictSsl: false }), [emptyPage, true]);
  });
});
