/** Submit Definition as Change Request…, over the real sandbox: stopped by problems and by a live definition that moved. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { editDefinitionText } from '../../../src/operations/definitionText/editDefinitionText.ts';
import { sendable, useService } from '../../operations/service.ts';
import { executed, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { controls, shownUris } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { createDrafts } from '../../../src/editor/requestDrafts.ts';
import { openWindow, stopped, type Window } from './window.ts';

const service = useService();
const FLAG = 'checkout-redesign';
let window: Window;
afterEach(() => window.dispose());

/** A draft that serves to 42 % only. */
async function draft(environment = 'development', flag = FLAG): Promise<ReturnType<Window['uri']>> {
  window = await openWindow(service);
  await isGated(environment);
  const uri = window.uri(flag, environment);
  const text = await window.read(uri);
  await window.write(uri, `# why\n${text.replace(/trafficAllocation: \d+/, 'trafficAllocation: 42')}`);
  return uri;
}
/** What was seen of the environment last. */
async function isGated(environment: string, is = true): Promise<void> {
  await window.deps.learnt.rememberGated(service.as('submitter-key').origin, service.environment(environment).id, is);
}
const submit = async (uri: unknown): Promise<void> => void (await (await window.commands['flagAdmin.flag.submit']!())(uri));
const last = (): string => shown.at(-1)?.message ?? '';

async function changeLive(change: Partial<FlagDefinition>, environment = 'development'): Promise<void> {
  const { workspaceId, environmentId } = service.place(environment);
  const client = service.as('submitter-key');
  const now = await client.readDefinition(workspaceId, FLAG, environmentId);
  await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, { ...sendable(now), ...change, name: FLAG });
}

describe('submitting a definition', () => {
  it('proposes what the text says, without what only the service writes, and keeps the draft', async () => {
    const uri = await draft();
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    await submit(uri);
    const [proposal] = window.proposals;
    assert.equal(proposal?.change.operationType, 'UPDATE');
    const flag = (proposal.change as { flag: Record<string, unknown> }).flag;
    assert.equal(flag['trafficAllocation'], 42);
    for (const field of ['id', 'environment', 'killed', 'lastUpdateTime']) assert.ok(!(field in flag), field);
    assert.deepEqual(
      [proposal?.suggestedTitle, proposal?.suggestedComment, proposal?.isExplained],
      ['Less of it', 'Too many complaints.', true],
    );
    assert.match(await window.read(uri), /# why/);
  });

  it('says whose it is where another connection is in use, also where that one is stopped', async () => {
    const uri = await draft();
    window.inUse.now = { ...window.inUse.now!, connectionId: 'sandbox', connectionName: 'Sandbox' };
    window.inUse.stopped = stopped();
    await submit(uri);
    assert.equal(last(), 'This belongs to the connection “Shop”, and “Sandbox” is in use. Switch the connection.');
  });

  it('suggests a title where none was typed, and asks for it', async () => {
    const uri = await draft();
    await submit(uri);
    assert.equal(window.proposals[0]?.suggestedTitle, 'Change checkout-redesign');
    assert.equal(window.proposals[0]?.isExplained, undefined);
  });

  it('adds a definition where the environment has none', async () => {
    window = await openWindow(service);
    await isGated('production');
    const uri = window.uri('wishlist-sharing');
    await window.write(uri, await window.read(uri));
    await submit(uri);
    assert.equal(window.proposals[0]?.change.operationType, 'CREATE');
  });

  it('stops at a problem, and leads to the first', async () => {
    const uri = await draft();
    await window.write(uri, 'name: checkout-redesign\ntreatments: [\n');
    await submit(uri);
    assert.match(last(), /can’t be submitted yet/);
    assert.equal(shownUris.at(-1)?.toString(), uri.toString());
    assert.equal(window.proposals.length, 0);
  });

  it('says so where there is nothing to submit', async () => {
    window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    await window.read(uri);
    await submit(uri);
    assert.match(last(), /has no change/);
    await window.write(uri, `# only a comment\n${await window.read(uri)}`);
    await submit(uri);
    assert.match(last(), /has no change/);
    assert.equal(window.proposals.length, 0);
  });

  it('stops where the live definition moved since the draft was begun, and shows three versions', async () => {
    const uri = await draft();
    await changeLive({ defaultTreatment: 'on' });
    await answering(['Show the three versions'], () => submit(uri));
    assert.equal(window.proposals.length, 0);
    const [command, title, resources] = executed.at(-1)!;
    assert.deepEqual([command, title], ['vscode.changes', 'checkout-redesign: what others changed, what you changed']);
    const texts = await Promise.all((resources as readonly never[][]).flat().map((one) => window.read(one)));
    assert.equal(texts.length, 6);
    assert.match(texts[1]!, /trafficAllocation: 100/);
    assert.match(texts[2]!, /defaultTreatment: on/);
    assert.match(texts[5]!, /trafficAllocation: 42/);
  });

  it('puts what was changed on the live definition where the two do not touch, with its comments, and shows it first', async () => {
    const uri = await draft();
    await changeLive({ defaultTreatment: 'on' });
    const asked = await answering(['Rebase my changes'], () => submit(uri));
    assert.deepEqual(asked[0]?.options, ['Rebase my changes', 'Show the three versions', 'Go on with my text as it is']);
    assert.equal(window.proposals.length, 0);
    assert.match(last(), /stand on the live definition now\. Nothing was sent yet/);
    const text = await window.read(uri);
    assert.match(text, /^# why$/m);
    assert.match(text, /^trafficAllocation: 42$/m);
    assert.match(text, /^defaultTreatment: on$/m);
    // It is what the draft begins with now.
    await answering([], () => submit(uri));
    assert.equal(window.proposals.length, 1);
  });

  it('names the places that both have changed, where they touch', async () => {
    const uri = await draft();
    await changeLive({ trafficAllocation: 7 });
    const asked = await answering(['the traffic allocation'], () => submit(uri));
    assert.deepEqual(asked[0]?.options, ['Show the three versions', 'Go on with my text as it is', 'the traffic allocation']);
    assert.equal(executed.at(-1)?.[0], 'vscode.changes');
    assert.equal(window.proposals.length, 0);
  });

  it('takes what does not touch where something else does, and says what going on would undo', async () => {
    const uri = await draft();
    await changeLive({ trafficAllocation: 7, defaultTreatment: 'on' });
    const asked = await answering(['Rebase what does not touch'], () => submit(uri));
    assert.match(
      asked[0]!.details.join('\n'),
      /This would undo: the traffic allocation 7 → 42\. Default treatment.*“?on”? → “?off/,
    );
    const text = await window.read(uri);
    assert.match(text, /^defaultTreatment: on$/m);
    assert.match(text, /^trafficAllocation: 42$/m);
    const again = await answering(['Go on with my text as it is'], () => submit(uri));
    assert.deepEqual(again[0]?.options, ['Show the three versions', 'Go on with my text as it is', 'the traffic allocation']);
    assert.ok(again[0]?.details.includes('This would undo: the traffic allocation 7 → 42.'));
    assert.equal(window.proposals.length, 1);
  });

  it('says that going on undoes their changes of all rules where one is in conflict', async () => {
    const uri = await draft();
    const ruleFor = (size: number) => ({
      buckets: [
        { treatment: 'on', size },
        { treatment: 'off', size: 100 - size },
      ],
      condition: { matchers: [{ type: 'IN_SEGMENT', string: 'beta-accounts' }] },
    });
    const { workspaceId, environmentId } = service.place('development');
    const now = await service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId);
    const mine = { ...now, rules: [ruleFor(50)] };
    await window.write(uri, await editDefinitionText(await window.read(uri), 'yaml', mine));
    await changeLive({ rules: [ruleFor(60), ruleFor(70)] });
    const asked = await answering([undefined], () => submit(uri));
    assert.ok(asked[0]?.details.includes('This would undo: their changes of the rules.'), asked[0]?.details.join('\n'));
  });

  it('goes on with the text as it is where that is wanted, and asks again as long as nothing was sent', async () => {
    const uri = await draft();
    await changeLive({ defaultTreatment: 'on' });
    await answering(['Go on with my text as it is'], () => submit(uri));
    await answering([undefined], () => submit(uri));
    assert.equal(window.proposals.length, 1);
    window.submitted.now = {};
    await answering(['Go on with my text as it is'], () => submit(uri));
    await answering([], () => submit(uri));
    assert.equal(window.proposals.length, 3);
  });

  it('does not take what was submitted and is live now for a change of somebody else, and asks for title and comment anew', async () => {
    const uri = await draft();
    window.submitted.now = {};
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    await submit(uri);
    await changeLive((window.proposals[0]!.change as unknown as { flag: FlagDefinition }).flag);
    await window.write(uri, (await window.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 43'));
    await answering([], () => submit(uri));
    assert.deepEqual(
      window.proposals.map(({ suggestedTitle, isExplained }) => [suggestedTitle, isExplained]),
      [
        ['Less of it', true],
        ['Change checkout-redesign', undefined],
      ],
    );
    assert.equal(controls[0]!.inputBox.value, '');
  });

  it('keeps the message that was typed for the next request while the first one waited', async () => {
    const uri = await draft();
    window.submitted.now = {};
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    await submit(uri);
    controls[0]!.inputBox.value = 'And less again';
    await changeLive((window.proposals[0]!.change as unknown as { flag: FlagDefinition }).flag);
    await window.write(uri, (await window.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 43'));
    await submit(uri);
    assert.deepEqual([window.proposals[1]?.suggestedTitle, controls[0]!.inputBox.value], ['And less again', 'And less again']);
  });

  it('is done with a draft that is live now, but for the notes in it', async () => {
    const uri = await draft();
    window.submitted.now = {};
    controls[0]!.inputBox.value = 'Less of it';
    await submit(uri);
    await changeLive({ trafficAllocation: 42 });
    await answering([], () => submit(uri));
    assert.match(last(), /has no change/);
    assert.match(await window.read(uri), /^# why$/m);
    assert.equal(controls[0]!.inputBox.value, '');
    await window.write(
      uri,
      (await window.read(uri)).replace('# why\n', '').replace('trafficAllocation: 42', 'trafficAllocation: 44'),
    );
    await submit(uri);
    await changeLive({ trafficAllocation: 44 });
    await submit(uri);
    assert.equal(controls.length, 0);
  });

  it('notices a change in the moment before it is sent', async () => {
    const uri = await draft();
    await submit(uri);
    const [proposal] = window.proposals;
    assert.equal(await proposal!.stillHolds!(), true);
    await changeLive({ defaultTreatment: 'on' });
    assert.equal(await proposal!.stillHolds!(), false);
    assert.match(last(), /was changed by somebody else in this moment/);
  });

  it('does not take the killing of a flag for a change of its definition', async () => {
    const uri = await draft();
    const { workspaceId, environmentId } = service.place('development');
    await service.as('submitter-key').killFlag({ workspaceId, environmentId, flagName: FLAG }, { title: 't', comment: 'c' });
    await submit(uri);
    assert.equal(window.proposals.length, 1);
  });

  it('is refused while a request is open on the flag, which locks the document', async () => {
    const uri = await draft('production');
    await openRequest(service, FLAG, 'production');
    await submit(uri);
    assert.match(last(), /A change request is open on checkout-redesign in Storefront \/ production.*Your draft is kept/);
    assert.equal((await window.stat(uri)).permissions, 1);
    assert.match(await window.read(uri), /# why/);
    assert.equal(window.proposals.length, 0);
  });

  it('changes it at once where no approval is asked for, and has no draft afterwards', async () => {
    const uri = await draft();
    await isGated('development', false);
    controls[0]!.inputBox.value = 'Less of it';
    await answering(['Change it at once', 'Too many complaints.'], () => submit(uri));
    assert.match(last(), /is changed: its new definition is live/);
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    assert.doesNotMatch(await window.read(uri), /# why/);
    assert.equal(controls.length, 0);
    assert.equal(window.proposals.length, 0);
  });

  it('is changed at once with the title and comment that were typed for a request, which is then none any more', async () => {
    const uri = await draft();
    await isGated('development', false);
    const { workspace, environment } = window.place(FLAG, 'development');
    const { origin } = service.as('submitter-key');
    const drafts = createDrafts(window.deps.workspaceMemory);
    await drafts.keep({
      origin,
      workspace: { ...workspace, requiresTitleAndComments: false },
      environment: { ...environment, isProduction: false },
      change: undefined,
      object: { kind: 'flag', name: FLAG, operation: 'UPDATE' },
      typed: { title: 'Less of it', comment: 'Too many complaints.', approvers: '' },
      at: Date.now(),
    });
    service.seen.length = 0;
    const [, why] = await answering(['Change it at once', undefined], () => submit(uri));
    assert.equal(why?.title, 'Less of it');
    assert.equal(why.value, 'Too many complaints.');
    await answering(['Change it at once', 'Far too many.'], () => submit(uri));
    const sent = service.seen.find(({ method }) => method === 'PUT');
    assert.match(decodeURIComponent(sent?.path ?? '').replaceAll('+', ' '), /title=Less of it&comment=Far too many\./);
    assert.deepEqual(drafts.all(origin), []);
  });

  it('keeps what another window has saved while it was changed at once, as a draft on what is live now', async () => {
    const uri = await draft();
    await isGated('development', false);
    const other = await openWindow(service, { folder: (window.deps.storage as { fsPath: string }).fsPath });
    const theirs = `# theirs\n${(await other.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 17')}`;
    service.onCall = async ({ method }) => {
      if (method !== 'GET') await other.write(uri, theirs);
      return undefined;
    };
    await answering(['Change it at once', 'Too many complaints.'], () => submit(uri));
    assert.match(last(), /is changed: its new definition is live/);
    assert.equal(await window.read(uri), theirs);
    await other.look();
    assert.equal(await other.read(uri), theirs);
    other.dispose();
    // Nobody else has changed the live definition.
    await isGated('development');
    await answering([], () => submit(uri));
    assert.equal((window.proposals[0]!.change as unknown as { flag: FlagDefinition }).flag.trafficAllocation, 17);
  });

  it('becomes a change request where the service wants one all the same, with what was typed', async () => {
    const uri = await draft('production');
    await isGated('production', false);
    await answering(['Change it at once', 'Too many complaints.', 'production'], () => submit(uri));
    const [proposal] = window.proposals;
    assert.deepEqual(
      [proposal?.isRefused, proposal?.isExplained, proposal?.suggestedComment],
      [true, true, 'Too many complaints.'],
    );
    await answering([], () => submit(uri));
    assert.equal(window.proposals.length, 2);
  });
});
