/** Names of any kind reach the service as they are, or are refused before anything is sent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Client } from '../../src/api/client.ts';
import { isApiError } from '../../src/api/errors.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { clientOn, failureOf, json, openStage, type Stage } from '../api/stage.ts';
import { runs } from './runs.ts';
import { texts } from './texts.ts';

/** The length that services give a name at most; a longer path would not pass the header limits on its way. */
const someNames = texts.map((text) => text.slice(0, 255));

const page = { offset: 0, limit: 50 };
const why = { title: 'T', comment: 'why', approvers: [] };

/** Each call with a name in its path: with its parts as they have to arrive, in the order that the names are given. */
const calls: Readonly<
  Record<string, (client: Client, a: string, b: string, c: string) => readonly [Promise<unknown>, readonly string[]]>
> = {
  listEnvironments: (client, ws) => [client.listEnvironments(ws), ['environments', 'ws', ws]],
  listSegments: (client, ws) => [client.listSegments(ws, page), ['segments', 'ws', ws]],
  createSegment: (client, ws, type) => [
    client.createSegment(ws, type, { name: 'n', description: '' }),
    ['segments', 'ws', ws, 'trafficTypes', type],
  ],
  activateSegment: (client, env, name) => [client.activateSegment(env, name), ['segments', env, name]],
  uploadKeys: (client, env, name) => [client.uploadKeys(env, name, ['k']), ['segments', env, name, 'upload']],
  readKeys: (client, env, name) => [client.readKeys(env, name, page), ['segments', env, name, 'keys']],
  removeKeys: (client, env, name) => [
    client.removeKeys(env, name, { keys: ['k'], comment: 'c' }),
    ['segments', env, name, 'removeKeys'],
  ],
  deleteSegment: (client, ws, name) => [client.deleteSegment(ws, name), ['segments', 'ws', ws, name]],
  saveIdentities: (client, type, env) => [
    client.saveIdentities(type, env, [{ key: 'k', values: {} }]),
    ['trafficTypes', type, 'environments', env, 'identities'],
  ],
  createFlag: (client, ws, type) => [
    client.createFlag(ws, type, { name: 'n', description: '' }),
    ['flags', 'ws', ws, 'trafficTypes', type],
  ],
  listFlags: (client, ws) => [client.listFlags(ws, page), ['flags', 'ws', ws]],
  readDefinition: (client, ws, flag, env) => [
    client.readDefinition(ws, flag, env),
    ['flags', 'ws', ws, flag, 'environments', env],
  ],
  submitChangeRequest: (client, ws, env) => [
    client.submitChangeRequest(ws, env, { ...why, operationType: 'KILL', flag: { name: 'n' } }),
    ['changeRequests', 'ws', ws, 'environments', env],
  ],
  readChangeRequest: (client, id) => [client.readChangeRequest(id), ['changeRequests', id]],
  decideChangeRequest: (client, id) => [
    client.decideChangeRequest(id, { status: 'APPROVED', comment: 'c' }),
    ['changeRequests', id],
  ],
};

/** What can't be sent: nothing at all, what the way there would resolve, and half a character. */
const canBeSent = (name: string): boolean => !['', '.', '..'].includes(name) && name.isWellFormed();

describe('names in the path of a call', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage((response) => json(response, { code: 400, message: 'an echo' }, 400));
  });
  after(() => stage.close());

  for (const [name, call] of Object.entries(calls)) {
    it(`${name}: arrive as they are, or nothing is sent`, async () => {
      await fc.assert(
        fc.asyncProperty(someNames, someNames, someNames, async (a, b, c) => {
          stage.received.length = 0;
          const [promise, parts] = call(stage.client, a, b, c);
          const failure = await failureOf(promise);
          const given = parts.filter((part) => [a, b, c].includes(part));
          if (!given.every(canBeSent)) {
            assert.equal(failure.name, 'TypeError');
            assert.deepEqual(stage.received, []);
            return;
          }
          assert.ok(isApiError(failure) && failure.kind === 'service', String(failure));
          const [path = ''] = (stage.received[0]?.url ?? '').split('?');
          assert.deepEqual(path.replace(/\/$/, '').split('/').slice(4).map(decodeURIComponent), parts);
          assert.match(path, /^\/internal\/api\/v2\/[\w!'()*./~%-]+$/);
        }),
        runs(25),
      );
    });
  }

  it('arrive as they are in a query, too', async () => {
    await fc.assert(
      fc.asyncProperty(someNames, someNames, async (id, marker) => {
        stage.received.length = 0;
        const isSent = id.isWellFormed() && marker.isWellFormed();
        const failures = [
          await failureOf(stage.client.listRolloutStatuses(id)),
          await failureOf(stage.client.listChangeRequests({ status: id, marker: { next: marker } })),
        ];
        if (!isSent) return assert.ok(failures.some(({ name }) => name === 'TypeError'));
        const [statuses, requests] = stage.received.map(({ url }) => new URLSearchParams(url.slice(url.indexOf('?'))));
        assert.equal(statuses?.get('wsId'), id);
        assert.deepEqual(
          [...(requests ?? [])],
          [
            ['status', id],
            ['nextMarker', marker],
            ['after', marker],
          ],
        );
      }),
      runs(50),
    );
  });
});

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

/** What the sandbox takes as a name (src/sandbox/bodyFields.ts): what a path can carry. */
const isName = (name: string): boolean => name.trim() !== '' && name.length <= 255 && canBeSent(name) && !/\p{Cc}/u.test(name);
