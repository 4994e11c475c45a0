/** Tests Submit Definition as Change Request… with the sandbox: what is sent, and what prevents it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { controls, openDocuments, Typed } from './fakeEditor.ts';
import { openWindow, stopped } from './window.ts';
import { createRequestDrafts } from '../../../src/editor/changes/requestDrafts.ts';
import { FLAG, last, useSubmitting } from './submitting.ts';

const submitting = useSubmitting();
const { service, draft, isGated, submit, changeNow } = submitting;

describe('submitting a definition', () => {
  it('proposes the definition in the text, without response-only fields, and keeps the draft', async () => {
    const uri = await draft();
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    await submit(uri);
    const [proposal] = submitting.window.proposals;
    assert.equal(proposal?.operationType, 'UPDATE');
    const { flag } = proposal;
    assert.equal(flag['trafficAllocation'], 42);
    for (const field of ['id', 'environment', 'killed', 'lastUpdateTime']) assert.ok(!(field in flag), field);
    assert.deepEqual([proposal.title, proposal.comment], ['Less of it', 'Too many complaints.']);
    assert.match(await submitting.window.read(uri), /# why/);
  });

  it('names its connection if a different one is in use, even if its own is stopped', async () => {
    const uri = await draft();
    submitting.window.inUse.now = { ...submitting.window.inUse.now!, connectionId: 'sandbox', connectionName: 'Sandbox' };
    submitting.window.inUse.stopped = stopped();
    await submit(uri);
    assert.match(last() ?? '', /“Shop”: switch to it first/);
  });

  it('says what to do if the environment can no longer be seen', async () => {
    const uri = await draft();
    service.onCall = ({ path }) => (path.startsWith('/environments/ws/') ? { status: 200, body: [] } : undefined);
    await submit(uri);
    service.onCall = () => undefined;
    assert.equal(last(), 'Storefront / development no longer exists, or this API key may not see it.');
    assert.deepEqual(shown.at(-1)!.buttons, ['Use Another API Key…']);
    assert.equal(submitting.window.proposals.length, 0);
  });

  it('accepts an unchanged first text as a draft, but only if the user has seen it', async () => {
    submitting.window = await openWindow(service);
    await isGated('production');
    const uri = submitting.window.uri('wishlist-sharing');
    const text = await submitting.window.read(uri);
    await submit(uri);
    assert.match(last(), /^wishlist-sharing has no definition in Storefront \/ production/);
    openDocuments.push(new Typed(uri, text));
    await submit(uri);
    openDocuments.length = 0;
    assert.equal(submitting.window.proposals[0]?.operationType, 'CREATE');
    assert.equal(await submitting.window.read(uri), text);
    await submitting.window.write(uri, text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 42'));
    assert.equal(controls.length, 1);
  });

  it('says so if there is nothing to submit', async () => {
    submitting.window = await openWindow(service);
    const uri = submitting.window.uri(FLAG, 'development');
    await submitting.window.read(uri);
    await submit(uri);
    assert.match(last(), /has no change/);
    await submitting.window.write(uri, `# only a comment\n${await submitting.window.read(uri)}`);
    await submit(uri);
    assert.match(last(), /has no change/);
    assert.equal(submitting.window.proposals.length, 0);
  });

  it('changes it at once if no approval is required, and then removes the draft', async () => {
    const uri = await draft();
    await submitting.window.write(uri, (await submitting.window.read(uri)).replace('# why\n', ''));
    await isGated('development', false);
    controls[0]!.inputBox.value = 'Less of it';
    await answering(['Comment: …', 'Too many complaints.', 'Make it live: …'], () => changeNow(uri));
    assert.match(last(), /is changed: its new definition is live/);
    assert.match(await submitting.window.read(uri), /trafficAllocation: 42/);
    assert.equal(controls.length, 0);
    assert.equal(submitting.window.proposals.length, 0);
  });

  it('first shows what would be live; Enter alone then makes nothing live in production, and Escape sends nothing', async () => {
    const uri = await draft('production');
    await isGated('production', false);
    service.seen.length = 0;
    const [look] = await answering([undefined], () => changeNow(uri));
    const row = 'Make it live: change checkout-redesign in production';
    assert.equal(look?.active, row);
    const change = 'Traffic allocation 100% → 42%.';
    assert.deepEqual(look.options.slice(0, 2), [`${row} · with “submitter-key”`, `Comment: ${change}`]);
    assert.equal(look.options[2], 'PRODUCTION · SOME LOSE ON: In “beta-accounts” (8 keys)');
    assert.ok(look.options.includes(change), look.options.join('\n'));
    const [, name] = await answering([row, undefined], () => changeNow(uri));
    assert.match(name?.prompt ?? '', /production/);
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
    const [, , again] = await answering(['Comment: …', 'Far too many.', undefined], () => changeNow(uri));
    assert.equal(again?.options[1], 'Comment: Far too many.');
    assert.ok(service.seen.every(({ method }) => method === 'GET'));
  });

  it('asks for a comment if the workspace requires one', async () => {
    const uri = await draft();
    await isGated('development', false);
    const storefront = { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: true };
    const body = { objects: [storefront], offset: 0, limit: 200, totalCount: 1 };
    service.onCall = ({ path }) => (path.startsWith('/workspaces?') ? { status: 200, body } : undefined);
    const [look, why] = await answering(['Make it live: …', undefined, undefined], () => changeNow(uri));
    assert.equal(look?.prompt, 'Press Enter to make it live, or choose a row to change it');
    assert.equal(look?.options[1], 'Comment: – · Write a word or two.');
    assert.equal(why?.prompt, 'Why? It is kept in the history.');
  });

  it('changes it at once with the title and comment that were typed for a request, which is then not submitted', async () => {
    const uri = await draft();
    await isGated('development', false);
    const { workspace, environment } = submitting.window.place(FLAG, 'development');
    const { origin } = service.as('submitter-key');
    const { connectionId } = submitting.window.inUse.now!;
    const drafts = createRequestDrafts(submitting.window.deps.workspaceMemory);
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
    assert.equal(why?.title, 'Less of it');
    assert.equal(why.options[1], 'Comment: Too many complaints.');
    await answering(['Comment: …', 'Far too many.', 'Make it live: …'], () => changeNow(uri));
    const sent = service.seen.find(({ method }) => method === 'PUT');
    assert.match(decodeURIComponent(sent?.path ?? '').replaceAll('+', ' '), /title=Less of it&comment=Far too many\./);
    assert.deepEqual(drafts.all({ origin, connectionId: 'c1' }), []);
  });

  it('saves the typed text first, and is refused if the connection is read-only', async () => {
    const uri = await draft();
    const document = new Typed(
      uri,
      (await submitting.window.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 43'),
    );
    document.isDirty = true;
    document.save = async () => {
      await submitting.window.write(uri, document.getText());
      document.isDirty = false;
      return true;
    };
    openDocuments.push(document);
    await submit(uri);
    openDocuments.length = 0;
    assert.equal(submitting.window.proposals[0]?.flag.trafficAllocation, 43);
    submitting.window.inUse.now = { ...submitting.window.inUse.now!, isReadOnly: true };
    service.seen.length = 0;
    await submit(uri);
    assert.match(last(), /is read-only: nothing is changed through it/);
    assert.equal(service.seen.length, 0);
  });

  it('keeps the typed texts if a change at once failed', async () => {
    const uri = await draft();
    await isGated('development', false);
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 400, body: { code: 400, message: 'no' } } : undefined);
    await assert.rejects(answering(['Comment: …', 'Too many complaints.', 'Make it live: …'], () => changeNow(uri)));
    const [why] = await answering([undefined], () => changeNow(uri));
    assert.equal(why?.options[1], 'Comment: Too many complaints.');
  });

  it('becomes a change request with the typed texts if the service requires one after all', async () => {
    const uri = await draft('production');
    await isGated('production', false);
    await answering(['Comment: …', 'Too many complaints.', 'Make it live: …', 'production'], () => changeNow(uri));
    const [proposal] = submitting.window.proposals;
    assert.match(proposal?.heading ?? '', /^Nothing is changed yet/);
    assert.equal(proposal?.comment, 'Too many complaints.');
    await answering([], () => submit(uri));
    assert.equal(submitting.window.proposals.length, 2);
  });
});
