/** Tests Copy Link, opening a link, and Open in Browser, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Connection } from '../../../src/editor/window/connected.ts';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';
import { opened } from './opened.ts';
import { currentFake } from '../standIn.ts';

const { copyLink } = await import('../../../src/editor/links/copyLink.ts');
const { find } = await import('../../../src/editor/explorer/find.ts');
const { openLink, openPastedLink } = await import('../../../src/editor/links/openLink.ts');
const { openInBrowser } = await import('../../../src/editor/links/openInBrowser.ts');

const service = useService();
const { env } = currentFake();

const workspace = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });
const production = () => service.environment('production');
const ids = () => ({ workspaceId: workspace().id, environmentId: production().id });
const flag = () => ({ target: { kind: 'flag', workspace: workspace(), environment: production(), name: 'checkout-redesign' } });
const linkTo = (origin: string): string =>
  `vscode://flag-admin.flag-admin/open?origin=${encodeURIComponent(origin)}&kind=changeRequest&id=r-1`;

/** Two connections: `c1` to the service, and `c2` to a different one. `inUse` is the id of the one in use. */
function window(first = 'c1', linkTemplate?: string) {
  let inUse = first;
  const { origin } = service.as('submitter-key');
  const at = (id: string, baseUrl: string) => ({ id, name: id, kind: 'service', baseUrl, linkTemplate }) as unknown as Connection;
  const all = [at('c1', origin), at('c2', 'https://other.example')];
  const connections = connectionsOf(() => connectedTo(service), {
    all: () => all,
    chosen: () => all.find(({ id }) => id === inUse),
    switchTo: async (id: string) => void (inUse = id),
  });
  return { services: testServices({ connections }), origin, inUse: () => inUse };
}
beforeEach(() => {
  executed.length = 0;
});

describe('Copy Link', () => {
  async function copied(argument: unknown): Promise<string> {
    let text = '';
    Object.assign(env!, { clipboard: { writeText: async (given: string) => void (text = given) } });
    await copyLink(window().services, argument);
    return text;
  }

  it('copies a link that opens the flag, the environment or the change request, and contains no API key', async () => {
    const text = await copied(flag());
    assert.deepEqual(opened(text)?.object, { kind: 'flag', ...ids(), name: 'checkout-redesign' });
    assert.ok(service.sandbox.keys.every(({ key }) => !text.includes(key)));
    const environment = { target: { kind: 'workspace', workspace: workspace(), environment: production() } };
    assert.deepEqual(opened(await copied(environment))?.object, { kind: 'environment', ...ids() });
    assert.deepEqual(opened(await copied('r-1'))?.object, { kind: 'changeRequest', id: 'r-1' });
  });

  it('copies no link that is too long to be opened', async () => {
    assert.ok(opened(await copied('r'.repeat(1_800))));
    assert.equal(await copied('r'.repeat(2_000)), '');
    assert.match(shown.at(-1)?.message ?? '', /^The link is not copied\. It would have more than 2,000 characters/);
  });
});

describe('a link that the editor was opened with', () => {
  const request = (origin: string) => ({ origin, object: { kind: 'changeRequest', id: 'r-1' } }) as const;

  it('opens the definition of its flag in its environment', async () => {
    const { services, origin } = window();
    await openLink(services, { origin, object: { kind: 'flag', ...ids(), name: 'a' } });
    const [command, argument] = executed.at(-1) as [string, { target: { environment: object; name: string } }];
    const { environment, name } = argument.target;
    assert.deepEqual([command, environment, name], ['flagAdmin.flag.open', production(), 'a']);
  });

  it('sends nothing to a service without a connection, and offers to add one with the address filled in', async () => {
    pressNext('Add Connection…');
    await openLink(window().services, request('https://unknown.example'));
    await setImmediate();
    assert.deepEqual(executed.at(-1), ['flagAdmin.connection.add', 'https://unknown.example']);
    assert.deepEqual(service.seen, []);
  });

  it('opens the review of its change request, but asks before it switches the connection for that', async () => {
    const { services, origin, inUse } = window('c2');
    await openLink(services, request(origin));
    assert.deepEqual([inUse(), executed], ['c2', []]);
    pressNext('Switch');
    await openLink(services, request(origin));
    assert.deepEqual([inUse(), executed], ['c1', [['flagAdmin.changeRequest.open', 'r-1']]]);
  });

  it('opens nothing if the connection was removed while the question was open', async () => {
    const { services, origin, inUse } = window('c2');
    Object.assign(services.connections, { switchTo: async () => undefined });
    pressNext('Switch');
    await openLink(services, request(origin));
    assert.deepEqual([inUse(), executed], ['c2', []]);
    assert.equal(shown.at(-1)?.message, 'The link is not opened, because “c1” is not the connection in use.');
  });

  it('also opens what is in an environment that was created after a view had read the environments', async () => {
    const { services, origin } = window();
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body: [] } : undefined);
    await catalogOf(service.as('submitter-key')).environments(workspace().id).read();
    service.onCall = () => undefined;
    await openLink(services, { origin, object: { kind: 'flag', ...ids(), name: 'a' } });
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.flag.open');
  });

  it('opens nothing if it is damaged, or if the API key sees no such environment', async () => {
    const { services, origin } = window();
    await openLink(services, undefined);
    for (const workspaceId of [workspace().id, 'none'])
      await openLink(services, { origin, object: { kind: 'environment', workspaceId, environmentId: 'none' } });
    assert.deepEqual(executed, []);
    assert.match(shown.at(-1)?.message ?? '', /can’t see/);
  });
});

describe('Open Link…', () => {
  it('opens a link that is pasted or its argument, and refuses any other text', async () => {
    const { services, origin } = window();
    const [asked] = await answering(['https://evil.example/open?id=r-1'], () => openPastedLink(services, undefined));
    assert.match(asked?.refused ?? '', /damaged/);
    await answering([linkTo(origin)], () => openPastedLink(services, undefined));
    await openPastedLink(services, linkTo(origin));
    const open = ['flagAdmin.changeRequest.open', 'r-1'];
    assert.deepEqual(executed, [open, open]);
  });

  it('also runs if a link is pasted into Find…', async () => {
    const link = linkTo('https://new.example');
    await answering([{ typed: link }], () => find(window().services));
    assert.deepEqual(executed.at(-1), ['flagAdmin.link.open', link]);
  });
});

describe('Open in Browser', () => {
  it('opens the page from the link template, or says how to set a template', async () => {
    const named = { target: { ...flag().target, name: 'a/b#c&d' } };
    await openInBrowser(window('c1', 'https://app.example/{workspaceId}/flags/{name}').services, named);
    assert.deepEqual(executed.at(-1), ['vscode.open', `https://app.example/${workspace().id}/flags/a%2Fb%23c%26d`]);
    pressNext('Edit Connection…');
    await openInBrowser(window().services, flag());
    await setImmediate();
    assert.deepEqual(executed.at(-1), ['flagAdmin.connection.edit']);
  });
});
