/** Tests how two definitions or drafts differ, and how the tab of a panel looks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendable } from '../../operations/service.ts';
import type { FakePanel } from '../fakePanel.ts';
import type { FlagTarget } from '../../../src/editor/window/target.ts';
import type { Side } from '../../../src/editor/review/subject.ts';
import { executed } from '../fakeVscode.ts';
import { draftsOf } from '../services.ts';
import { buttonOf, isShown, textsOf, until, usePanels } from './usePanels.ts';

const { attachComparison } = await import('../../../src/editor/review/comparison.ts');

const panels = usePanels();
const { service } = panels;
const side = (name: string): Side => ({ kind: 'environment', environment: service.environment(name) });
async function compare(flagName: string, before: Side, after: Side, deps = panels.deps): Promise<FakePanel> {
  const page = panels.panel();
  const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
  attachComparison(deps, page.panel, { workspace, flagName, before, after });
  page.say({ type: 'ready' });
  await page.until(isShown);
  return page;
}

describe('a comparison', () => {
  it('finds no difference between a definition and itself, or if only the service writes the differing fields', async () => {
    const { view } = await compare('new-search', side('production'), side('production'));
    assert.deepEqual(textsOf(view().summary), ['Both definitions are the same.']);
    assert.deepEqual([view().words.before, view().words.after], ['production (1)', 'production (2)']);
    const others = await compare('holiday-prices', side('development'), side('staging'));
    assert.deepEqual(textsOf(others.view().summary), ['Both definitions are the same.']);
  });

  it('names both environments, offers no decision, and leads to a proposal of the left definition to other environments', async () => {
    const page = await compare('new-search', side('staging'), side('production'));
    assert.equal(page.panel.title, 'new-search · staging ↔ production');
    assert.match(JSON.stringify(page.panel.iconPath), /flag-light\.svg.*flag-dark\.svg/);
    const { words, actions } = page.view();
    assert.deepEqual([words.before, words.after], ['staging', 'production']);
    assert.ok(actions.every(({ isTool }) => isTool));
    assert.equal(buttonOf(page, 'propose')?.label, 'Propose Definition from staging to Other Environments…');
    page.say({ type: 'action', id: 'propose' });
    await until(() => executed.at(-1)?.[0] === 'flagAdmin.flag.propose');
    const { name, environment } = (executed.at(-1)![1] as { target: FlagTarget }).target;
    assert.deepEqual([name, environment.name], ['new-search', 'staging']);
  });

  it('reads a draft of this window', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'new-search', environmentId);
    const mine = { ...live, ...sendable(live), trafficAllocation: 75 };
    const definitionDrafts = draftsOf({ definitionOf: async (id) => (id === 'mine' ? mine : undefined) }) as never;
    const draft = { kind: 'draft', id: 'mine', label: 'your draft' } as const;
    const { view } = await compare('new-search', side('production'), draft, { ...panels.deps, definitionDrafts });
    assert.deepEqual(textsOf(view().summary), ['Traffic allocation 50% → 75%.']);
  });

  it('does not say that two definitions are the same if one contains a number that can’t be read exactly', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'new-search', environmentId);
    const definitionDrafts = draftsOf({ definitionOf: async () => ({ ...live, largeNumber: '9007199254740993' }) }) as never;
    const draft = { kind: 'draft', id: 'mine', label: 'other' } as const;
    const { view } = await compare('new-search', side('production'), draft, { ...panels.deps, definitionDrafts });
    assert.deepEqual(textsOf(view().summary), []);
    assert.match(textsOf(view().notices).join(), /^other: Flag Admin can’t read the number 9007199254740993 exactly/);
  });

  it('says that two definitions differ if only the order of their treatments does', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'new-search', environmentId);
    const mine = { ...live, treatments: live.treatments.toReversed() };
    const definitionDrafts = draftsOf({ definitionOf: async () => mine }) as never;
    const draft = { kind: 'draft', id: 'mine', label: 'your draft' } as const;
    const { view } = await compare('new-search', side('production'), draft, { ...panels.deps, definitionDrafts });
    assert.deepEqual(textsOf(view().summary), ['Treatments: Order of the treatments (differs).']);
  });
});
