/** Which proxy a call goes through: the settings, the environment, and never for loopback. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DIRECT, isLoopbackHost, proxyFor, type NetworkSettings } from '../../src/api/proxy.ts';

const SERVICE = 'https://admin.example.com';
const of = (more: Partial<NetworkSettings>, origin = SERVICE): string | undefined => proxyFor(origin, { ...DIRECT, ...more });

describe('the proxy for a service', () => {
  it('is none where nothing says one', () => {
    assert.equal(of({}), undefined);
    assert.equal(of({ proxyUrl: '  ', environment: { HTTPS_PROXY: '' } }), undefined);
  });

  it('is that of the setting, else of the environment: HTTPS_PROXY, then HTTP_PROXY, in either case', () => {
    const environment = { HTTP_PROXY: 'http://c', http_proxy: 'http://d', HTTPS_PROXY: 'http://a', https_proxy: 'http://b' };
    assert.equal(of({ proxyUrl: 'http://setting', environment }), 'http://setting');
    assert.equal(of({ environment }), 'http://a');
    assert.equal(of({ environment: { ...environment, HTTPS_PROXY: undefined } }), 'http://b');
    assert.equal(of({ environment: { http_proxy: 'http://d', HTTP_PROXY: 'http://c' } }), 'http://c');
    assert.equal(of({ environment: { http_proxy: 'http://d' } }), 'http://d');
  });

  it('is none where proxies are off', () => {
    assert.equal(of({ proxyUrl: 'http://p', environment: { HTTPS_PROXY: 'http://a' }, isProxyOff: true }), undefined);
  });

  const exceptions: readonly (readonly [exception: string, origin: string, isDirect: boolean])[] = [
    ['*', SERVICE, true],
    ['admin.example.com', SERVICE, true],
    ['ADMIN.Example.com', SERVICE, true],
    ['example.com', SERVICE, true],
    ['.example.com', SERVICE, true],
    ['*.example.com', SERVICE, true],
    ['ample.com', SERVICE, false],
    ['example.com.evil.org', SERVICE, false],
    ['other.com', SERVICE, false],
    ['admin.example.com:443', SERVICE, true],
    ['admin.example.com:8443', SERVICE, false],
    ['admin.example.com:8443', 'https://admin.example.com:8443', true],
    ['', SERVICE, false],
    ['.', SERVICE, false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['2.3', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.0.0.0/8', SERVICE, false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd12::1', 'https://[fd12::1]', true],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['fd00::/8', 'https://[fe12::1]', false],
  ];
  for (const [exception, origin, isDirect] of exceptions) {
    it(`is ${isDirect ? 'none' : 'used'} for ${origin} with the exception “${exception}”`, () => {
      const expected = isDirect ? undefined : 'http://p';
      assert.equal(of({ proxyUrl: 'http://p', noProxy: [exception] }, origin), expected);
      assert.equal(of({ environment: { HTTPS_PROXY: 'http://p', NO_PROXY: `x.test, ${exception}` } }, origin), expected);
      assert.equal(of({ environment: { HTTPS_PROXY: 'http://p', no_proxy: exception } }, origin), expected);
    });
  }
});

describe('loopback', () => {
  const loopback = [
    'http://127.0.0.1:8080',
    'http://127.9.9.9',
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    'http://LOCALHOST',
    'http://localhost.',
    'https://api.localhost',
    'http://[::1]:3000',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
  ];
  for (const url of loopback) {
    it(`${url} is never sent to a proxy, whatever is set`, () => {
      const settings = { proxyUrl: 'http://p', environment: { HTTPS_PROXY: 'http://p', HTTP_PROXY: 'http://p', NO_PROXY: '' } };
      assert.equal(of(settings, new URL(url).origin), undefined);
    });
  }

  it('is no name that only looks like it', () => {
    for (const host of ['localhost.example.com', '127.0.0.1.nip.io', 'notlocalhost', '128.0.0.1', '[::2]', '[::ffff:8.8.8.8]']) {
      assert.equal(isLoopbackHost(new URL(`https://${host}`).hostname), false, host);
    }
  });

  it('in any address of 127.0.0.0/8, in any notation', () => {
    const part = fc.integer({ min: 0, max: 255 });
    const notation = fc.constantFrom(
      (n: number) => String(n),
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0${n.toString(8)}`,
    );
    fc.assert(
      fc.property(part, part, part, notation, (a, b, c, write) => {
        const { origin } = new URL(`http://127.${write(a)}.${write(b)}.${write(c)}:81`);
        assert.equal(of({ proxyUrl: 'http://p' }, origin), undefined);
      }),
    );
  });
});
