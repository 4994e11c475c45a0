/** Tests saving identities with the real client and the sandbox: batches, refused rows, and how it stops. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { saveIdentitiesInBatches } from '../../../src/operations/identities/saveIdentities.ts';
import { writePermit } from '../permits.ts';
import { useService } from '../service.ts';

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ key: `acct-${from + index}`, values: { plan: 'free' }, line: index + 2 }));

describe('identities', () => {
  const service = useService();
  const saving = async (
    all: ReturnType<typeof rows>,
    options: { signal?: AbortSignal; onProgress?: (sent: number) => void } = {},
  ) => {
    const { workspaceId, environmentId } = service.place('development');
    const client = service.as('submitter-key');
    const [type] = (await client.listTrafficTypes(workspaceId)) ?? [];
    const permit = writePermit(service.environment('development'));
    return saveIdentitiesInBatches(client, { trafficTypeId: type?.id ?? '', environmentId }, all, { permit, ...options });
  };
  const posts = () => service.count('POST', /identities/);

  it('are saved, and refused ones are reported with the reason', async () => {
    const tooLong = { key: 'acct-x', values: { plan: 'x'.repeat(10_001) }, line: 9 };
    const told = await saving([...rows(3), tooLong, ...rows(2, 3)]);
    const failed = told.failed.map(({ identity, message }) => [identity.line, message]);
    const expected = [[9, 'plan must have at most 10000 characters']];
    assert.deepEqual([told.outcome, told.sent, failed], ['saved', 6, expected]);
  });

  it('are sent in several batches in order, with progress', async () => {
    const progress: number[] = [];
    const told = await saving(rows(2500), { onProgress: (sent) => progress.push(sent) });
    assert.deepEqual([told.outcome, told.sent, told.failed], ['saved', 2500, []]);
    assert.deepEqual(progress, [0, 1000, 2000, 2500]);
    assert.equal(posts(), 3);
  });

  it('are no longer sent if the service is unreachable, and the progress is reported', async () => {
    service.onCall = ({ method }) => (method === 'POST' && posts() > 1 ? 'loseRequest' : undefined);
    const told = await saving(rows(2500));
    assert.deepEqual([told.outcome, told.sent], ['stopped', 1000]);
  });

  it('are no longer sent after the user cancels', async () => {
    const abort = new AbortController();
    const told = await saving(rows(2500), { signal: abort.signal, onProgress: (sent) => void (sent === 1000 && abort.abort()) });
    assert.deepEqual([told.outcome, told.sent, posts()], ['cancelled', 1000, 1]);
  });

  it('are no longer sent after a whole batch is refused', async () => {
    service.onCall = ({ method }) => (method === 'POST' ? { status: 403, body: { code: 403, message: 'no' } } : undefined);
    const told = await saving(rows(10));
    assert.ok(told.outcome === 'stopped');
    assert.equal((told.error as { status?: number }).status, 403);
  });

  it('that are missing in the answer count as not confirmed', async () => {
    const body = {
      objects: [{ key: 'acct-0' }],
      failed: [{ key: 'acct-1', message: 'why' }, null, { object: { key: 'acct-2' } }],
    };
    service.onCall = ({ method }) => (method === 'POST' ? { status: 200, body } : undefined);
    const told = await saving(rows(4));
    const failed = told.failed.map(({ identity, message }) => `${identity.key} ${message}`);
    assert.deepEqual(failed, ['acct-1 why', 'acct-2 ', 'acct-3 undefined']);
  });

  it('are not sent with a permit for a different environment', async () => {
    const { environmentId } = service.place('development');
    const options = { permit: writePermit(service.environment('staging')) };
    const place = { trafficTypeId: 't', environmentId };
    await assert.rejects(saveIdentitiesInBatches(service.as('submitter-key'), place, rows(1), options), /another environment/);
  });
});
