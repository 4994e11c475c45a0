/** Tests that only the user decides where calls go: settings of a cloned folder can't set a proxy or skip certificate checks. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { makeAuthority } from '../../api/certificate.ts';
import { openProxy, openTlsService, type TestProxy, type TlsService } from '../../api/proxyServer.ts';
import { log, Memento } from '../fakeContext.ts';
import { settings } from '../fakeVscode.ts';

const { createClients } = await import('../../../src/editor/connection/clients.ts');
const { addressProblem, tryApiKey } = await import('../../../src/editor/connection/tryApiKey.ts');

const baseUrl = 'https://nowhere.invalid';
const candidate = { baseUrl, word: 'flag', apiKey: 'canary-api-key' };
const connection = { id: 'c', name: 'c', kind: 'service' as const, baseUrl, word: 'flag', keyNames: ['k'], keyInUse: 'k' };
const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'];

describe('calls', () => {
  const inherited = new Map(VARIABLES.map((name) => [name, process.env[name]]));
  let service: TlsService;
  let proxy: TestProxy;
  let clients: ReturnType<typeof createClients>;
  before(async () => {
    const page = JSON.stringify({ objects: [], offset: 0, limit: 1, totalCount: 0 });
    service = await openTlsService(makeAuthority().issue(['nowhere.invalid']), (response) => response.end(page));
  });
  after(() => service.close());
  beforeEach(async () => {
    for (const name of VARIABLES) delete process.env[name];
    proxy = await openProxy(service.port);
    clients = createClients(log, new Memento(), () => undefined);
  });
  afterEach(() => {
    clients.close();
    proxy.close();
    for (const name of Object.keys(settings)) delete settings[name];
    for (const [name, value] of inherited) if (value !== undefined) process.env[name] = value;
  });

  const client = () => clients.get(connection, 'k', candidate.apiKey);
  const call = async (): Promise<unknown> =>
    (await client()).deleteSegment('w', 's').catch((error: { code?: string; kind?: string }) => error.code ?? error.kind);

  /** Empty if the API key is accepted. */
  const trialOf = async (): Promise<string> => {
    const trial = await tryApiKey(candidate);
    return trial.ok ? '' : trial.sentence;
  };

  it('and the trial of an API key make no request through a workspace’s proxy', async () => {
    settings['http.proxy'] = { workspace: `http://${proxy.host}` };
    settings['http.proxyStrictSSL'] = { workspace: false };
    assert.match(String(await call()), /^(ENOTFOUND|EAI_AGAIN)$/);
    assert.match(await trialOf(), /ENOTFOUND|EAI_AGAIN/);
    assert.match((await addressProblem(candidate.baseUrl)) ?? '', /ENOTFOUND|EAI_AGAIN/);
    assert.equal(proxy.connections(), 0);
  });

  it('and the trial of an API key use the user’s proxy, with the user’s setting for certificates', async () => {
    settings['http.proxy'] = { user: `http://${proxy.host}` };
    settings['http.proxySupport'] = { workspace: 'off' };
    settings['http.noProxy'] = { workspace: ['*'] };
    settings['http.proxyStrictSSL'] = { workspace: false };
    assert.equal(await call(), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    assert.match(await trialOf(), /is not trusted/);
    assert.equal(proxy.heads.length, 2);
    settings['http.proxyStrictSSL'] = { user: false };
    assert.equal(await trialOf(), '');
    assert.equal(service.received.length, 1);
  });

  it('have a new client when the user’s settings or the environment change, and only then', async () => {
    const first = await client();
    settings['http.proxy'] = { user: `http://${proxy.host}` };
    const second = await client();
    assert.notEqual(second, first);
    process.env.NO_PROXY = 'x.test';
    assert.notEqual(await client(), second);
    delete process.env.NO_PROXY;
    settings['http.proxyStrictSSL'] = { workspace: false };
    assert.equal(await client(), second);
  });
});
