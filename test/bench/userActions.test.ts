/** Tests that each user action makes a limited number of calls, whatever the size of the service. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { worldSizeIn } from '../../src/sandbox/world/generatedWorld.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { clientOn } from '../api/stubService.ts';
import { openLargeService, userActions } from './userActions.ts';

describe('the number of calls of a user action is limited', async () => {
  const text = '20x20x2000';
  const size = worldSizeIn(text);
  const sandbox = await startSandbox({ world: text });
  const apiKey = sandbox.keys[0]!.key;
  const setup = clientOn(sandbox.baseUrl, { apiKey });
  const large = await openLargeService(setup, size);
  after(async () => {
    await setup.close();
    await sandbox.close();
  });
  for (const { what, calls, run } of userActions) {
    it(`${what}: at most ${calls(size)}`, async () => {
      let made = 0;
      const client = clientOn(sandbox.baseUrl, { apiKey, onCall: () => (made += 1) });
      await run({ ...large, client }, () => undefined);
      await client.close();
      assert.ok(made > 0 && made <= calls(size), `${made} calls`);
    });
  }
});
