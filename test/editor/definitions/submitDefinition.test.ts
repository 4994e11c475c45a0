/** Tests Submit Definition as Change Request… and Change Definition at Once…: what is sent, and what prevents it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering, submit as submitRow } from '../scripted.ts';
import { activate, activateLoading, controls, type Uri } from './fakeEditor.ts';
import { killFlag, liveDefinition } from './others.ts';
import {
  ALLOCATION,
  FLAG,
  changeNow,
  lastMessage,
  openDraft,
  openWindow,
  service,
  setRequiresApprovals,
  stoppedError,
  submit,
  window,
} from './window.ts';

const { createRequestDrafts } = await import('../../../src/editor/changes/requestDrafts.ts');
const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const AT_ONCE = ['Comment: …', 'Too many complaints.', 'Make the draft live: …'];
/** A draft in an environment that is known to require no approvals. */
async function openUngatedDraft(environment = 'development'): Promise<Awaited<ReturnType<typeof openDraft>>> {
  const uri = await openDraft(environment);
  await setRequiresApprovals(environment, false);
  return uri;
}

describe('submitting a definition', () => {
  it('says what to do if the environment can no longer be seen, or its connection is read-only or not in use, even if that is stopped', async () => {
    const uri = await openDraft();
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body: [] } : undefined);
    await submit(uri);
    assert.equal(lastMessage(), 'Storefront / development no longer exists, or this API key can’t see it.');
    assert.deepEqual(shown.at(-1)!.buttons, ['Use Another API Key…']);
    window.inUse.now = { ...window.inUse.now!, isReadOnly: true };
    await submit(uri);
    assert.match(lastMessage(), /is read-only: nothing is changed through it/);
    window.inUse.now = { ...window.inUse.now, connectionId: 'sandbox', connectionName: 'Sandbox' };
    window.inUse.stopped = stoppedError();
    await submit(uri);
    assert.match(lastMessage(), /switch to “Shop” first/);
    assert.equal(window.proposals.length, 0);
  });

  it('is possible in an environment that was created after a view had read the environments', async () => {
    const uri = await openDraft();
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body: [] } : undefined);
    await catalogOf(window.inUse.now!.client).environments(service.workspace('Storefront')).read();
    service.onCall = () => undefined;
    await submit(uri);
    assert.equal(window.proposals.length, 1);
  });

  it('accepts an unchanged first text as a draft, but only if the user has seen it', async () => {
    await openWindow();
    await setRequiresApprovals('production');
    const uri = window.uri('wishlist-sharing');
    const text = await window.read(uri);
    await submit(uri);
    assert.match(lastMessage(), /^wishlist-sharing has no definition in Storefront \/ production/);
    await window.openDocument(uri);
    await submit(uri);
    assert.equal(window.proposals[0]?.operationType, 'CREATE');
    assert.equal(await window.read(uri), text);
    assert.equal(controls.length, 1);
  });

  it('accepts a segment that somebody created after the names were read, and reads no name twice otherwise', async () => {
    const uri = await openDraft('production');
    const segmentLists = (): number => service.count('GET', /^\/segments\/ws\/[^/]+\?/);
    await submit(uri);
    await submit(uri);
    assert.deepEqual([window.proposals.length, segmentLists()], [2, 1]);
    await window.edit(uri, 'string: beta-accounts', 'string: brand-new');
    await submit(uri);
    assert.match(lastMessage(), /There is no segment “brand-new” in this workspace/);
    await service
      .as('release-key')
      .createSegment(service.workspace('Storefront'), 'account', { name: 'brand-new', description: '' });
    await submit(uri);
    assert.equal(window.proposals.length, 3);
  });
});

describe('changing a definition at once', () => {
  it('is possible if no approval is required, keeps the typed texts if it fails, and otherwise removes the draft and says if the flag is still killed', async () => {
    const uri = await openUngatedDraft();
    await window.edit(uri, '# why\n', '');
    controls[0]!.inputBox.value = 'Less of it';
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 400, body: { code: 400, message: 'no' } } : undefined);
    await assert.rejects(answering(AT_ONCE, () => changeNow(uri)));
    service.onCall = () => undefined;
    const [why] = await answering(['Make the draft live: …'], () => changeNow(uri));
    assert.equal(why?.options[1], 'Comment: Too many complaints.');
    assert.match(lastMessage(), /is changed: its new definition is live/);
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    assert.deepEqual([controls.length, window.proposals.length], [0, 0]);
    await killFlag();
    await window.edit(uri, ALLOCATION, 'trafficAllocation: 43');
    await answering(AT_ONCE, () => changeNow(uri));
    assert.match(lastMessage(), /is changed\. It is still killed: everybody gets its default treatment\./);
  });

  it('first shows what would be live; Enter alone then makes nothing live in production, and Escape sends nothing', async () => {
    const uri = await openUngatedDraft('production');
    service.seen.length = 0;
    const [look] = await answering([undefined], () => changeNow(uri));
    const row = 'Make the draft live: checkout-redesign in Storefront / production';
    assert.equal(look?.active, row);
    const change = 'Traffic allocation 100% → 42%.';
    assert.deepEqual(look.options.slice(0, 3), [
      `${row} · with the API key “submitter-key”`,
      `Comment: ${change}`,
      'PRODUCTION · SOME LOSE “ON”: In “beta-accounts” (8 keys)',
    ]);
    assert.ok(look.options.includes(change), look.options.join('\n'));
    const [, name] = await answering([row, undefined], () => changeNow(uri));
    assert.match(name?.prompt ?? '', /production/);
    const [, , again] = await answering(['Comment: …', 'Far too many.', undefined], () => changeNow(uri));
    assert.equal(again?.options[1], 'Comment: Far too many.');
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
  });

  it('asks for a comment if the workspace requires one', async () => {
    const uri = await openUngatedDraft();
    const storefront = { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: true };
    const body = { objects: [storefront], offset: 0, limit: 200, totalCount: 1 };
    service.onCall = ({ path }) => (path.startsWith('/workspaces?') ? { status: 200, body } : undefined);
    const [look, why] = await answering(['Make the draft live: …', undefined, undefined], () => changeNow(uri));
    assert.equal(look?.prompt, 'Press Enter to make the definition live, or choose a row to edit it');
    assert.equal(look?.options[1], 'Comment: – · A comment is required.');
    assert.equal(why?.prompt, 'Why do you make this change? Your answer is kept in the history.');
  });

  it('uses the title and comment that were typed for a request, which is then not submitted', async () => {
    const uri = await openUngatedDraft();
    const { workspace, environment, connectionId } = window.place(FLAG, 'development');
    const { origin } = service.as('submitter-key');
    const drafts = createRequestDrafts(window.deps.workspaceMemory);
    await drafts.save({
      origin,
      connectionId,
      workspace: { ...workspace, requiresTitleAndComments: false },
      environment: { ...environment, isProduction: false },
      change: undefined,
      object: { kind: 'flag', name: FLAG, operation: 'UPDATE' },
      typed: { title: 'Less of it', comment: 'Too many complaints.', approvers: '' },
      at: Date.now(),
    });
    service.seen.length = 0;
    const [why] = await answering([undefined], () => changeNow(uri));
    assert.deepEqual([why?.title, why?.options[1]], ['Less of it', 'Comment: Too many complaints.']);
    await answering(['Comment: …', 'Far too many.', 'Make the draft live: …'], () => changeNow(uri));
    const sent = service.seen.find(({ method }) => method === 'PUT');
    assert.match(decodeURIComponent(sent?.path ?? '').replaceAll('+', ' '), /title=Less of it&comment=Far too many\./);
    assert.deepEqual(drafts.all({ origin, connectionId }), []);
  });

  it('becomes a change request with the typed texts if the service requires one after all', async () => {
    const uri = await openUngatedDraft('production');
    await answering([...AT_ONCE, 'production'], () => changeNow(uri));
    const [proposal] = window.proposals;
    assert.match(proposal?.heading ?? '', /^Nothing is changed yet: change request for .+ in Storefront \/ production$/);
    assert.equal(proposal?.comment, 'Too many complaints.');
    await answering([], () => submit(uri));
    assert.equal(window.proposals.length, 2);
  });
});

describe('a rollout status in a definition', () => {
  const idOf = async (name: string): Promise<string | undefined> => {
    const { workspaceId } = service.place('development');
    return (await service.as('submitter-key').listRolloutStatuses(workspaceId)).find((status) => status.name === name)?.id;
  };

  /** Submits a draft with this line. Returns the rows of the confirmation list. */
  async function send(line: string, answers: readonly string[] = [submitRow]): Promise<readonly string[]> {
    const uri = await openDraft('production');
    await window.note(uri, `${line}\n`);
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    const asked = await answering(answers, () => submit(uri));
    return asked.at(-1)?.options ?? [];
  }
  async function sentStatus(): Promise<string | undefined> {
    const { openChangeRequestId } = await liveDefinition('production');
    const { rolloutStatus, flag } = await service
      .as('submitter-key')
      .readChangeRequest(openChangeRequestId ?? assert.fail(lastMessage()));
    assert.ok(!('rolloutStatus' in flag!));
    return rolloutStatus?.id;
  }

  it('is used for the request without a question, by its name, even if the statuses were not known before, or by its ID', async () => {
    let listings = 0;
    // The document itself makes the first call for the statuses.
    service.onCall = ({ path }) =>
      path.includes('/rolloutStatuses') && (listings += 1) === 1 ? { status: 403, body: {} } : undefined;
    const rows = await send('rolloutStatus: 100% Released # at last');
    assert.ok(rows.includes('Rollout status: 100% Released'));
    assert.equal(await sentStatus(), await idOf('100% Released'));
    await service.sandbox.reset();
    await send(`rolloutStatus: {id: ${await idOf('Experiment')}}`);
    assert.equal(await sentStatus(), await idOf('Experiment'));
  });

  it('that does not exist stops the submission, with a link to it', async () => {
    await send('rolloutStatus: Rampnig', []);
    assert.match(lastMessage(), /has a problem: There is no rollout status “Rampnig” in this workspace\./);
    assert.equal((await liveDefinition('production')).openChangeRequestId, null);
  });

  it('can’t be sent as the only change, like a comment, and is reported as unchanged if the definition is changed at once', async () => {
    await openWindow();
    const uri = window.uri(FLAG, 'development');
    await window.note(uri, '# only a comment\n');
    await submit(uri);
    assert.match(lastMessage(), /contains no change/);
    await window.note(uri, 'rolloutStatus: Ramping\n');
    const text = await window.read(uri);
    await answering([], () => submit(uri));
    assert.match(
      lastMessage(),
      /contains no change to the live definition\. A change request can’t change only the rollout status/,
    );
    assert.equal(await window.read(uri), text);
    await setRequiresApprovals('development', false);
    await window.edit(uri, ALLOCATION, 'trafficAllocation: 42');
    await answering(AT_ONCE, () => changeNow(uri));
    assert.match(lastMessage(), /its new definition is live\. The flag’s rollout status was not changed/);
  });
});

describe('a command about a draft', () => {
  it('uses the draft of the active tab, also of a diff, and while its text is still being read', async () => {
    const tabs: readonly ((uri: Uri, live: Uri) => void)[] = [activate, (uri) => activateLoading(uri), activateLoading];
    for (const show of tabs) {
      const uri = await openDraft();
      show(uri, definitionUri(window.place(FLAG, 'development'), 'live'));
      pressNext('Discard Draft');
      assert.deepEqual(await answering([], () => window.run('discardDraft')), []);
      assert.match(lastMessage(), /^Discard the draft of checkout-redesign in Storefront \/ development\?/);
      assert.equal(window.context.drafts.all().length, 0);
    }
  });

  it('offers only the existing drafts, and says so if there is none', async () => {
    const uri = await openDraft();
    await window.note(window.uri('new-search', 'staging'));
    const all = ['checkout-redesign · development · Storefront · Shop', 'new-search · staging · Storefront · Shop'];
    for (const command of ['discardDraft', 'submit', 'reviewDraft'] as const) {
      const [asked] = await answering([undefined], () => window.run(command));
      assert.deepEqual(asked?.options, all);
    }
    for (const row of all) {
      pressNext('Discard Draft');
      await answering([row], () => window.run('discardDraft'));
    }
    assert.doesNotMatch(await window.read(uri), /trafficAllocation: 42/);
    await answering([], () => window.run('discardDraft'));
    assert.equal(lastMessage(), 'There is no draft. To create one, change a definition and save it.');
  });
});
