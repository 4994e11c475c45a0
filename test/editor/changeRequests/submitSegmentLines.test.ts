/** Tests that the sheet shows whom a change of a segment affects, if the definitions arrive in time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

describe('the sheet of a segment’s change request', () => {
  it('names the rules that the added keys meet', async () => {
    const { lines } = await changeSummary(proposal(), nothingKnown);
    const [row, below] = (lines[0] ?? '').split('\n');
    assert.match(row ?? '', /1 more key meets rule 2 of “checkout-redesign”/);
    assert.ok(row && row.length <= 70, row);
    assert.match(below ?? '', /unless an individual target or an earlier rule decides first\.$/);
  });

  it('names open requests that touch it, if their list was read', async () => {
    const asked = proposal();
    await catalogOf(asked.connected.client).requests().read({ count: 100 });
    const { lines } = await changeSummary(asked, nothingKnown);
    assert.match(lines.at(-1) ?? '', /^“Add this month’s VIP accounts” is also open on vip-accounts\.$/);
  });

  it('does not wait for definitions that do not arrive', async (t) => {
    const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
    service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\/environments\/[^/]+$/.test(path) ? held : undefined);
    const { timeout } = AbortSignal;
    // The sheet waits for 3 s; the test does not.
    t.mock.method(AbortSignal, 'timeout', (limit: number) => timeout.call(AbortSignal, limit === 3_000 ? 1 : limit));
    const { lines } = await changeSummary(proposal(), nothingKnown);
    answer(undefined);
    assert.match(lines[0] ?? '', /Adds 1 key/);
  });
});
