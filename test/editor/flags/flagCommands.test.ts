/** Tests the commands that create a flag and remove its definition, with the real client and the sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { Services } from '../../../src/editor/window/services.ts';
import { pinnedIn, setPinned } from '../../../src/operations/learned/pinnedFlags.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { Memento } from '../fakeContext.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const { createFlagCommand } = await import('../../../src/editor/flags/createFlag.ts');
const { pinFlag, unpinFlag } = await import('../../../src/editor/flags/pinFlag.ts');
const { killFlagCommand, removeDefinition } = await import('../../../src/editor/flags/switchFlag.ts');

const service = useService();
const memory = new Memento();

function deps(keyName: KeyName = 'submitter-key', isReadOnly = false): Services {
  const client = service.as(keyName);
  const connected = {
    connectionId: 'c1',
    connectionName: 'Shop',
    origin: client.origin,
    isSandbox: false,
    isReadOnly,
    email: undefined,
    keyName: 'submitter-key',
    keyNames: ['submitter-key'],
    client,
  } satisfies Connected;
  return testServices({ connections: { orAsk: async () => connected }, memory });
}
const workspace = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });
const last = (): string => shown.at(-1)?.message ?? '';

describe('Create Flag…', () => {
  it('asks for everything from the palette, creates the flag, and offers to write its definition', async () => {
    await answering(['Storefront', ' one-click ', 'user', 'Buy at once'], () => createFlagCommand(deps(), undefined));
    assert.match(last(), /one-click is made in Storefront/);
    const flag = await service.as('submitter-key').readFlag(workspace().id, 'one-click');
    assert.deepEqual([flag?.description, flag?.trafficType?.name], ['Buy at once', 'user']);
  });

  it('opens the definition in the environment of the selected node', async () => {
    pressNext('Write a Definition…');
    const node = { target: { kind: 'workspace', workspace: workspace(), environment: service.environment('development') } };
    await answering(['one-click', 'user', ''], () => createFlagCommand(deps(), node));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const [command, argument] = executed.at(-1)!;
    assert.equal(command, 'flagAdmin.flag.open');
    const { target, isNew } = argument as { target: { name: string; environment: { name: string } }; isNew: boolean };
    assert.deepEqual([target.name, target.environment.name, isNew], ['one-click', 'development', true]);
  });

  it('asks for the rest on a node, and refuses a name that is taken, before anything is sent', async () => {
    const node = { target: { kind: 'workspace', workspace: workspace() } };
    const [asked] = await answering(['checkout-redesign'], () => createFlagCommand(deps(), node));
    assert.match(asked?.refused ?? '', /^There is one of this name already\./);
    assert.equal(service.count('POST', /./), 0);
  });

  it('pins the flag if the service can’t list flags, because it would not be shown otherwise', async () => {
    const node = { target: { kind: 'workspace', workspace: workspace() } };
    await answering(['one-click', 'user', ''], () => createFlagCommand(deps(), node));
    const pinned = () => pinnedIn(memory, 'c1', workspace().id);
    assert.deepEqual(pinned(), []);
    service.onCall = ({ method, path }) =>
      method === 'GET' && /^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined;
    await answering(['two-clicks', 'user', ''], () => createFlagCommand(deps('release-key'), node));
    assert.deepEqual(pinned(), ['two-clicks']);
    await setPinned(memory, 'c1', workspace().id, 'two-clicks', false);
  });

  it('accepts a flag that exists after a lost answer as created', async () => {
    const node = { target: { kind: 'workspace', workspace: workspace() } };
    service.onCall = ({ method }) => (method === 'POST' ? 'loseAnswer' : undefined);
    await answering(['one-click', 'user', ''], () => createFlagCommand(deps(), node));
    assert.match(last(), /one-click is made/);
    assert.equal(service.count('POST', /./), 1);
  });

  it('changes nothing through a read-only connection', async () => {
    await answering([], () => createFlagCommand(deps('submitter-key', true), undefined));
    assert.match(last(), /is read-only/);
  });
});

describe('Remove Flag Definition…', () => {
  const node = (environment: string, name = 'checkout-redesign') => ({
    target: { kind: 'flag', workspace: workspace(), environment: service.environment(environment), name },
  });

  it('removes it at once if no approval is required', async () => {
    await answering(['Its code is gone.'], () => removeDefinition(deps(), node('development')));
    assert.match(last(), /checkout-redesign no longer has a definition in Storefront \/ development/);
    const { workspaceId, environmentId } = service.place('development');
    await assert.rejects(service.as('submitter-key').readDefinition(workspaceId, 'checkout-redesign', environmentId), {
      status: 404,
    });
  });

  it('says so if the flag has no definition there', async () => {
    await answering([], () => removeDefinition(deps(), node('production', 'wishlist-sharing')));
    assert.match(last(), /has no definition/);
  });
});

describe('Kill Flag…', () => {
  const killed = async (environment: string, name = 'checkout-redesign'): Promise<boolean> => {
    const { workspaceId, environmentId } = service.place(environment);
    return (await service.as('submitter-key').readDefinition(workspaceId, name, environmentId)).killed === true;
  };

  it('takes two steps from the palette: one list of all flags in all environments, production first', async () => {
    const label = 'checkout-redesign · development · Storefront';
    const [asked, ...more] = await answering([label, 'It breaks.'], () => killFlagCommand(deps(), undefined));
    assert.equal(more.length, 1);
    const places = asked?.options.filter((option) => /^checkout-redesign · .* · Storefront/.test(option)) ?? [];
    assert.match(places[0] ?? '', /production/);
    assert.ok(asked?.options.some((option) => option.endsWith(' · Payments')));
    assert.equal(await killed('development'), true);
    assert.match(last(), /checkout-redesign is killed in Storefront \/ development/);
  });

  it('offers the flag of the open definition first, and uses the flag of the document that it was called from', async () => {
    const uri = definitionUri({
      connectionId: 'c1',
      connectionName: 'Shop',
      workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
      environment: service.environment('development'),
      flagName: 'new-search',
    });
    const box = (globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window;
    Object.defineProperty(box, 'activeTextEditor', { configurable: true, get: () => ({ document: { uri } }) });
    const [asked] = await answering([undefined], () => killFlagCommand(deps(), undefined));
    Object.defineProperty(box, 'activeTextEditor', { configurable: true, get: () => undefined });
    const row = 'new-search · development · Storefront';
    assert.deepEqual([asked?.options[0], asked?.options.lastIndexOf(row)], [row, 0]);
    const [question] = await answering(['It breaks.'], () => killFlagCommand(deps(), uri));
    assert.match(question?.title ?? '', /^Kill new-search in Storefront \/ development$/);
    assert.equal(await killed('development', 'new-search'), true);
  });

  it('is reported as done even if the learned facts can’t be stored', async () => {
    const used = deps();
    const failing = async (): Promise<never> => Promise.reject(new Error('disk full'));
    Object.assign(used, { serviceFacts: { ...used.serviceFacts, rememberGated: failing } });
    await answering(['checkout-redesign · development · Storefront', 'It breaks.'], () => killFlagCommand(used, undefined));
    assert.match(last(), /checkout-redesign is killed in Storefront \/ development/);
  });

  it('accepts a typed flag if no flag is listed', async () => {
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    const typed = { typed: 'checkout-redesign', take: '“checkout-redesign” · development · Storefront' };
    const answers = [typed, 'It breaks.'];
    await answering(answers, () => killFlagCommand(deps('release-key'), undefined));
    assert.equal(await killed('development'), true);
  });
});

describe('Pin Flag… and Unpin Flag…', () => {
  const pinned = () => pinnedIn(memory, 'c1', workspace().id);

  it('offer the flags that the service lists if called from the palette', async () => {
    await answering(['new-search · Storefront'], () => pinFlag(deps(), undefined));
    assert.deepEqual(pinned(), ['new-search']);
    await answering(['new-search'], () => unpinFlag(deps(), undefined));
    assert.deepEqual(pinned(), []);
    await answering([], () => unpinFlag(deps(), undefined));
    assert.match(last(), /No flag is pinned/);
  });

  it('offer those that were seen in change requests, or typed, if the service can’t list flags', async () => {
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined);
    const asked = await answering([{ typed: ' not-listed ', take: '“not-listed” · Storefront' }], () =>
      pinFlag(deps('release-key'), undefined),
    );
    assert.ok(asked[0]?.options.includes('recommendation-engine · Storefront'), asked[0]?.options.join());
    assert.deepEqual(pinned(), ['not-listed']);
  });
});
