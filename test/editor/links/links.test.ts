/** Tests Copy Link and opening a link with the real client and sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connection } from '../../../src/editor/window/connected.ts';
import { useService } from '../../operations/service.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';
import { opened } from './opened.ts';

const { copyLink } = await import('../../../src/editor/links/copyLink.ts');
const { find } = await import('../../../src/editor/explorer/find.ts');
const { openLink, openPastedLink } = await import('../../../src/editor/links/openLink.ts');
const { openInBrowser } = await import('../../../src/editor/links/openInBrowser.ts');

const service = useService();

const env = (globalThis as unknown as { fakeVscode: { env: Record<string, unknown> } }).fakeVscode.env;
const workspace = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });
const production = () => service.environment('production');
const flag = () => ({ target: { kind: 'flag', workspace: workspace(), environment: production(), name: 'checkout-redesign' } });

/** Two connections: `c1` to the service, and `c2` to a different one. `inUse` is the id of the one in use. */
function window(first = 'c1', linkTemplate?: string) {
  let inUse = first;
  const client = service.as('submitter-key');
  const at = (id: string, baseUrl: string) => ({ id, name: id, kind: 'service', baseUrl, linkTemplate }) as unknown as Connection;
  const all = [at('c1', client.origin), at('c2', 'https://other.example')];
  const connected = { connectionId: 'c1', connectionName: 'c1', origin: client.origin, client };
  const connections = {
    all: () => all,
    chosen: () => all.find(({ id }) => id === inUse),
    switchTo: async (id: string) => void (inUse = id),
    inUse: async () => connected,
    orAsk: async () => connected,
  };
  return { services: testServices({ connections }), origin: client.origin, inUse: () => inUse };
}

async function copied(argument: unknown): Promise<string> {
  let text = '';
  Object.assign(env, { clipboard: { writeText: async (given: string) => void (text = given) } });
  await copyLink(window().services, argument);
  return text;
}

describe('Copy Link', () => {
  it('copies a link that opens the flag, and contains no API key', async () => {
    const text = await copied(flag());
    const ids = { workspaceId: workspace().id, environmentId: production().id };
    assert.deepEqual(opened(text)?.object, { kind: 'flag', ...ids, name: 'checkout-redesign' });
    assert.ok(service.sandbox.keys.every(({ key }) => !text.includes(key)));
  });

  it('copies no link that is too long to be opened', async () => {
    assert.ok(opened(await copied('r'.repeat(1_800))));
    assert.equal(await copied('r'.repeat(2_000)), '');
    assert.match(shown.at(-1)?.message ?? '', /^The link would have more than 2,000 characters/);
  });

  it('names an environment and a change request by their ids', async () => {
    const environment = { target: { kind: 'workspace', workspace: workspace(), environment: production() } };
    const ids = { workspaceId: workspace().id, environmentId: production().id };
    assert.deepEqual(opened(await copied(environment))?.object, { kind: 'environment', ...ids });
    assert.deepEqual(opened(await copied('r-1'))?.object, { kind: 'changeRequest', id: 'r-1' });
  });
});

describe('a link that the editor was opened with', () => {
  const request = (origin: string) => ({ origin, object: { kind: 'changeRequest', id: 'r-1' } }) as const;

  it('opens the definition of its flag in its environment', async () => {
    const { services, origin } = window();
    const object = { kind: 'flag', workspaceId: workspace().id, environmentId: production().id, name: 'a' } as const;
    await openLink(services, { origin, object });
    const place = { workspace: { ...workspace(), requiresTitleAndComments: false }, environment: production() };
    const [command, argument] = executed.at(-1) as [string, { target: { environment: object; name: string } }];
    assert.equal(command, 'flagAdmin.flag.open');
    assert.deepEqual(argument.target.environment, place.environment);
    assert.equal(argument.target.name, 'a');
  });

  it('opens the review of its change request', async () => {
    const { services, origin } = window();
    await openLink(services, request(origin));
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', 'r-1']);
  });

  it('sends nothing to a service without a connection, and offers to add one with the address filled in', async () => {
    const { services } = window();
    const before = service.count('GET', /./);
    pressNext('Add Connection…');
    await openLink(services, request('https://unknown.example'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.deepEqual(executed.at(-1), ['flagAdmin.connection.add', 'https://unknown.example']);
    assert.equal(service.count('GET', /./), before);
  });

  it('asks before it switches the connection, and opens nothing after Cancel', async () => {
    const { services, origin, inUse } = window('c2');
    const before = executed.length;
    await openLink(services, request(origin));
    assert.equal(inUse(), 'c2');
    assert.equal(executed.length, before);
    pressNext('Switch');
    await openLink(services, request(origin));
    assert.equal(inUse(), 'c1');
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', 'r-1']);
  });

  it('opens nothing if it is damaged, or if the API key sees no such environment', async () => {
    const { services, origin } = window();
    const before = executed.length;
    await openLink(services, undefined);
    const object = { kind: 'environment', workspaceId: workspace().id, environmentId: 'none' } as const;
    await openLink(services, { origin, object });
    await openLink(services, { origin, object: { ...object, workspaceId: 'none' } });
    assert.equal(executed.length, before);
    assert.match(shown.at(-1)?.message ?? '', /can’t see/);
  });
});

describe('Open Link…', () => {
  it('opens a pasted link, and refuses any other text', async () => {
    const { services, origin } = window();
    const link = `vscode://flag-admin.flag-admin/open?origin=${encodeURIComponent(origin)}&kind=changeRequest&id=r-1`;
    const [asked] = await answering(['https://evil.example/open?id=r-1'], () => openPastedLink(services, undefined));
    assert.match(asked?.refused ?? '', /damaged/);
    await answering([link], () => openPastedLink(services, undefined));
    assert.deepEqual(executed.at(-1), ['flagAdmin.changeRequest.open', 'r-1']);
  });

  it('offers a connection to an unknown service, and sends nothing before', async () => {
    const { services } = window();
    service.seen.length = 0;
    pressNext('Add Connection…');
    const link = 'vscode://flag-admin.flag-admin/open?origin=https%3A%2F%2Fnew.example&kind=changeRequest&id=r-1';
    await openPastedLink(services, link);
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.deepEqual(executed.at(-1), ['flagAdmin.connection.add', 'https://new.example']);
    assert.equal(service.seen.length, 0);
  });

  it('also runs if a link is pasted into Find…', async () => {
    const { services } = window();
    const link = 'vscode://flag-admin.flag-admin/open?origin=https%3A%2F%2Fnew.example&kind=changeRequest&id=r-1';
    await answering([{ typed: link }], () => find(services));
    assert.deepEqual(executed.at(-1), ['flagAdmin.link.open', link]);
  });
});

describe('Open in Browser', () => {
  it('opens the page from the link template, or says how to set a template', async () => {
    const opened: string[] = [];
    Object.assign(env, { openExternal: async (uri: { toString(): string }) => void opened.push(String(uri)) });
    const fake = (globalThis as unknown as { fakeVscode: { Uri: Record<string, unknown> } }).fakeVscode;
    fake.Uri.parse = (text: string) => text;
    await openInBrowser(window('c1', 'https://app.example/{workspaceId}/flags/{name}').services, flag());
    assert.deepEqual(opened, [`https://app.example/${workspace().id}/flags/checkout-redesign`]);
    pressNext('Edit Connection…');
    await openInBrowser(window('c1').services, flag());
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.deepEqual(executed.at(-1), ['flagAdmin.connection.edit']);
    assert.equal(opened.length, 1);
  });
});
