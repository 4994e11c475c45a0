/** Tests the report of the flags whose code can be removed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progresses, shown } from '../fakeVscode.ts';
import { feature, run, service, start, storefront, texts } from './window.ts';

describe('Which Flags Can Go?', () => {
  it('lists the flags that are ready, careful and blocked, with reasons, Find Uses and a brief for each', async () => {
    await start(storefront());
    await run('flagAdmin.code.report');
    const { name, text, lenses } = texts[0]!;
    assert.match(
      text,
      /What everybody gets was looked up in production\.\nFlags that depend on others were looked up in production, development, staging, and pre-production\.\n/,
    );
    assert.equal(name, 'Which Flags Can Go? – Storefront.txt');
    assert.match(
      text,
      /\nReady: 1\n\n {2}free-shipping-banner\n {4}serves on to everybody, with the configuration .*EUR.*\n\nCareful: 1\n\n {2}wishlist-sharing\n {4}production: no definition, so applications get “control”\n\nBlocked: 10\n/,
    );
    assert.match(
      text,
      /\n {2}new-search\n {4}production: flags that depend on it: “mobile-app-upsell”\n {4}development: flags that depend on it: “mobile-app-upsell”\n/,
    );
    assert.match(
      text,
      /\n {2}legacy-cart\n {4}a change request is open on it\n\n {2}mobile-app-upsell\n {4}production: not everybody gets the same: rule 2 serves on 100%\n/,
    );
    const row = text.split('\n').indexOf('  free-shipping-banner');
    const own = lenses.filter(({ range }) => range.start.line === row);
    assert.deepEqual(
      own.map(({ command }) => command.title),
      ['Find Uses', 'Copy Cleanup Brief'],
    );
    const [{ copyable }] = own[1]!.command.arguments as [{ copyable: { name: string } }];
    assert.match(
      copyable.name,
      /^Remove the flag “free-shipping-banner” of Storefront from the code\n\nIn production, it always does this:\n- serves on to everybody, .*\nKeep the code for on\..*\n\nFind the uses .*\nFirst remove the code .*\nOnly this folder is searched/,
    );
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
    // A second report is as new as the first one. Each environment is listed once. Two flags have no definition in production.
    service.seen.length = 0;
    await run('flagAdmin.code.report');
    const paths = [/^\/changeRequests\?/, /^\/flags\/ws\/[^/]+\?/, /\/environments\/[^/]+\?/, /\/(wishlist-sharing|dark-mode)\//];
    assert.deepEqual([...paths.map((path) => service.count('GET', path)), service.seen.length], [1, 1, 4, 2, 8]);
  });

  it('reads each definition separately if the service can’t list them', async () => {
    service.onCall = ({ path }) => (/\/environments\/[^/]+\?/.test(path) ? 404 : undefined);
    await start(storefront());
    await run('flagAdmin.code.report');
    // Without lists of definitions, only the critical environment is read.
    assert.match(texts[0]?.text ?? '', /\nFlags that depend on others were looked up in production\.\n/);
    assert.match(
      texts[0]!.text,
      /request is open on it\n {4}production: not everybody gets the same: rule 2 serves on 50%, off 50%\n/,
    );
    assert.equal(service.count('GET', /\/environments\/[^/?]+$/), 12);
  });

  it('says that flags may be missing if the service can’t list them', async () => {
    service.onCall = ({ path }) => (path.startsWith('/flags/') ? 404 : undefined);
    await start(storefront());
    await run('flagAdmin.code.report');
    assert.match(texts[0]?.text ?? '', /The service did not list all flags: there may be others\.\n[^]*Blocked: 0\n$/);
  });

  it('ends when it is cancelled, and needs a folder that uses flags', async () => {
    await start();
    await run('flagAdmin.code.report');
    assert.equal(shown.at(-1)?.message, 'No folder of this window uses flags in code.');
    assert.deepEqual(service.seen, []);
    feature.dispose!();
    await start(storefront());
    const last = service.environment('pre-production').id;
    service.onCall = ({ path }) => {
      if (path.includes(`/environments/${last}?`)) progresses.at(-1)!.cancel();
      return undefined;
    };
    await run('flagAdmin.code.report');
    assert.deepEqual([texts, shown.length, progresses.at(-1)!.isShown], [[], 1, false]);
  });
});
