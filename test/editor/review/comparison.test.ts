/** Tests how two definitions or drafts differ. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendable } from '../../operations/service.ts';
import type { FakePanel } from '../fakePanel.ts';
import type { FlagTarget } from '../../../src/editor/window/target.ts';
import { executed } from '../fakeVscode.ts';
import { has, isIdle, until, usePanels } from './usePanels.ts';
import { draftsOf } from '../services.ts';

const { attachComparison } = await import('../../../src/editor/review/comparison.ts');

const panels = usePanels();
const { service } = panels;

describe('a comparison', () => {
  const side = (name: string) => ({ kind: 'environment', environment: service.environment(name) }) as const;
  const compare = async (flagName: string, before: string, after: string): Promise<FakePanel> => {
    const page = panels.panel();
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
    attachComparison(panels.deps, page.panel, { workspace, flagName, before: side(before), after: side(after) });
    page.say({ type: 'ready' });
    await page.until((posted) => has('view')(posted) && isIdle(posted));
    return page;
  };

  it('shows the differences between two environments, without decision buttons', async () => {
    const { panel, view } = await compare('checkout-redesign', 'staging', 'production');
    assert.equal(panel.title, 'checkout-redesign · staging ↔ production');
    assert.deepEqual(
      view().summary.map(({ text }) => text),
      ['Rules, first match wins: Rule 2 (only in production).', 'Everybody else: on 50% → 0% (-50), off 50% → 100% (+50).'],
    );
    assert.deepEqual([view().words.before, view().words.after], ['staging', 'production']);
    assert.ok(view().actions.every(({ isTool }) => isTool));
    assert.ok(
      view()
        .sections.flatMap(({ rows }) => rows)
        .every(({ changeLabel }) => !/added|removed/.test(changeLabel)),
    );
  });

  it('finds no difference between a definition and itself', async () => {
    const { view } = await compare('new-search', 'production', 'production');
    assert.deepEqual(
      view().summary.map(({ text }) => text),
      ['They are the same.'],
    );
    assert.deepEqual([view().words.before, view().words.after], ['production (1)', 'production (2)']);
    // Only their IDs, times and environments differ, which only the service writes.
    const others = await compare('holiday-prices', 'development', 'staging');
    assert.deepEqual(
      others.view().summary.map(({ text }) => text),
      ['They are the same.'],
    );
  });

  it('leads to a proposal of the left definition to other environments', async () => {
    const page = await compare('new-search', 'staging', 'production');
    assert.equal(page.view().actions.find(({ id }) => id === 'propose')?.label, 'Propose staging Elsewhere…');
    page.say({ type: 'action', id: 'propose' });
    await until(() => executed.at(-1)?.[0] === 'flagAdmin.flag.propose');
    const { name, environment } = (executed.at(-1)![1] as { target: FlagTarget }).target;
    assert.deepEqual([name, environment.name], ['new-search', 'staging']);
  });

  it('reads a draft of this window', async () => {
    const { id } = service.environment('production');
    const live = await service.as('submitter-key').readDefinition(service.workspace('Storefront'), 'new-search', id);
    const definitionOf = async (name: string) =>
      name === 'mine' ? { ...live, ...sendable(live), trafficAllocation: 75 } : undefined;
    const workspace = { id: service.workspace('Storefront'), name: 'Storefront' };
    const page = panels.panel();
    const comparison = {
      workspace,
      flagName: 'new-search',
      before: side('production'),
      after: { kind: 'draft', id: 'mine', label: 'your draft' },
    } as const;
    attachComparison({ ...panels.deps, definitionDrafts: draftsOf({ definitionOf }) as never }, page.panel, comparison);
    page.say({ type: 'ready' });
    await page.until(has('view'));
    assert.deepEqual(
      page.view().summary.map(({ text }) => text),
      ['Traffic allocation 50% → 75%.'],
    );
  });
});
