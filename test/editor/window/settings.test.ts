/** Tests the network settings of the editor, and that a workspace can't change them. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { settings } from '../fakeVscode.ts';

const { networkSettings } = await import('../../../src/editor/window/settings.ts');

const CAREFUL = { noProxy: [], isProxyOff: false, isStrictSsl: true, isSystemCertificates: true };
/** The network settings if these are the settings of `http`. */
function settingsWith(given: Readonly<Record<string, { user?: unknown; workspace?: unknown }>>) {
  for (const [name, value] of Object.entries(given)) settings[`http.${name}`] = value;
  const { environment: _, ...rest } = networkSettings();
  return rest;
}

describe('the network settings', () => {
  afterEach(() => {
    for (const name of Object.keys(settings)) delete settings[name];
  });

  it('have safe defaults if nothing is set, or something with a wrong type', () => {
    assert.deepEqual(settingsWith({}), CAREFUL);
    assert.deepEqual(settingsWith({ proxy: { user: 7 }, noProxy: { user: 'x' }, proxyStrictSSL: { user: 'no' } }), CAREFUL);
    const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];
    assert.deepEqual(Object.keys(networkSettings().environment), variables);
  });

  it('come from the user’s settings', () => {
    const given = {
      proxy: { user: ' http://proxy.example.com:3128 ' },
      proxyAuthorization: { user: 'Basic eDp5' },
      noProxy: { user: ['intranet.example.com', 5] },
      proxyStrictSSL: { user: false },
      proxySupport: { user: 'off' },
      systemCertificates: { user: false },
    };
    assert.deepEqual(settingsWith(given), {
      proxyUrl: 'http://proxy.example.com:3128',
      proxyAuthorization: 'Basic eDp5',
      noProxy: ['intranet.example.com'],
      isProxyOff: true,
      isStrictSsl: false,
      isSystemCertificates: false,
    });
  });

  it('are never a workspace’s: it could send the traffic of an API key through somebody else’s machine', () => {
    const given = {
      proxy: { workspace: 'http://evil.example' },
      proxyAuthorization: { workspace: 'Basic evil' },
      noProxy: { workspace: ['*'] },
      proxyStrictSSL: { workspace: false },
      proxySupport: { user: 'override', workspace: 'off' },
    };
    assert.deepEqual(settingsWith(given), CAREFUL);
  });
});
