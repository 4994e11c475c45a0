/** Tests the report of the flags whose code can be removed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progresses, shown } from '../fakeVscode.ts';
import { CHECKOUT, code, feature, hover, runCommand, service, start, storefront, texts } from './window.ts';

/** The report with each sentence in one line. */
const unwrapped = (text: string): string => text.replaceAll('\n      ', ' ');

describe('Which Flags Can Go?', () => {
  it('lists the flags that are ready, careful and blocked, with reasons, Find Uses and a brief for each', async () => {
    await start(storefront());
    await runCommand('flagAdmin.code.report');
    const { name, text: wrapped, lenses } = texts[0]!;
    const text = unwrapped(wrapped);
    for (const line of wrapped.split('\n')) assert.ok(line.length <= 90, line);
    assert.match(
      text.replaceAll('\n', ' '),
      / Critical environments: production\. Flag Admin looked in production, development, staging, and pre-production for flags that depend on other flags\. /,
    );
    assert.equal(name, 'Which Flags Can Go? – Storefront.txt');
    assert.match(
      text,
      /\nReady: 1\n\n {2}free-shipping-banner\n {4}production: serves “on” to everybody, with the configuration .*EUR.*\n\nCareful: 1\n\n {2}wishlist-sharing\n {4}production: no definition, or this API key can’t see it; without a definition, applications get “control”\n\nBlocked: 10\n/,
    );
    assert.match(
      text,
      /\n {2}new-search\n {4}production: other flags depend on this flag: “mobile-app-upsell”\n {4}development: other flags depend on this flag: “mobile-app-upsell”\n/,
    );
    assert.match(
      text,
      /\n {2}legacy-cart\n {4}a change request is open on the flag\n\n {2}mobile-app-upsell\n {4}production: different keys can get different treatments \(for example, rule 2 serves on 100%\)\n/,
    );
    const lensesOf = (flag: string) => {
      const row = wrapped.split('\n').indexOf(`  ${flag}`);
      return lenses.filter(({ range }) => range.start.line === row).map(({ command }) => command);
    };
    const briefOf = (flag: string): string => {
      const [uses, brief, ...others] = lensesOf(flag);
      assert.deepEqual([uses?.title, brief?.title, others], ['Find Uses', 'Copy Cleanup Brief', []]);
      return (brief!.arguments as [{ copyable: { name: string } }])[0].copyable.name;
    };
    assert.match(
      briefOf('free-shipping-banner'),
      /^Remove the flag “free-shipping-banner” \(workspace Storefront\) from the code\n\nReady\n- production: serves “on” to everybody, .*\n\nKeep the code for “on”\..*\nFind the uses .*\nFirst remove the code .*\n“Find Uses” searches only the folders of this window\./,
    );
    assert.match(briefOf('wishlist-sharing'), /\nCareful\n- production: no definition.*\n\nKeep the code for “control”\./);
    const blocked = /^Do not remove the flag “new-search” \(workspace Storefront\) from the code yet\n\nBlocked\n(- .*\n)+$/;
    assert.match(briefOf('new-search'), blocked);
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
    // A second report is as new as the first one. Each environment is listed once. Two flags have no definition in production.
    service.seen.length = 0;
    await runCommand('flagAdmin.code.report');
    const paths = [/^\/changeRequests\?/, /^\/flags\/ws\/[^/]+\?/, /\/environments\/[^/]+\?/, /\/(wishlist-sharing|dark-mode)\//];
    assert.deepEqual([...paths.map((path) => service.count('GET', path)), service.seen.length], [1, 1, 4, 2, 10]);
  });

  it('reads each definition separately if the service can’t list them', async () => {
    service.onCall = ({ path }) => (/\/environments\/[^/]+\?/.test(path) ? 404 : undefined);
    await start(storefront());
    await runCommand('flagAdmin.code.report');
    // Without lists of definitions, only the critical environment is read.
    assert.match(texts[0]?.text ?? '', /\nFlag Admin looked in production for flags that depend on other flags\.\n/);
    assert.match(
      unwrapped(texts[0]!.text),
      /request is open on the flag\n {4}production: different keys can get different treatments \(for example, rule 2 serves on 50%, off 50%\)\n/,
    );
    assert.equal(service.count('GET', /\/environments\/[^/?]+$/), 12);
    const left = progresses.at(-1)!.said.filter((one) => one.includes('left'));
    assert.deepEqual(left.slice(-2), ['production, flags left to read: 1', 'production, flags left to read: 0']);
  });

  it('says that flags may be missing if the service can’t list them', async () => {
    service.onCall = ({ path }) => (path.startsWith('/flags/') ? 404 : undefined);
    await start(storefront());
    await runCommand('flagAdmin.code.report');
    assert.match(
      texts[0]?.text ?? '',
      /The service did not list all flags, so some flags might be missing from this report\.\n[^]*Blocked: 0\n$/,
    );
  });

  it('says that more flags may have an open change request if the service did not list all of them', async () => {
    await start(storefront());
    await runCommand('flagAdmin.code.report');
    const sentence = /The service did not list all open change requests, so/;
    assert.doesNotMatch(texts[0]?.text ?? '', sentence);
    const { data } = await service.as('submitter-key').listChangeRequests({});
    // The second page repeats the first one, with a new marker.
    let marker = 0;
    service.onCall = ({ path }) =>
      path.startsWith('/changeRequests?') ? { status: 200, body: { data, nextMarker: String((marker += 1)) } } : undefined;
    await runCommand('flagAdmin.code.report');
    assert.match(texts[1]?.text ?? '', sentence);
  });

  it('finds flags that depend on others even if an environment that is not critical lists only some definitions', async () => {
    const client = service.as('submitter-key');
    const { workspaceId, environmentId } = service.place('development');
    const { objects } = (await client.listDefinitions(workspaceId, environmentId, { offset: 0, limit: 50 }))!;
    const some = objects.filter(({ name }) => name !== 'mobile-app-upsell');
    const body = { objects: some, offset: 0, limit: 50, totalCount: objects.length };
    service.onCall = ({ path }) => (path.includes(`/environments/${environmentId}?`) ? { status: 200, body } : undefined);
    await start(storefront());
    await runCommand('flagAdmin.code.report');
    assert.match(texts[0]?.text ?? '', /\n {4}development: other flags depend on this flag: “mobile-app-upsell”\n/);
  });

  it('knows an environment that has become production since the environments were read', async () => {
    await start(storefront());
    await hover(code(CHECKOUT), 'checkout-redesign');
    const client = service.as('submitter-key');
    const all = await client.listEnvironments(service.workspace('Storefront'));
    let body = all.map((one) => ({ ...one, production: one.production === true || one.name === 'staging' }));
    service.onCall = ({ path }) => (path.startsWith('/environments/') ? { status: 200, body } : undefined);
    await runCommand('flagAdmin.code.report');
    assert.match(texts[0]?.text ?? '', /Critical environments: staging and production\.\n/);
    body = all.map((one) => ({ ...one, production: false }));
    await runCommand('flagAdmin.code.report');
    assert.equal(texts.length, 1);
    assert.equal(
      shown.at(-1)?.message,
      'The API key in use for Sandbox sees no critical environment of Storefront. Name at least one in the field “criticalEnvironments” of this file, or use another API key.',
    );
  });

  it('says which environment in the file of a folder is not found', async () => {
    await start(storefront({ criticalEnvironments: ['live'] }));
    await runCommand('flagAdmin.code.report');
    assert.equal(texts.length, 0);
    assert.match(shown.at(-1)?.message ?? '', /has no access to an environment “live” of Storefront\. Correct the name, or use/);
  });

  it('ends when it is cancelled, and needs a folder that uses flags', async () => {
    await start();
    await runCommand('flagAdmin.code.report');
    assert.equal(
      shown.at(-1)?.message,
      'Flags in code are not set up in any folder of this window. Run “Use Flags in Code” first.',
    );
    assert.deepEqual(service.seen, []);
    feature.dispose!();
    await start(storefront());
    const last = service.environment('pre-production').id;
    service.onCall = ({ path }) => {
      if (path.includes(`/environments/${last}?`)) progresses.at(-1)!.cancel();
      return undefined;
    };
    await runCommand('flagAdmin.code.report');
    assert.deepEqual([texts, shown.length, progresses.at(-1)!.isShown], [[], 1, false]);
  });
});
