/**
 * Through a real proxy to a real TLS service. Its name is known to the proxy alone, so that it is no loopback to the
 * client, and nothing leaves the machine.
 */
import assert from 'node:assert/strict';
import type http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import tls from 'node:tls';
import { isApiError } from '../../src/api/errors.ts';
import { DIRECT, type NetworkSettings } from '../../src/api/proxy.ts';
import type { ConnectionSettings } from '../../src/api/transport.ts';
import { makeCertificate } from './certificate.ts';
import { CANARY, clientOn, emptyPage, failureOf, fakeClock, firstPage } from './stage.ts';

const certificate = makeCertificate('service.test');

type Behaviour = 'tunnel' | 'login' | 'refuse' | 'silent' | 'close' | 'nonsense' | 'long' | 'more';

const SERVICE = 'https://service.test';
let behaviour: Behaviour = 'tunnel';
/** Everything the proxy was sent before a tunnel, and the bytes that went through. */
let heads: string[] = [];
let through = '';
let answer: (response: http.ServerResponse) => void = () => undefined;
let requests: http.IncomingHttpHeaders[] = [];

const service = https.createServer(certificate, (request, response) => {
  requests.push(request.headers);
  answer(response);
});
const sockets = new Set<net.Socket>();

function serveProxy(socket: net.Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  let head = '';
  const onData = (chunk: Buffer): void => {
    head += chunk.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    socket.off('data', onData);
    heads.push(head);
    switch (behaviour) {
      case 'tunnel': {
        const upstream = net.connect((service.address() as AddressInfo).port, '127.0.0.1');
        sockets.add(upstream);
        upstream.on('error', () => undefined);
        socket.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n');
        socket.on('data', (bytes: Buffer) => (through += bytes.toString('latin1')));
        socket.pipe(upstream).pipe(socket);
        return;
      }
      case 'login':
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
        return;
      case 'refuse':
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n<html>');
        return;
      case 'nonsense':
        socket.end('SSH-2.0-x\r\n\r\n');
        return;
      case 'long':
        socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`);
        return;
      case 'more':
        socket.write('HTTP/1.1 200 OK\r\n\r\nand more');
        return;
      case 'close':
        socket.end();
        return;
      case 'silent':
    }
  };
  socket.on('data', onData);
}
const proxy = net.createServer(serveProxy);
const secureProxy = tls.createServer(certificate, serveProxy);
const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;

before(async () => {
  // What NODE_EXTRA_CA_CERTS does, without a process of its own.
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);
  for (const server of [service, proxy, secureProxy]) {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  }
});
beforeEach(() => {
  behaviour = 'tunnel';
  [heads, through, requests] = [[], '', []];
  answer = (response) => response.end(JSON.stringify(emptyPage));
});
after(() => {
  for (const socket of sockets) socket.destroy();
  service.closeAllConnections();
  for (const server of [service, proxy, secureProxy]) server.close();
});

const at = (more: Partial<NetworkSettings> = {}): NetworkSettings => ({
  ...DIRECT,
  proxyUrl: `http://127.0.0.1:${portOf(proxy)}`,
  ...more,
});

async function call(network: NetworkSettings, settings: Partial<ConnectionSettings> = {}, origin = SERVICE) {
  const client = clientOn(origin, { network, clock: fakeClock(), ...settings });
  try {
    return await client.listWorkspaces(firstPage);
  } finally {
    await client.close();
  }
}

async function failure(network: NetworkSettings, settings: Partial<ConnectionSettings> = {}) {
  const error = await failureOf(call(network, settings));
  assert.ok(isApiError(error) && error.kind === 'network', error.message);
  assert.ok(!`${error.message} ${error.stack} ${String(error.cause)}`.includes('secret'), error.message);
  return error;
}

describe('a call through a proxy', () => {
  it('arrives, and the proxy sees the service’s name and nothing of the call', async () => {
    assert.equal((await call(at())).totalCount, 0);
    assert.equal(heads[0], 'CONNECT service.test:443 HTTP/1.1\r\nHost: service.test:443\r\n\r\n');
    assert.equal(requests[0]?.authorization, `Bearer ${CANARY}`);
    assert.ok(!(heads.join('') + through).includes(CANARY));
    assert.ok(through.length > 0);
  });

  it('arrives through a proxy that is spoken to by TLS, and one without a scheme', async () => {
    assert.equal((await call(at({ proxyUrl: `127.0.0.1:${portOf(proxy)}` }))).totalCount, 0);
    const isStrictSsl = false; // its certificate is for a name
    assert.equal((await call(at({ proxyUrl: `https://127.0.0.1:${portOf(secureProxy)}`, isStrictSsl }))).totalCount, 0);
    assert.equal(heads.length, 2);
  });

  it('brings the login of the URL, or the header that is set, to the proxy and to nobody else', async () => {
    const proxyUrl = `http://us%40er:pass%3Aword@127.0.0.1:${portOf(proxy)}`;
    await call(at({ proxyUrl }));
    await call(at({ proxyUrl, proxyAuthorization: 'Bearer of-the-proxy' }));
    const sent = heads.map((head) => /Proxy-Authorization: (.*)\r/.exec(head)?.[1]);
    assert.deepEqual(sent, [`Basic ${Buffer.from('us@er:pass:word').toString('base64')}`, 'Bearer of-the-proxy']);
    assert.ok(requests.every((headers) => headers['proxy-authorization'] === undefined));
  });

  it('uses one tunnel for one call after the other', async () => {
    const client = clientOn(SERVICE, { network: at() });
    for (let i = 0; i < 5; i += 1) {
      await client.listWorkspaces(firstPage);
      // The connection is free again a moment after its answer.
      await new Promise(setImmediate);
    }
    assert.equal(heads.length, 1);
    await client.close();
  });

  it('does not follow a redirect', async () => {
    answer = (response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end();
    const error = await failureOf(call(at()));
    assert.ok(isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'redirect');
    assert.equal(heads.length, 1);
  });
});

describe('a proxy that does not do it', () => {
  const cases: readonly (readonly [Behaviour, string])[] = [
    ['login', 'ERR_PROXY_AUTHENTICATION'],
    ['refuse', 'ERR_PROXY_REFUSED'],
    ['nonsense', 'ERR_PROXY_REFUSED'],
    ['long', 'ERR_PROXY_REFUSED'],
    ['more', 'ERR_PROXY_REFUSED'],
    ['close', 'ERR_PROXY_CONNECTION'],
  ];
  for (const [what, code] of cases) {
    it(`(${what}) is a network error of its own, and nothing was sent`, async () => {
      behaviour = what;
      const error = await failure(at({ proxyUrl: `http://user:secret@127.0.0.1:${portOf(proxy)}` }));
      assert.deepEqual([error.code, error.isUnsent, requests.length], [code, true, 0]);
    });
  }

  it('is not there', async () => {
    const error = await failure(at({ proxyUrl: 'http://user:secret@127.0.0.1:9' }));
    assert.deepEqual([error.code, error.isUnsent], ['ERR_PROXY_CONNECTION', true]);
    assert.match(String(error.cause), /ECONNREFUSED/);
  });

  it('has a URL that can’t be used: the API key stays here', async () => {
    for (const proxyUrl of ['socks5://127.0.0.1:1080', 'http://', 'pac+http://x:secret@y/z']) {
      const error = await failure(at({ proxyUrl }));
      assert.deepEqual([error.code, error.isUnsent, heads.length], ['ERR_PROXY_URL', true, 0], proxyUrl);
    }
  });

  it('is silent: the deadline ends it, and closing the client leaves nothing', async () => {
    behaviour = 'silent';
    const error = await failureOf(call(at(), { deadlineMilliseconds: 100, clock: fakeClock(1) }));
    assert.ok(isApiError(error) && (error.kind === 'timeout' || error.kind === 'network'), error.message);
    assert.equal(requests.length, 0);
  });

  it('breaks in the middle: whether the service acted is not known', async () => {
    answer = () => sockets.forEach((socket) => socket.destroy());
    const error = await failure(at());
    assert.equal(error.isUnsent, false);
  });
});

describe('certificates', () => {
  it('that are not trusted end the call before it is sent; proxyStrictSSL off lets it through', async () => {
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([]);
    try {
      const error = await failure(at({ isSystemCertificates: false }));
      assert.match(error.code ?? '', /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED|UNABLE_TO_GET_ISSUER/);
      assert.deepEqual([error.isUnsent, requests.length], [true, 0]);
      assert.equal((await call(at({ isStrictSsl: false }))).totalCount, 0);
    } finally {
      tls.setDefaultCACertificates(trusted);
    }
  });

  it('for another name are not taken', async () => {
    const error = await failureOf(call(at(), {}, 'https://other.test'));
    assert.ok(isApiError(error) && error.kind === 'network' && error.code === 'ERR_TLS_CERT_ALTNAME_INVALID', error.message);
    assert.equal(requests.length, 0);
  });
});

describe('loopback with a proxy set', () => {
  it('is called directly', async () => {
    const own = net.createServer((socket) => {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('data', () => {
          const body = JSON.stringify(emptyPage);
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        });
    });
    await new Promise<void>((resolve) => {
      own.listen(0, '127.0.0.1', resolve);
    });
    for (const host of ['127.0.0.1', 'localhost']) {
      assert.equal((await call(at(), {}, `http://${host}:${portOf(own)}`)).totalCount, 0);
    }
    assert.equal(heads.length, 0);
    own.close();
  });
});
