/** Tests submitting a definition whose live version changed since the draft was started, or just before it is sent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { executed, pressNext } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { Editor, NEWER } from './editor.ts';
import { controls, lenses, openDocuments, Typed } from './fakeEditor.ts';
import { openWindow } from './window.ts';
import { FLAG, last, useSubmitting } from './submitting.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');
const submitting = useSubmitting();
const { service, draft, isGated, submit, changeNow, changeLive, withdraw } = submitting;

describe('submitting a definition', () => {
  it('stops if the live definition has changed since the draft was started, and shows three versions', async () => {
    const uri = await draft();
    await changeLive({ defaultTreatment: 'on' });
    await answering(['Show the three versions'], () => submit(uri));
    assert.equal(submitting.window.proposals.length, 0);
    const [command, title, resources] = executed.at(-1)!;
    assert.deepEqual([command, title], ['vscode.changes', 'checkout-redesign: what others changed, what you changed']);
    const texts = await Promise.all((resources as readonly never[][]).flat().map((one) => submitting.window.read(one)));
    assert.equal(texts.length, 6);
    assert.match(texts[1]!, /trafficAllocation: 100/);
    assert.match(texts[2]!, /defaultTreatment: on/);
    assert.match(texts[5]!, /trafficAllocation: 42/);
    assert.match(last(), /^Left: the definition that your draft is based on\./);
  });

  it('leads back to the command that the user chose', async () => {
    const uri = await draft();
    await isGated('development', false);
    await changeLive({ defaultTreatment: 'on' });
    const press = async (answers: readonly string[]): Promise<void> => {
      executed.length = 0;
      pressNext('Change Definition at Once…');
      await answering(answers, () => changeNow(uri));
      await setTimeout(0);
      assert.deepEqual(executed.at(-1), ['flagAdmin.flag.changeNow', uri]);
    };
    await press(['Show the three versions']);
    const document = new Typed(uri, await submitting.window.read(uri));
    openDocuments.push(document);
    service.onCall = () => void (document.isDirty = true);
    await press(['Rebase my changes']);
    openDocuments.length = 0;
    service.onCall = () => undefined;
    await press(['Rebase my changes']);
    // Somebody changes it once more, after the sheet was shown.
    let reads = 0;
    service.onCall = async ({ path }) => {
      if (!/environments\/[^/]+$/.test(path) || ++reads !== 2) return undefined;
      await changeLive({ baselineTreatment: 'on' });
      return undefined;
    };
    await press(['Comment: …', 'Too many complaints.', 'Make it live: …']);
  });

  it('says if the definition was removed, by this user or somebody else, and adds it again if the user wants that', async () => {
    const uri = await draft();
    const { workspaceId, environmentId } = service.place('development');
    const said = { title: 't', comment: 'c' };
    await service.as('submitter-key').deleteDefinition({ workspaceId, environmentId, flagName: FLAG }, said);
    const [asked] = await answering(['Go on with my text as it is'], () => submit(uri));
    assert.equal(asked?.title, 'The definition was removed: checkout-redesign in Storefront / development');
    assert.equal(asked.prompt, 'Nothing was sent. What do you want to do with your draft?');
    assert.equal(submitting.window.proposals[0]?.operationType, 'CREATE');
  });

  it('rebases the changes on the live definition if they do not conflict, with their comments, and shows the result first', async () => {
    const uri = await draft();
    await changeLive({ defaultTreatment: 'on' });
    const asked = await answering(['Rebase my changes'], () => submit(uri));
    assert.deepEqual(asked[0]?.options, ['Rebase my changes', 'Show the three versions', 'Go on with my text as it is']);
    assert.equal(submitting.window.proposals.length, 0);
    assert.match(last(), /are now based on the live definition\. Nothing was sent yet/);
    const text = await submitting.window.read(uri);
    assert.match(text, /^# why$/m);
    assert.match(text, /^trafficAllocation: 42$/m);
    assert.match(text, /^defaultTreatment: on$/m);
    // The draft is now based on it.
    await answering([], () => submit(uri));
    assert.equal(submitting.window.proposals.length, 1);
  });

  it('lets the editor ask about text that is typed before the rebased text was read', async () => {
    const uri = await draft();
    const editor = await Editor.open(submitting.window, uri);
    await changeLive({ defaultTreatment: 'on' });
    await answering(['Rebase my changes'], () => submit(uri));
    editor.type('trafficAllocation: 42', 'trafficAllocation: 43');
    await assert.rejects(editor.save(), NEWER);
    assert.match(await submitting.window.read(uri), /^defaultTreatment: on$/m);
    await editor.save({ isOverwrite: true });
    // It does not contain the rebase.
    const [asked] = await answering([undefined], () => submit(uri));
    assert.match(asked?.title ?? '', /^Somebody else has changed/);
    openDocuments.length = 0;
  });

  it('starts again if something was typed or saved while the question was open, and overwrites none of it', async () => {
    const uri = await draft();
    await changeLive({ defaultTreatment: 'on' });
    const text = (await submitting.window.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 43');
    // The names for its problems are requested after the draft was read.
    let isWritten = false;
    service.onCall = async ({ path }) => {
      if (isWritten || !path.startsWith('/segments/')) return undefined;
      isWritten = true;
      await submitting.window.write(uri, text);
      return undefined;
    };
    await answering(['Rebase my changes'], () => submit(uri));
    assert.deepEqual(executed.at(-1), ['flagAdmin.flag.submit', uri]);
    assert.equal(await submitting.window.read(uri), text);
    executed.length = 0;
    const document = new Typed(uri, text);
    openDocuments.push(document);
    service.onCall = () => void (document.isDirty = true);
    await answering(['Rebase my changes'], () => submit(uri));
    assert.deepEqual(executed.at(-1), ['flagAdmin.flag.submit', uri]);
    assert.equal(await submitting.window.read(uri), text);
    openDocuments.length = 0;
  });

  for (const [side, allocation] of [
    ['Mine', 42],
    ['Theirs', 7],
  ] as const)
    it(`lets the user decide on a place that both have changed (${side}), and merges everything else`, async () => {
      const uri = await draft();
      await changeLive({ trafficAllocation: 7, defaultTreatment: 'on' });
      const [first, whose, second] = await answering(['trafficAllocation', side, 'Rebase my changes'], () => submit(uri));
      assert.deepEqual(first?.options, [
        'Show the three versions',
        'Go on with my text as it is',
        'trafficAllocation · mine or theirs?',
      ]);
      assert.deepEqual(whose?.options, ['Mine · as in my draft', 'Theirs · as it is live', 'Compare']);
      assert.equal(second?.options.at(-1), `trafficAllocation · ${side}`);
      const text = await submitting.window.read(uri);
      assert.match(text, new RegExp(`^trafficAllocation: ${allocation}$`, 'm'));
      assert.match(text, /^defaultTreatment: on$/m);
      assert.equal(submitting.window.proposals.length, 0, 'the user sees the result first');
      // The decision is not asked for again. With theirs, nothing is left to submit.
      await answering([], () => submit(uri));
      assert.equal(submitting.window.proposals[0]?.flag.trafficAllocation, side === 'Mine' ? 42 : undefined);
    });

  it('shows the three versions of a place that both have changed', async () => {
    const uri = await draft();
    await changeLive({ trafficAllocation: 7 });
    await answering(['trafficAllocation', 'Compare'], () => submit(uri));
    assert.equal(executed.at(-1)?.[0], 'vscode.changes');
    assert.equal(submitting.window.proposals.length, 0);
  });

  it('says what continuing would undo if the changes conflict', async () => {
    const uri = await draft();
    await changeLive({ trafficAllocation: 7, defaultTreatment: 'on' });
    const asked = await answering(['Go on with my text as it is'], () => submit(uri));
    assert.match(
      asked[0]!.details.join('\n'),
      /This would replace what others changed: Traffic allocation 7% → 42%\. Default treatment on → off\./,
    );
    assert.equal(submitting.window.proposals.length, 1);
  });

  it('is an ordinary draft once it was rebased, until somebody makes a further change or an undo restores the earlier text', async () => {
    const uri = await draft();
    const { window } = submitting;
    const above = async () => (await lenses.at(-1)!.provideCodeLenses({ uri }))[0]!.command.title.replaceAll('\u00A0', ' ');
    const base = async (): Promise<string> => window.read(definitionUri(window.place(FLAG, 'development'), 'base'));
    const before = await window.read(uri);
    await changeLive({ defaultTreatment: 'on' });
    await answering(['Rebase my changes'], () => submit(uri));
    const rebased = await window.read(uri);
    assert.equal(await above(), '$(edit) Draft, not submitted');
    // The text after an undo. Sending it would revert their change.
    await window.write(uri, before);
    assert.equal(await above(), '$(warning) Draft; the live definition has changed since');
    await window.write(uri, rebased);
    await changeLive({ baselineTreatment: 'on' });
    await answering(['Show the three versions'], () => submit(uri));
    assert.equal(await above(), '$(warning) Draft; the live definition has changed since');
    // The base of the draft stays. Whether it contains the live definition follows from the three texts.
    assert.match(await base(), /^defaultTreatment: off$/m);
  });

  it('does not mistake an own published request for a change by somebody else, and asks for a new title and comment', async () => {
    const uri = await draft('pre-production');
    submitting.window.atSheet.now = 'submit';
    controls[0]!.inputBox.value = 'Less of it\n\nToo many complaints.';
    await submit(uri);
    await withdraw();
    await changeLive(submitting.window.proposals[0]!.flag, 'pre-production');
    await submitting.window.refresh();
    await submitting.window.read(uri);
    await submitting.window.write(
      uri,
      (await submitting.window.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 43'),
    );
    await answering([], () => submit(uri));
    assert.deepEqual(
      submitting.window.proposals.map(({ title }) => title),
      ['Less of it', 'Change checkout-redesign'],
    );
    assert.equal(controls[0]!.inputBox.value, '');
  });

  it('notices a change that somebody else makes just before the definition is sent', async () => {
    const uri = await draft('pre-production');
    submitting.window.atSheet.now = async () => {
      await changeLive({ defaultTreatment: 'on' }, 'pre-production');
      service.seen.length = 0;
      return 'submit';
    };
    await submit(uri);
    assert.equal(service.count('POST', /^\/changeRequests/), 0);
    assert.match(last(), /^Somebody else has just changed /);
  });

  it('stops if somebody kills the flag just before the definition is sent', async () => {
    const uri = await draft('pre-production');
    const said = { title: 't', comment: 'c' };
    submitting.window.atSheet.now = async () => {
      const { workspaceId, environmentId } = service.place('pre-production');
      const kill = { operationType: 'KILL', flag: { name: FLAG }, ...said, approvers: [] } as const;
      const { id } = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, kill);
      await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'c' });
      service.seen.length = 0;
      return 'submit';
    };
    await submit(uri);
    assert.equal(service.count('POST', /^\/changeRequests/), 0);
    assert.match(last(), /^Somebody else has just killed /);
  });

  it('says after a direct change that the flag is still killed', async () => {
    const uri = await draft();
    await isGated('development', false);
    await service.as('submitter-key').killFlag({ ...service.place('development'), flagName: FLAG }, { title: 't', comment: 'c' });
    await answering(['Comment: …', 'Too many complaints.', 'Make it live: …'], () => changeNow(uri));
    assert.match(last(), /is changed\. It is still killed: everybody gets its default treatment\./);
  });

  it('keeps a draft that a different window saves while it is changed at once, and asks before that draft undoes the change', async () => {
    const uri = await draft();
    await isGated('development', false);
    const other = await openWindow(service, { folder: submitting.window.deps.context.globalStorageUri.fsPath });
    const theirs = (await other.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 17');
    service.onCall = async ({ method }) => {
      if (method !== 'GET') await other.write(uri, theirs);
      return undefined;
    };
    await answering(['Comment: …', 'Too many complaints.', 'Make it live: …'], () => changeNow(uri));
    assert.match(last(), /is changed: its new definition is live/);
    assert.equal(await submitting.window.read(uri), theirs);
    await other.refresh();
    assert.equal(await other.read(uri), theirs);
    other.dispose();
    await isGated('development');
    const [asked] = await answering([undefined], () => submit(uri));
    assert.match(asked!.details.join('\n'), /This would replace what others changed: Traffic allocation 42% → 17%\./);
  });
});
