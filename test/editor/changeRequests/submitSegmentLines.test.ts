/** Tests that the sheet shows whom a change of a segment affects, if the definitions arrive in time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Proposal } from '../../../src/editor/changes/change.ts';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { useSubmitting } from './submitting.ts';

const { requestOnly } = await import('../../../src/editor/changes/change.ts');
const { changeSummary } = await import('../../../src/editor/changes/summaryLines.ts');
const { service, openWindow } = useSubmitting();

const nothingKnown = () => undefined;

function proposal(): Proposal {
  const { connected } = openWindow();
  const workspace = { id: service.workspace('Storefront'), name: 'Storefront', requiresTitleAndComments: false };
  const where = { connected, workspace, environment: service.environment('production') };
  const payload = { operationType: 'CREATE', segment: { name: 'vip-accounts', keys: ['a-new-key'] } } as const;
  return { ...requestOnly(where, payload), payload, contents: new Set(['another']) };
}

it('the sheet of a segment’s change request names open requests that touch it, if their list was read', async () => {
  const asked = proposal();
  await catalogOf(asked.connected.client).requests().read({ count: 100 });
  const { lines } = await changeSummary(asked, nothingKnown);
  assert.match(lines.at(-1) ?? '', /^“Add this month’s VIP accounts” is also open on vip-accounts\.$/);
});
