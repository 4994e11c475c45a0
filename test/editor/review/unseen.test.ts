/** Tests that an unreadable state is approved only after a question that says so. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReviewState } from '../../../src/editor/review/reviewState.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { useService } from '../../operations/service.ts';
import { pressNext, shown as told } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { testServices } from '../services.ts';

const { decide } = await import('../../../src/editor/review/decide.ts');
const isInUse = async (): Promise<boolean> => true;

const service = useService();

async function review(isEnvironmentKnown: boolean): Promise<ReviewState> {
  const client = service.as('release-key');
  const { data } = await client.listChangeRequests({});
  const id = data.find(({ title }) => title?.includes('VIP accounts'))?.id ?? assert.fail();
  const environment = isEnvironmentKnown ? service.environment('production') : undefined;
  const keys = { keyName: 'release-key', keyNames: ['release-key'], email: undefined };
  const connection = { connectionId: 'c', connectionName: 'Shop', origin: client.origin };
  return {
    connected: { ...connection, ...keys, isSandbox: false, isReadOnly: false, client },
    place: { workspaceName: 'Storefront', environment, provenBy: environment && 'reading' },
    reviewed: await readReview(client, id, environment?.id),
    key: { name: 'release-key' },
    others: [],
    readAt: Date.now(),
    previous: undefined,
    before: undefined,
    remembered: () => undefined,
    environmentOf: () => undefined,
  };
}

/** A service whose count is higher than its number of keys. */
const giveFewer = (): void => {
  service.onCall = ({ path }) =>
    path.includes('/keys') ? { status: 200, body: { keys: [{ key: 'a' }], count: 312 } } : undefined;
};
const decisions = (): number => service.count('PUT', /^\/changeRequests\//);

describe('an approval without a visible current state', () => {
  it('asks first, and sends nothing if the user cancels', async () => {
    giveFewer();
    const shown = await review(true);
    assert.deepEqual(await answering([], () => decide(testServices(), 'approve', shown, isInUse)), []);
    const question = told.at(-1);
    assert.match(question?.message ?? '', /^Approve “.*VIP accounts.*” unseen\?$/);
    assert.match(
      question?.detail ?? '',
      /state in production could not be read, so the review shows only what was requested\. Refresh it first\. Flag Admin can’t tell what this would change/,
    );
    assert.equal(decisions(), 0);
  });

  it('continues like any other approval if the user accepts that', async () => {
    giveFewer();
    const shown = await review(true);
    pressNext('Approve Unseen…');
    await answering(['Seen elsewhere.', 'production'], () => decide(testServices(), 'approve', shown, isInUse));
    assert.equal(decisions(), 1);
    assert.match(told.at(-1)?.message ?? '', /is approved by “release-key” and published/);
  });

  it('says so if the environment is not known', async () => {
    await answering([], async () => decide(testServices(), 'approve', await review(false), isInUse));
    assert.match(
      told.at(-1)?.detail ?? '',
      /^Its environment is not known, so the current state can’t be shown\. Check it in the service’s web console first/,
    );
  });
});
