/** Tests which proxy is used, if any. Hosts of this machine never use a proxy, whatever the settings say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIRECT, proxyFor, type NetworkSettings } from '../../src/api/network/proxy.ts';

const proxyUrl = 'http://setting.example:3128';
const everything: Partial<NetworkSettings> = {
  proxyUrl,
  environment: { https_proxy: 'env.example:1', HTTPS_PROXY: 'env.example:2', http_proxy: 'env.example:3', HTTP_PROXY: 'e:4' },
};

/** `host:port` of the proxy, `direct`, or the reason for an error. */
function choice(origin: string, network: Partial<NetworkSettings>): string {
  const chosen = proxyFor(origin, { ...DIRECT, ...network });
  return chosen.ok ? (chosen.proxy?.host ?? 'direct') : chosen.refusal;
}

describe('this machine', () => {
  it('is never called through a proxy, whatever the spelling of its name', () => {
    // Each spelling is part of a base URL, so the rule receives the result of the parser.
    const spellings =
      'localhost LOCALHOST localhost. a.localhost a.b.localhost. 127.0.0.1 127.0.0.1. 127.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0177.0.0.1 ①②⑦.0.0.1 %31%32%37.0.0.1 0.0.0.0 0 [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:127.9.9.9]';
    for (const host of spellings.split(' '))
      for (const network of [
        everything,
        { ...everything, noProxy: ['example.com'] },
        { environment: { ...everything.environment, no_proxy: 'example.com' } },
        { proxyUrl: 'socks://nowhere' },
      ])
        assert.equal(choice(new URL(`https://${host}:8443/prefix`).origin, network), 'direct', host);
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:1'])
      assert.equal(choice(origin, everything), 'direct', origin);
  });

  it('is no host whose name only looks like it', () => {
    const others =
      'localhost.example notlocalhost 127.0.0.1.example 128.0.0.1 126.255.255.255 1.0.0.127 [::2] [1::1] [::ffff:128.0.0.1]';
    for (const host of others.split(' ')) assert.equal(choice(`https://${host}`, everything), 'setting.example:3128', host);
  });
});

describe('the proxy', () => {
  const env = everything.environment;
  for (const [what, network, expected] of [
    ['is that of the setting before that of the environment', everything, 'setting.example:3128'],
    ['is that of the environment without a setting', { environment: env }, 'env.example:1'],
    ['is that of the environment with an empty setting', { ...everything, proxyUrl: ' ' }, 'env.example:1'],
    ['is http_proxy third', { environment: { http_proxy: env?.http_proxy, HTTP_PROXY: 'e:4' } }, 'env.example:3'],
    ['is HTTP_PROXY last', { environment: { HTTP_PROXY: 'http://e:4/' } }, 'e:4'],
    ['is none if proxySupport is off', { ...everything, isProxyOff: true }, 'direct'],
    ['has the port of its scheme', { proxyUrl: 'http://proxy.example' }, 'proxy.example:80'],
    ['may speak TLS', { proxyUrl: 'https://proxy.example' }, 'proxy.example:443'],
  ] as const)
    it(what, () => assert.equal(choice('https://service.example', network), expected));

  it('must be the HTTP or HTTPS address of a host; with any other address, calls fail and do not bypass it', () => {
    const unusable =
      'socks5://proxy.example:1080 file:///etc/proxy.pac http://proxy.example/proxy.pac http://proxy.example?x http:// http://:3128 http://user:word@ http://proxy.example:99999 :// proxy.example:port';
    for (const url of [...unusable.split(' '), 'http://pro xy']) {
      assert.equal(choice('https://service.example', { proxyUrl: url }), 'url', url);
      assert.equal(choice('https://service.example', { environment: { https_proxy: url } }), 'url', url);
    }
  });
});

describe('no proxy', () => {
  /** Entries of a list without a proxy, with the origins to which each applies or, after `not`, does not apply. */
  const entries: readonly (readonly [origin: string, applies: string, not: string])[] = [
    [
      'https://service.example',
      '* service.example SERVICE.example. example .example *.example .service.example service.example:443 .example:443',
      'ice.example service other.example . service.example:8443',
    ],
    ['https://service.example:8443', 'service.example:8443 service.example', 'service.example:443'],
    [
      'https://10.1.2.3',
      '10.1.2.3 10.0.0.0/8 10.1.2.0/24 0.0.0.0/0 10.1.2.3:443',
      '11.0.0.0/8 2.3 10.0.0.0/99 10.0.0.0/ 10.1.2.3:8443',
    ],
    [
      'https://[2001:db8::1]',
      '2001:db8::1 2001:db8:0:0::1 [2001:db8::1] [2001:db8::1]:443 2001:db8::/32',
      '[2001:db8::1]:8443 2001:db9::/32',
    ],
    ['https://[::ffff:10.1.2.3]', '10.0.0.0/8', '11.0.0.0/8'],
  ];
  for (const [origin, applies, not] of entries)
    it(`applies to ${origin} if an entry names its host, a parent domain, or its range`, () => {
      for (const entry of [...applies.split(' '), ...not.split(' '), '']) {
        const expected = entry !== '' && applies.split(' ').includes(entry) ? 'direct' : 'setting.example:3128';
        assert.equal(choice(origin, { proxyUrl, noProxy: ['x.test', ` ${entry} `] }), expected, entry);
        assert.equal(choice(origin, { proxyUrl, environment: { NO_PROXY: `x.test, ${entry} ,y.test` } }), expected, entry);
      }
    });

  it('comes from the setting if that has entries, otherwise from the environment', () => {
    const environment = { no_proxy: 'service.example', NO_PROXY: 'other.example' };
    assert.equal(choice('https://service.example', { proxyUrl, environment }), 'direct');
    assert.equal(choice('https://other.example', { proxyUrl, environment }), 'setting.example:3128');
    assert.equal(choice('https://service.example', { proxyUrl, environment, noProxy: [] }), 'direct');
    assert.equal(choice('https://service.example', { proxyUrl, environment, noProxy: ['x.test'] }), 'setting.example:3128');
  });
});

describe('the login for the proxy', () => {
  const login = (network: Partial<NetworkSettings>): string | undefined => {
    const chosen = proxyFor('https://service.example', { ...DIRECT, ...network });
    const header = chosen.ok ? chosen.proxy?.authorization : chosen.refusal;
    return header?.startsWith('Basic ') ? Buffer.from(header.slice(6), 'base64').toString() : header;
  };
  const withLogin = 'http://u:w@proxy.example';
  for (const [what, network, expected] of [
    ['is none', { proxyUrl }, undefined],
    ['is that of the URL', { proxyUrl: withLogin }, 'u:w'],
    ['is decoded', { proxyUrl: 'http://us%40er:w%3Aor%2Fd%C3%A9@proxy.example' }, 'us@er:w:or/dé'],
    ['may have a percent sign that encodes nothing', { proxyUrl: 'http://user:100%@proxy.example' }, 'user:100%'],
    ['may be without a password', { proxyUrl: 'http://user@proxy.example' }, 'user:'],
    ['is that of a URL without a scheme', { environment: { HTTPS_PROXY: 'user:word@proxy.example:1' } }, 'user:word'],
    [
      'is the setting’s before that of the URL',
      { proxyUrl: withLogin, proxyAuthorization: ' Negotiate abc= ' },
      'Negotiate abc=',
    ],
    ['can’t have a second line', { proxyUrl, proxyAuthorization: 'a\r\nX-Other: b' }, 'authorization'],
    ['can’t have characters that no header has', { proxyUrl, proxyAuthorization: 'ключ' }, 'authorization'],
  ] as const)
    it(what, () => assert.equal(login(network), expected));
});
