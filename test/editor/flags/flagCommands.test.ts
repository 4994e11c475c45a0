/** Tests the commands that create, pin, kill and restore a flag, and remove its definition, directly or as a change request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pinnedIn } from '../../../src/operations/learned/pinnedFlags.ts';
import { useSubmitting } from '../changeRequests/submitting.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { answering, fill, submit, type Answer } from '../scripted.ts';
import { currentFake } from '../standIn.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const { createFlagCommand } = await import('../../../src/editor/flags/createFlag.ts');
const { pinFlag, unpinFlag } = await import('../../../src/editor/flags/pinFlag.ts');
const { killFlagCommand, removeDefinition, restoreFlagCommand } = await import('../../../src/editor/flags/switchFlag.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();
type Deps = ReturnType<typeof openWindow>['deps'];

const FLAG = 'checkout-redesign';
const client = () => service.as('submitter-key');
const workspace = () => ({ id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false });
const last = (): string => shown.at(-1)?.message ?? '';
const live = (environment: string, name = FLAG) => {
  const { workspaceId, environmentId } = service.place(environment);
  return client().readDefinition(workspaceId, name, environmentId);
};
const requestOf = async (environment: string) => client().readChangeRequest((await openRequest(environment, FLAG)) ?? '');
/** From now on, the service can't list flags. Returns a window whose API key does not know that yet. */
const unlisted = () => {
  service.onCall = ({ method, path }) =>
    method === 'GET' && /^\/flags\/ws\/[^/]+\?/.test(path) ? { status: 404, body: {} } : undefined;
  return openWindow(undefined, undefined, 'release-key');
};

describe('Create Flag…', () => {
  const create = (deps: Deps, answers: readonly Answer[], environment?: string) => {
    const place = { kind: 'workspace', workspace: workspace() };
    const target = environment === undefined ? place : { ...place, environment: service.environment(environment) };
    return answering(answers, () => createFlagCommand(deps, { target }));
  };

  it('asks for everything from the palette, and creates the flag', async () => {
    const answers = ['Storefront', ' one-click ', 'user', 'Buy at once'];
    await answering(answers, () => createFlagCommand(openWindow().deps, undefined));
    assert.match(last(), /one-click was created in Storefront/);
    const flag = await client().readFlag(workspace().id, 'one-click');
    assert.deepEqual([flag?.description, flag?.trafficType?.name], ['Buy at once', 'user']);
  });

  it('offers to write its definition in the environment of the selected node', async () => {
    pressNext('Write a Definition…');
    await create(openWindow().deps, ['one-click', 'user', ''], 'development');
    await setImmediate();
    const [command, argument] = executed.at(-1)!;
    const { target, isNew } = argument as { target: { name: string; environment: { name: string } }; isNew: boolean };
    const opened = [command, target.name, target.environment.name, isNew];
    assert.deepEqual(opened, ['flagAdmin.flag.open', 'one-click', 'development', true]);
  });

  it('refuses a name that is taken, before anything is sent', async () => {
    const [asked] = await create(openWindow().deps, [FLAG]);
    assert.match(asked?.refused ?? '', /^This name is already used\./);
    assert.equal(service.count('POST', /./), 0);
  });

  it('pins the flag if the service can’t list flags, because it would not be shown otherwise', async () => {
    const { deps, memory } = unlisted();
    await create(deps, ['two-clicks', 'user', '']);
    assert.deepEqual(pinnedIn(memory, 'c', workspace().id), ['two-clicks']);
  });

  it('changes nothing through a read-only connection', async () => {
    const { deps, connected } = openWindow();
    const connections = { ...deps.connections, orAsk: async () => ({ ...connected, isReadOnly: true }) };
    await create({ ...deps, connections }, []);
    assert.match(last(), /is read-only/);
  });
});

describe('Pin Flag… and Unpin Flag…', () => {
  it('offer the flags that the service lists if called from the palette', async () => {
    const { deps, memory } = openWindow();
    const pinned = () => pinnedIn(memory, 'c', workspace().id);
    await answering(['new-search · Storefront'], () => pinFlag(deps, undefined));
    assert.deepEqual(pinned(), ['new-search']);
    await answering(['new-search'], () => unpinFlag(deps, undefined));
    assert.deepEqual(pinned(), []);
    await answering([], () => unpinFlag(deps, undefined));
    assert.match(last(), /No flag is pinned/);
  });

  it('offer those that were seen in change requests, or typed, if the service can’t list flags', async () => {
    const { deps, memory } = unlisted();
    const typed = { typed: ' not-listed ', take: '“not-listed” · Storefront' };
    const [asked] = await answering([typed], () => pinFlag(deps, undefined));
    assert.ok(asked?.options.includes('recommendation-engine · Storefront'), asked?.options.join());
    assert.deepEqual(pinnedIn(memory, 'c', workspace().id), ['not-listed']);
  });
});

describe('Kill Flag… and Restore Flag…', () => {
  const kill = (deps: Deps, environment: string, ...replies: readonly Reply[]) =>
    withReplies(replies, () => killFlagCommand(deps, flagIn(environment, FLAG)));

  it('change the flag at once if no approval is required', async () => {
    const { deps } = openWindow();
    const sentence = 'checkout-redesign is killed in Storefront / development: everybody gets its default treatment “off”.';
    assert.deepEqual(await kill(deps, 'development', 'It breaks.'), [sentence]);
    assert.match(questions[0]?.text ?? '', /^Everybody gets the default treatment “off”\./);
    assert.equal(posts(), 0);
    assert.deepEqual(await kill(deps, 'development'), ['checkout-redesign is already killed in Storefront / development.']);
    assert.deepEqual(shown.at(-1)?.buttons, ['Restore Flag…']);
    const [place, flags] = await answering(['development', undefined], () => restoreFlagCommand(deps, undefined));
    assert.equal(place?.title, 'Restore Flag');
    assert.deepEqual([flags?.options, flags?.active], [['checkout-redesign · everybody gets “off”'], FLAG]);
    // Called like from the lens of its open definition.
    const { environment } = flagIn('development', FLAG).target;
    const at = { connectionId: 'c', connectionName: 'Shop', workspace: workspace(), environment, flagName: FLAG };
    const told = await withReplies(['It is mended.'], () => restoreFlagCommand(deps, definitionUri(at)));
    // Also true if the traffic allocation is 0%, so that no rule applies.
    assert.match(told.join(), /is restored in Storefront \/ development: its definition applies again/);
  });

  it('offer the flag of the open definition first, and use the flag of the document that they were called from', async () => {
    const { deps } = openWindow();
    const { environment } = flagIn('development', 'new-search').target;
    const at = { connectionId: 'c', connectionName: 'Shop', workspace: workspace(), environment, flagName: 'new-search' };
    const uri = definitionUri(at);
    const box = currentFake().window!;
    Object.defineProperty(box, 'activeTextEditor', { configurable: true, get: () => ({ document: { uri } }) });
    const [asked] = await answering([undefined], () => killFlagCommand(deps, undefined));
    Object.defineProperty(box, 'activeTextEditor', { configurable: true, get: () => undefined });
    const row = 'new-search · development · Storefront';
    assert.deepEqual([asked?.options[0], asked?.options.lastIndexOf(row)], [row, 0]);
    const [question] = await answering(['It breaks.'], () => killFlagCommand(deps, uri));
    assert.equal(question?.title, 'Kill new-search in Storefront / development');
    assert.equal((await live('development', 'new-search')).killed, true);
  });

  it('become a change request if an approval is required; nothing is typed twice, and a message says who can approve it', async () => {
    const { deps, serviceFacts, connected } = openWindow();
    const told = await kill(deps, 'production', 'It breaks.', 'production', submit);
    assert.match(told.join(), /^The change request “Kill checkout-redesign” is submitted\. .* approved by: release-key, /);
    assert.equal(serviceFacts.requiresApprovals(connected.origin, service.environment('production').id), true);
    const { operationType, comments } = await requestOf('production');
    assert.deepEqual([operationType, comments[0]?.comment], ['KILL', 'It breaks.']);
  });

  it('become a request if the environment is known to require approvals, unless the user tries a direct change', async () => {
    const { deps, serviceFacts, connected } = openWindow();
    for (const name of ['production', 'development'])
      await serviceFacts.rememberRequiresApprovals(connected.origin, service.environment(name).id, true);
    await kill(deps, 'production', 'It breaks.', 'Submit as a change request…', submit);
    assert.deepEqual([service.count('PUT', /kill$/), posts()], [0, 1]);
    const told = await kill(deps, 'development', 'It breaks.', 'Try Anyway…');
    assert.match(told.join(), /is killed in Storefront \/ development/);
    assert.equal(serviceFacts.requiresApprovals(connected.origin, service.environment('development').id), false);
  });

  it('keep the reason until it is sent', async () => {
    const { deps } = openWindow();
    const there = flagIn('development', FLAG);
    const first = async (environment: string, ...answers: readonly Answer[]) =>
      (await answering(answers, () => killFlagCommand(deps, flagIn(environment, FLAG))))[0]?.value;
    await first('production', { typed: 'It br' });
    assert.deepEqual([await first('production', undefined), await first('development', undefined)], ['It br', '']);
    await first('development', { typed: 'It br' });
    await first('development', 'It breaks.');
    await answering(['Mended.'], () => restoreFlagCommand(deps, there));
    assert.equal(await first('development', undefined), '');
    await first('production', 'It breaks.', 'production', ...fill({ comment: 'It breaks a lot.' }), undefined);
    assert.equal(await first('production', undefined), 'It breaks a lot.');
  });
});

describe('Remove Flag Definition…', () => {
  it('removes it at once if no approval is required, and then says that the flag has none', async () => {
    const { deps } = openWindow();
    const told = await withReplies(['Its code is gone.'], () => removeDefinition(deps, flagIn('development', FLAG)));
    assert.match(told.join(), /checkout-redesign no longer has a definition in Storefront \/ development/);
    await assert.rejects(live('development'), { status: 404 });
    assert.match((await withReplies([], () => removeDefinition(deps, flagIn('development', FLAG)))).join(), /has no definition/);
  });

  it('stops if somebody changes the definition while the reason is typed', async () => {
    const { deps } = openWindow();
    let reads = 0;
    service.onCall = async ({ method, path }) => {
      if (method !== 'GET' || !path.includes(`${FLAG}/environments`) || (reads += 1) !== 2) return undefined;
      await client().killFlag({ ...service.place('development'), flagName: FLAG }, { title: 't', comment: 'c' });
      return undefined;
    };
    const told = await withReplies(['It is not used.'], () => removeDefinition(deps, flagIn('development', FLAG)));
    assert.match(told.join(), / was changed in the meantime\. Nothing was sent\.$/);
    assert.equal(service.count('DELETE', /checkout-redesign/), 0);
  });
});
