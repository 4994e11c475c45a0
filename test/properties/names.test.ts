/** Tests that any name reaches the service unchanged, or is refused before anything is sent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Client } from '../../src/api/client.ts';
import { isApiError } from '../../src/api/errors.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { clientOn, failureOf } from '../api/stage.ts';
import { runs } from './runs.ts';
import { texts } from './texts.ts';

const page = { offset: 0, limit: 50 };

/** Names that can't be sent: an empty one, path segments such as `..`, and half a character. */
const canBeSent = (name: string): boolean => !['', '.', '..'].includes(name) && name.isWellFormed();

describe('names that are created', () => {
  let sandbox: Sandbox;
  let client: Client;
  before(async () => {
    sandbox = await startSandbox({ vocabulary: 'split' });
    client = clientOn(sandbox.baseUrl, { vocabulary: { flag: 'split' }, apiKey: sandbox.keys[0]?.key ?? '' });
  });
  after(async () => {
    await client.close();
    await sandbox.close();
  });

  it('are listed and read back as they are, as are their keys', async () => {
    const [development] = sandbox.environments;
    assert.ok(development);
    const { workspace, id } = development;
    await fc.assert(
      fc.asyncProperty(texts, fc.uniqueArray(texts, { minLength: 1, maxLength: 5 }), async (name, keys) => {
        const made = { name, description: name };
        if (!isName(name)) {
          const failure = await failureOf(client.createSegment(workspace.id, 'user', made));
          assert.ok(isApiError(failure) && failure.kind === 'service' && failure.status === 400);
          return;
        }
        const before = await client.listSegments(workspace.id, { offset: 0, limit: 200 });
        await client.createSegment(workspace.id, 'user', made);
        const { objects } = await client.listSegments(workspace.id, { offset: 0, limit: 200 });
        assert.deepEqual(
          objects.slice(before.objects.length).map((one) => [one.name, one.description]),
          [[name, name]],
        );
        assert.equal((await client.activateSegment(id, name)).name, name);
        const good = keys.filter((key) => key.trim() !== '' && key.length <= 250 && key.isWellFormed());
        if (good.length > 0) await client.uploadKeys(id, name, good);
        const held = await client.readKeys(id, name, { offset: 0, limit: 200 });
        assert.deepEqual(
          held.keys.map(({ key }) => key),
          good,
        );
        await client.deleteSegment(workspace.id, name);

        await client.createFlag(workspace.id, 'user', made);
        const flags = await client.listFlags(workspace.id, page);
        assert.deepEqual([flags?.objects.at(-1)?.name, flags?.objects.at(-1)?.description], [name, name]);
        const absent = await failureOf(client.readDefinition(workspace.id, name, id));
        assert.ok(isApiError(absent) && absent.kind === 'service' && absent.serviceMessage.includes('definition of flag'));
        await sandbox.reset();
      }),
      runs(40),
    );
  });
});

/** Names that the sandbox accepts (src/sandbox/bodyFields.ts): those that can be part of a path. */
const isName = (name: string): boolean => name.trim() !== '' && name.length <= 255 && canBeSent(name) && !/\p{Cc}/u.test(name);
