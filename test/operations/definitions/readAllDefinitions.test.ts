/** Tests reading the definitions of an environment, and whether the result says that it is incomplete. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readListedDefinitions, readAllDefinitions } from '../../../src/operations/definitions/readAllDefinitions.ts';
import { useService } from '../service.ts';

const service = useService();

it('all definitions are those of a complete list, however the service ends it', async () => {
  const { workspaceId, environmentId } = service.place('production');
  const client = service.as('submitter-key');
  const whole = await readListedDefinitions(client, workspaceId, environmentId);
  assert.ok(whole?.isWhole && whole.definitions.length > 1);
  const [first] = whole.definitions;
  // This service ignores the offset: it returns its first page again and again.
  const page = { objects: [first], offset: 0, limit: 50, totalCount: 2 };
  service.onCall = ({ path }) => (/^\/flags\/ws\/[^/]+\/environments\//.test(path) ? { status: 200, body: page } : undefined);
  const part = await readListedDefinitions(client, workspaceId, environmentId);
  assert.deepEqual([part?.isWhole, part?.definitions.length], [false, 1]);
  assert.equal(await readAllDefinitions(client, workspaceId, environmentId), undefined);
});
