/** Tests submitting a definition whose live version has changed since the draft was started. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { executed, pressNext } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { lenses } from './fakeEditor.ts';
import { changeLive } from './others.ts';
import { FLAG, changeNow, lastMessage, openDraft, openWindow, service, setRequiresApprovals, submit, window } from './window.ts';

const { definitionUri } = await import('../../../src/editor/window/definitionUri.ts');

const MINE = 'Go on with my text as it is';
const VERSIONS = 'Show the three versions';
const REBASE = 'Rebase my changes';

/** A draft, and a later change of somebody else. */
async function outdated(change: Parameters<typeof changeLive>[0] = { defaultTreatment: 'on' }): ReturnType<typeof openDraft> {
  const uri = await openDraft();
  await changeLive(change);
  return uri;
}

describe('submitting a definition', () => {
  it('stops if the live definition has changed since the draft was started, and shows three versions', async () => {
    const uri = await outdated();
    await answering([VERSIONS], () => submit(uri));
    assert.equal(window.proposals.length, 0);
    const [command, title, resources] = executed.at(-1)!;
    assert.deepEqual(
      [command, title],
      ['vscode.changes', 'checkout-redesign: changes in the live definition, changes in your draft'],
    );
    const texts = await Promise.all((resources as readonly never[][]).flat().map((one) => window.read(one)));
    assert.equal(texts.length, 6);
    assert.match(texts[1]!, /trafficAllocation: 100/);
    assert.match(texts[2]!, /defaultTreatment: on/);
    assert.match(texts[5]!, /trafficAllocation: 42/);
    assert.match(lastMessage(), /^The left side shows the definition that your draft is based on\./);
  });

  it('leads back to the command that the user chose', async () => {
    const uri = await outdated();
    await setRequiresApprovals('development', false);
    const press = async (answers: readonly string[]): Promise<void> => {
      executed.length = 0;
      pressNext('Change Definition at Once…');
      await answering(answers, () => changeNow(uri));
      await setTimeout(0);
      // The window may also be updating its menus.
      const commands = executed.filter(([command]) => command !== 'setContext');
      assert.deepEqual(commands.at(-1), ['flagAdmin.flag.changeNow', uri]);
    };
    await press([VERSIONS]);
    await press([REBASE]);
    // Somebody changes it once more, after the confirmation list was shown.
    let reads = 0;
    service.onCall = async ({ path }) => {
      if (!/environments\/[^/]+$/.test(path) || ++reads !== 2) return undefined;
      await changeLive({ baselineTreatment: 'on' });
      return undefined;
    };
    await press(['Comment: …', 'Too many complaints.', 'Make the draft live: …']);
  });

  it('says if the definition was removed, and adds it again if the user wants that', async () => {
    const uri = await openDraft();
    const at = { ...service.place('development'), flagName: FLAG };
    await service.as('submitter-key').deleteDefinition(at, { title: 't', comment: 'c' });
    const [asked] = await answering([MINE], () => submit(uri));
    assert.equal(asked?.title, 'checkout-redesign has no definition in Storefront / development, or this API key can’t see it.');
    assert.equal(asked.prompt, 'Nothing was sent. What do you want to do with your draft?');
    assert.equal(window.proposals[0]?.operationType, 'CREATE');
  });

  it('starts again if something was typed or saved while the question was open, and overwrites none of it', async () => {
    const uri = await outdated();
    const text = (await window.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 43');
    // The names for its problems are requested after the draft was read.
    let isWritten = false;
    service.onCall = async ({ path }) => {
      if (isWritten || !path.startsWith('/segments/')) return undefined;
      isWritten = true;
      await window.write(uri, text);
      return undefined;
    };
    await answering([REBASE], () => submit(uri));
    assert.deepEqual([executed.at(-1), await window.read(uri)], [['flagAdmin.flag.submit', uri], text]);
    executed.length = 0;
    const document = await window.openDocument(uri);
    service.onCall = () => void (document.isDirty = true);
    await answering([REBASE], () => submit(uri));
    assert.deepEqual([executed.at(-1), await window.read(uri)], [['flagAdmin.flag.submit', uri], text]);
  });

  for (const [side, allocation] of [
    ['Mine', 42],
    ['Theirs', 7],
  ] as const)
    it(`shows a place that both have changed, lets the user decide on it (${side}), and merges everything else`, async () => {
      const uri = await outdated({ trafficAllocation: 7, defaultTreatment: 'on' });
      await answering(['trafficAllocation', 'Compare'], () => submit(uri));
      assert.equal(executed.at(-1)?.[0], 'vscode.changes');
      const [first, whose, second] = await answering(['trafficAllocation', side, REBASE], () => submit(uri));
      assert.deepEqual(first?.options, [VERSIONS, MINE, 'trafficAllocation · mine or theirs?']);
      assert.deepEqual(whose?.options, ['Mine · as in my draft', 'Theirs · as in the live definition', 'Compare']);
      assert.equal(second?.options.at(-1), `trafficAllocation · ${side}`);
      const text = await window.read(uri);
      assert.match(text, new RegExp(`^trafficAllocation: ${allocation}$`, 'm'));
      assert.match(text, /^defaultTreatment: on$/m);
      assert.equal(window.proposals.length, 0, 'the user sees the result first');
      // The decision is not asked for again. With theirs, nothing is left to submit.
      await answering([], () => submit(uri));
      assert.equal(window.proposals[0]?.flag.trafficAllocation, side === 'Mine' ? 42 : undefined);
    });

  it('no longer warns about a change of the live definition after a rebase, until there is a further change or an undo', async () => {
    const uri = await openDraft();
    const before = await window.read(uri);
    const above = async () => (await lenses.at(-1)!.provideCodeLenses({ uri }))[0]!.command.title.replaceAll('\u00A0', ' ');
    const isChanged = '$(warning) Draft, based on an older live definition';
    await changeLive({ defaultTreatment: 'on' });
    await answering([REBASE], () => submit(uri));
    const rebased = await window.read(uri);
    assert.equal(await above(), '$(edit) Draft, not submitted');
    // The text after an undo. Sending it would revert their change.
    await window.write(uri, before);
    assert.equal(await above(), isChanged);
    await window.write(uri, rebased);
    await changeLive({ baselineTreatment: 'on' });
    await answering([VERSIONS], () => submit(uri));
    assert.equal(await above(), isChanged);
    // The base of the draft stays. Whether it contains the live definition follows from the three texts.
    const base = await window.read(definitionUri(window.place(FLAG, 'development'), 'base'));
    assert.match(base, /^defaultTreatment: off$/m);
  });

  it('keeps a draft that a different window saves while it is changed at once, and asks before that draft undoes the change', async () => {
    const uri = await openDraft();
    const own = window;
    await setRequiresApprovals('development', false);
    const other = await openWindow({ folder: own.folder });
    const theirs = (await other.read(uri)).replace('trafficAllocation: 42', 'trafficAllocation: 17');
    service.onCall = async ({ method }) => {
      if (method !== 'GET') await other.write(uri, theirs);
      return undefined;
    };
    await answering(['Comment: …', 'Too many complaints.', 'Make the draft live: …'], () => own.run('changeNow', uri));
    assert.match(lastMessage(), /is changed: its new definition is live/);
    assert.equal(await own.read(uri), theirs);
    await other.refresh();
    assert.equal(await other.read(uri), theirs);
    const [asked] = await answering([undefined], () => submit(uri));
    assert.match(
      asked!.details.join('\n'),
      /^This would overwrite changes made to the live definition: Traffic allocation 42% → 17%\./m,
    );
  });
});
