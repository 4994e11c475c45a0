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
  it('shows the differences between two environments, without decision buttons', async () => {
    const { panel, view } = await compare('checkout-redesign', side('staging'), side('production'));
    assert.equal(panel.title, 'checkout-redesign · staging ↔ production');
    const differences = [
      'Rules, first match wins: Rule 2 (only in production).',
      'Everybody else: on 50% → 0% (-50), off 50% → 100% (+50).',
    ];
    assert.deepEqual(textsOf(view().summary), differences);
    assert.deepEqual([view().words.before, view().words.after], ['staging', 'production']);
    assert.ok(view().actions.every(({ isTool }) => isTool));
  });

  it('finds no difference between a definition and itself, or if only the service writes the differing fields', async () => {
    const { view } = await compare('new-search', side('production'), side('production'));
    assert.deepEqual(textsOf(view().summary), ['They are the same.']);
    assert.deepEqual([view().words.before, view().words.after], ['production (1)', 'production (2)']);
    const others = await compare('holiday-prices', side('development'), side('staging'));
    assert.deepEqual(textsOf(others.view().summary), ['They are the same.']);
  });

  it('leads to a proposal of the left definition to other environments', async () => {
    const page = await compare('new-search', side('staging'), side('production'));
    assert.equal(buttonOf(page, 'propose')?.label, 'Propose staging Elsewhere…');
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
});

it('the tab of a review names the object and the environment, with different icons for a flag and a segment', async () => {
  const looksOf = async (title: RegExp): Promise<readonly unknown[]> => {
    const { panel, view } = await panels.openReview(title);
    return [
      panel.title,
      ...Object.values(panel.iconPath as object).map((icon) => /[\w-]+\.svg$/.exec(icon.path ?? icon)?.[0]),
      view().object,
    ];
  };
  const flag = ['new-search · production of Storefront', 'flag-light.svg', 'flag-dark.svg', 'flag'];
  assert.deepEqual(await looksOf(/^New search/), flag);
  const segment = ['trial-accounts · pre-production of Storefront', 'segment-light.svg', 'segment-dark.svg', 'segment'];
  assert.deepEqual(await looksOf(/^Remove ended trials/), segment);
});
