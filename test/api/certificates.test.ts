/** Tests which certificates are trusted. Node reads them when it starts, so each case runs in a separate process. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { DIRECT, type NetworkSettings } from '../../src/api/network/proxy.ts';
import { makeAuthority } from './certificate.ts';
import { openProxy, openTlsService, type TestProxy, type TlsService } from './proxyServer.ts';
import { emptyPage, json } from './stubService.ts';

const SERVICE = 'https://service.test';
const UNTRUSTED = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
const isLinux = process.platform === 'linux';

let folder: string;
let authorityFile: string;
let service: TlsService;
let proxy: TestProxy;
before(async () => {
  const authority = makeAuthority();
  folder = await mkdtemp(path.join(tmpdir(), 'flag-admin-'));
  authorityFile = path.join(folder, 'authority.pem');
  await writeFile(authorityFile, authority.cert);
  service = await openTlsService(authority.issue(['service.test', 'localhost']), (response) => json(response, emptyPage));
  proxy = await openProxy(service.port);
});
after(async () => {
  proxy.close();
  service.close();
  await rm(folder, { recursive: true });
});

type Case = readonly [baseUrl: string, settings?: Partial<NetworkSettings>];
const withAndWithoutSystem: readonly Case[] = [[SERVICE], [SERVICE, { isSystemCertificates: false }]];

/**
 * Returns the error code or `ok` for three simultaneous calls of each case, after a word for each read of certificates. Runs all
 * cases in one Node with this environment. `prelude` runs before the client is loaded.
 */
async function outcomes(cases: readonly Case[], environment: NodeJS.ProcessEnv, prelude = ''): Promise<readonly string[]> {
  const stub = new URL('stubService.ts', import.meta.url).href;
  const whole = cases.map(([baseUrl, settings]) => ({
    baseUrl,
    network: { ...DIRECT, proxyUrl: `http://${proxy.host}`, ...settings },
  }));
  const script = `${prelude}
    const { clientOn, fakeClock, firstPage } = await import(${JSON.stringify(stub)});
    for (const { baseUrl, network } of ${JSON.stringify(whole)}) {
      const client = clientOn(baseUrl, { clock: fakeClock(), network });
      const calls = [1, 2, 3].map(() => client.listWorkspaces(firstPage).then(() => 'ok', ({ code }) => code));
      console.log([...new Set(await Promise.all(calls))].join());
      await client.close();
    }`;
  const args = ['--input-type=module', '--eval', script];
  const { SSL_CERT_FILE: _, NODE_EXTRA_CA_CERTS: __, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...env, ...environment } });
  return stdout.trim().split('\n');
}

/** Replaces the function that returns the certificates. */
const asking = (replacement: string): string => `
  import tls from 'node:tls';
  import { syncBuiltinESMExports } from 'node:module';
  const ask = tls.getCACertificates;
  tls.getCACertificates = ${replacement};
  syncBuiltinESMExports();`;

describe('the certificates that are trusted', () => {
  it('do not include those of unknown issuers even if Node is set to check no certificates', async () => {
    assert.deepEqual(await outcomes([[SERVICE]], {}), [UNTRUSTED]);
    assert.deepEqual(await outcomes(withAndWithoutSystem, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }), [UNTRUSTED, UNTRUSTED]);
  });

  it('are those of NODE_EXTRA_CA_CERTS, with the system’s and without', async () => {
    assert.deepEqual(await outcomes(withAndWithoutSystem, { NODE_EXTRA_CA_CERTS: authorityFile }), ['ok', 'ok']);
  });

  // On other systems, the system certificates can't be changed for one process.
  it('are the system’s, through a proxy and straight, unless http.systemCertificates is false', { skip: !isLinux }, async () => {
    const here = `https://localhost:${service.port}`;
    const cases: readonly Case[] = [[SERVICE], [here], [SERVICE, { isSystemCertificates: false }]];
    assert.deepEqual(await outcomes(cases, { SSL_CERT_FILE: authorityFile }), ['ok', 'ok', UNTRUSTED]);
  });

  it('do not include unknown ones if the system has its own certificates', { skip: !isLinux }, async (test) => {
    const other = await openTlsService(makeAuthority().issue(['localhost']), (response) => json(response, emptyPage));
    test.after(() => other.close());
    const there = await outcomes([[`https://localhost:${other.port}`]], { SSL_CERT_FILE: authorityFile });
    assert.deepEqual([there, other.received.length], [[UNTRUSTED], 0]);
  });

  it('are Node’s own if it can’t ask the system', async () => {
    assert.deepEqual(await outcomes([[SERVICE]], { NODE_EXTRA_CA_CERTS: authorityFile }, asking('undefined')), ['ok']);
  });

  it('are read when the first TLS connection is made, and once for a client', async () => {
    const cases: readonly Case[] = [['http://127.0.0.1:1'], [SERVICE, { isStrictSsl: false }], [SERVICE]];
    const logging = asking('(which) => { console.log(which); return ask(which); }');
    const said = await outcomes(cases, { NODE_EXTRA_CA_CERTS: authorityFile }, logging);
    assert.deepEqual(said, ['ECONNREFUSED', 'ok', 'default', 'system', 'ok']);
  });
});
