/** Tests the network settings of the editor, and that a workspace can't change them. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { settings } from '../fakeVscode.ts';

const { networkSettings } = await import('../../../src/editor/window/settings.ts');

describe('the network settings', () => {
  afterEach(() => {
    for (const name of Object.keys(settings)) delete settings[name];
  });

  it('are careful if nothing is set', () => {
    const { environment, ...rest } = networkSettings();
    assert.deepEqual(rest, { noProxy: [], isProxyOff: false, isStrictSsl: true, isSystemCertificates: true });
    assert.deepEqual(Object.keys(environment), [
      'HTTPS_PROXY',
      'https_proxy',
      'HTTP_PROXY',
      'http_proxy',
      'NO_PROXY',
      'no_proxy',
    ]);
  });

  it('are the user’s', () => {
    settings['http.proxy'] = { user: ' http://proxy.example.com:3128 ' };
    settings['http.proxyAuthorization'] = { user: 'Basic eDp5' };
    settings['http.noProxy'] = { user: ['intranet.example.com', 5] };
    settings['http.proxyStrictSSL'] = { user: false };
    settings['http.proxySupport'] = { user: 'off' };
    settings['http.systemCertificates'] = { user: false };
    const { environment: _, ...rest } = networkSettings();
    assert.deepEqual(rest, {
      proxyUrl: 'http://proxy.example.com:3128',
      proxyAuthorization: 'Basic eDp5',
      noProxy: ['intranet.example.com'],
      isProxyOff: true,
      isStrictSsl: false,
      isSystemCertificates: false,
    });
  });

  it('are never a workspace’s: it could send the traffic of an API key through somebody else’s machine', () => {
    settings['http.proxy'] = { workspace: 'http://evil.example' };
    settings['http.proxyAuthorization'] = { workspace: 'Basic evil' };
    settings['http.noProxy'] = { workspace: ['*'] };
    settings['http.proxyStrictSSL'] = { workspace: false };
    settings['http.proxySupport'] = { user: 'override', workspace: 'off' };
    const { environment: _, ...rest } = networkSettings();
    assert.deepEqual(rest, { noProxy: [], isProxyOff: false, isStrictSsl: true, isSystemCertificates: true });
  });

  it('with a wrong type count as not set', () => {
    settings['http.proxy'] = { user: 7 };
    settings['http.noProxy'] = { user: 'x' };
    settings['http.proxyStrictSSL'] = { user: 'no' };
    const { proxyUrl, noProxy, isStrictSsl } = networkSettings();
    assert.deepEqual([proxyUrl, noProxy, isStrictSsl], [undefined, [], true]);
  });
});
