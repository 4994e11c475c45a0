/** Tests addresses that look like the one that an API key was entered for. The key goes only to the exact origin. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { checkBaseUrl } from '../../src/api/network/baseUrl.ts';
import { storageOf, windows } from '../editor/fakeContext.ts';
import '../editor/fakeVscode.ts';
import { CANARY, clientOn, emptyPage, fakeClock, firstPage } from './stubService.ts';
import { runs } from '../properties/runs.ts';

const { createConnectionStore } = await import('../../src/editor/connection/connectionStore.ts');

/** Spellings of the loopback address that parsers accept, and spellings that only look like it. */
const loopback = fc.constantFrom(
  ...`127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.01 127.0.0.1.
localhost LOCALHOST localhost. [::1] [0:0:0:0:0:0:0:1] [::0001] [::ffff:127.0.0.1] [::127.0.0.1]
0.0.0.0 0 [::] 127.0.0.1.nip.example localhost.example １２７.0.0.1 127。0。0。1 %31%32%37.0.0.1`.split(/\s/),
);
const domain = fc.constantFrom(
  ...'admin.example.com admin.example.org api.example.com bücher.example xn--bcher-kva.example'.split(' '),
);

/** Changes of a host name that make it look like a different one. `H` stands for the name. */
const AROUND = [
  ...'H H. H.. H.evil.example evil-H H@evil.example evil.example@H user:word@H @H H%2eevil.example'.split(' '),
  ...'H\\@evil.example evil.example\\.H H#@evil.example H?@evil.example H/@evil.example \u202eH'.split(' '),
  'H\t',
];
/** Pairs of a part of a name, and what replaces it. The first `а` is Cyrillic, and parsers read the full width letter as “a”. */
const INSIDE = [
  ['a', '\ta'],
  ['.', '\n.'],
  ['a', 'а'],
  ['a', 'ａ'],
  ['.', '。'],
  ['m', '\u00adm'],
  ['m', '\u200bm'],
  ['a', '%61'],
  ['ü', 'u\u0308'],
] as const;
const disguises: readonly ((host: string) => string)[] = [
  (host) => host.toUpperCase(),
  (host) => host.replaceAll('.', '。'),
  ...AROUND.map((form) => (host: string) => form.replace('H', host)),
  ...INSIDE.map(
    ([part, other]) =>
      (host: string) =>
        host.replace(part, other),
  ),
];

const address = (host: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      scheme: fc.constantFrom('https://', 'https://', 'https://', 'http://', 'HTTPS://', 'https:\\\\', 'https:/', 'ftp://', '//'),
      host,
      disguise: fc.constantFrom(...disguises),
      port: fc.constantFrom('', '', '', ':', ':443', ':0443', ':80', ':8443', ':65536', ':44３'),
      rest: fc.constantFrom('', '', '', '/', '/fme', '\\fme', '/..', '//evil.example', '/@evil.example', ' '),
    })
    .map(({ scheme, host: name, disguise, port, rest }) => `${scheme}${disguise(name)}${port}${rest}`);

const text = address(fc.oneof(domain, loopback));
/** Two spellings of one host, or two hosts. */
const pair = fc.oneof(
  fc.tuple(text, text),
  fc.oneof(domain, loopback).chain((host) => fc.tuple(fc.constant(`https://${host}`), address(fc.constant(host)))),
  domain.chain((host) => fc.tuple(address(fc.constant(host)), fc.constant(`https://${host}`))),
);

const connectionAt = (baseUrl: string) => ({
  id: 'c',
  name: 'Production',
  kind: 'service' as const,
  baseUrl,
  word: 'flag',
  keyNames: ['k'],
  keyInUse: 'k',
});

/** Returns what the store contains for the second address after a key was entered for the first one. */
async function keyAt(entered: string, other: string): Promise<string | undefined> {
  const store = createConnectionStore(...storageOf(windows().open()));
  await store.writeKey(connectionAt(entered), 'k', CANARY);
  return store.readKey(connectionAt(other), 'k');
}

describe('an address that looks like a different one', () => {
  const machine = new BlockList();
  machine.addSubnet('127.0.0.0', 8);
  machine.addAddress('::1', 'ipv6');

  it('in plain http is accepted for this machine only', () => {
    const plain = fc.tuple(
      fc.oneof(domain, loopback, fc.ipV4(), fc.ipV4Extended(), fc.ipV6().map((ip) => `[${ip}]`)),
      text,
    ); // prettier-ignore
    let accepted = 0;
    fc.assert(
      fc.property(plain, ([host, any]) => {
        for (const given of [`http://${host}`, `http://${host}:8080/fme`, any.replace(/^https?/i, 'http')]) {
          const checked = checkBaseUrl(given);
          if (!checked.ok) continue;
          accepted += 1;
          const { hostname } = new URL(checked.baseUrl);
          const address = hostname.replace(/^\[|\]$/g, '');
          const isMachine = hostname === 'localhost' || machine.check(address, hostname.startsWith('[') ? 'ipv6' : 'ipv4');
          assert.ok(isMachine, checked.baseUrl);
        }
      }),
      runs(2_000),
    );
    assert.ok(accepted > 50, `${accepted} were accepted`);
  });

  it('gets the API key of the first if, and only if, both can be used and have one origin', async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(pair, async ([one, other]) => {
        const [entered, asked] = [checkBaseUrl(one), checkBaseUrl(other)];
        if (!entered.ok) return;
        const isSame = asked.ok && asked.origin === entered.origin;
        if (isSame && one !== other) shared += 1;
        // The typed and the stored address. The store and the check must read both in the same way.
        for (const at of [other, ...(asked.ok ? [asked.baseUrl] : [])])
          assert.equal(await keyAt(entered.baseUrl, at), isSame ? CANARY : undefined, `${one} → ${at}`);
      }),
      runs(4_000),
    );
    assert.ok(shared > 4, `${shared} pairs were two spellings of one origin`);
  });
});

describe('two services on one machine', () => {
  const received: { readonly place: string; readonly authorization: string | undefined; readonly host: string }[] = [];
  const servers: Server[] = [];
  before(async () => {
    for (const place of ['ours', 'other']) {
      const server = createServer(({ headers }, response) => {
        received.push({ place, authorization: headers.authorization, host: headers.host ?? '' });
        response.end(JSON.stringify(emptyPage));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
    }
  });
  after(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });

  it('each get only the API key that was entered for them, however the address is spelled', async () => {
    const [ours, other] = servers.map((server) => (server.address() as AddressInfo).port);
    let [sent, arrived] = [0, 0];
    await fc.assert(
      fc.asyncProperty(loopback, loopback, fc.boolean(), async (one, two, isOther) => {
        const entered = checkBaseUrl(`http://${one}:${ours}`);
        if (!entered.ok) return;
        const shown = `http://${two}:${isOther ? other : ours}`;
        const apiKey = await keyAt(entered.baseUrl, shown);
        if (apiKey === undefined) return;
        sent += 1;
        received.length = 0;
        await using client = clientOn(shown, { apiKey, clock: fakeClock() });
        // Nothing answers at ::1, because the services listen on 127.0.0.1.
        await client.listWorkspaces(firstPage).catch(() => undefined);
        arrived += received.length;
        for (const one of received)
          assert.deepEqual(one, { place: 'ours', authorization: `Bearer ${CANARY}`, host: new URL(shown).host });
        assert.equal(isOther, false);
      }),
      runs(1_000),
    );
    assert.ok(arrived > 4, `${arrived} of ${sent} requests arrived`);
  });
});
