/**
 * The table of transitions against the sandbox: for every state, action, kind of API key and kind of change control the
 * prediction is what the service answers, or `unknown`; never wrong.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/api/client.ts';
import { isApiError } from '../../../src/api/errors.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { decisionOf } from '../../../src/domain/changeRequests/decisions.ts';
import type { RequestAction, Verdict } from '../../../src/domain/changeRequests/transitions.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';

const KEYS = ['submitter-key', 'release-key', 'limited-key', 'read-only-key'] as const;
const SUBMITTERS = ['submitter-key', 'release-key'] as const;
const STATUS_OF = { approve: 'APPROVED', withdraw: 'WITHDRAWN', reject: 'REJECTED' } as const;
const ACTIONS = Object.keys(STATUS_OF) as readonly RequestAction[];
/** How a request gets into a state, and by which action; a state that can't be reached in this environment is left out. */
const WAYS: readonly (readonly [state: string, action: RequestAction | undefined])[] = [
  ['REQUESTED', undefined],
  ['PUBLISHED', 'approve'],
  ['WITHDRAWN', 'withdraw'],
  ['REJECTED', 'reject'],
];

for (const isDocumentedOnly of [false, true]) {
  describe(isDocumentedOnly ? 'with the documented endpoints only' : 'with all endpoints', () => {
    let sandbox: Sandbox;
    const clients = new Map<string, Client>();
    let allowedUnknown = 0;
    const tally: Record<Verdict, number> = { allowed: 0, refused: 0, unknown: 0 };

    before(async () => {
      sandbox = await startSandbox({ endpoints: isDocumentedOnly ? 'documented' : 'all' });
      for (const { name, key } of sandbox.keys)
        clients.set(name, createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey: key }));
    });
    after(async () => {
      for (const client of clients.values()) await client.close();
      await sandbox.close();
    });

    for (const environmentName of ['staging', 'pre-production', 'production'])
      for (const submitter of SUBMITTERS)
        for (const hasComment of [true, false])
          for (const [state, way] of WAYS)
            it(`${environmentName}, by ${submitter}${hasComment ? '' : ', without a comment'}, ${state}`, async () => {
              const make = (): Promise<ChangeRequest | undefined> => inState(environmentName, submitter, hasComment, way);
              let request = await make();
              for (const action of ACTIONS)
                for (const keyName of KEYS)
                  for (const isKnown of [false, true]) {
                    // Not every state can be reached everywhere.
                    if (!request) return;
                    assert.equal(request.status, state);
                    const isDone = await holds(request, action, keyName, isKnown);
                    if (isDone) request = await make();
                  }
            });

    it('refuses and allows something, and of an unknown API key allows nothing', (context) => {
      context.diagnostic(`allowed ${tally.allowed}, refused ${tally.refused}, unknown ${tally.unknown}`);
      assert.ok(tally.allowed > 0 && tally.refused > 0 && tally.unknown > 0);
      assert.equal(allowedUnknown, 0);
    });

    const as = (name: string): Client => clients.get(name)!;

    async function inState(
      environmentName: string,
      submitter: string,
      hasComment: boolean,
      way: RequestAction | undefined,
    ): Promise<ChangeRequest | undefined> {
      await sandbox.reset();
      const place = sandbox.environments.find(
        ({ name, workspace }) => name === environmentName && workspace.name === 'Storefront',
      )!;
      // Nothing is open on it, in any of the environments.
      const segment = (await freeSegment(place.id, place.workspace.id))!;
      const { id } = await as(submitter).submitChangeRequest(place.workspace.id, place.id, {
        operationType: 'CREATE',
        segment: { name: segment, keys: ['a-new-key'] },
        title: 'One more',
        ...(hasComment && { comment: 'It is asked for.' }),
        approvers: environmentName === 'staging' ? ['tom@example.com'] : [],
      });
      if (way !== undefined) {
        const by = way === 'withdraw' ? submitter : 'release-key';
        const answer = await decide(by, id, way);
        if (answer === 'refused') return undefined;
      }
      return as(submitter).readChangeRequest(id);
    }

    async function freeSegment(environmentId: string, workspaceId: string): Promise<string | undefined> {
      const { objects } = await as('submitter-key').listSegments(workspaceId, { limit: 50, offset: 0 });
      for (const { name } of objects) {
        const held = await as('submitter-key')
          .readKeys(environmentId, name, { limit: 1, offset: 0 })
          .catch(() => undefined);
        if (held && !held.openChangeRequestId) return name;
      }
      return undefined;
    }

    async function decide(keyName: string, id: string, action: RequestAction): Promise<'done' | 'refused'> {
      try {
        await as(keyName).decideChangeRequest(id, { status: STATUS_OF[action], comment: 'so be it' });
        return 'done';
      } catch (error) {
        assert.ok(isApiError(error) && error.kind === 'service' && error.status < 500, String(error));
        return 'refused';
      }
    }

    /** True if the service did it. */
    async function holds(request: ChangeRequest, action: RequestAction, keyName: string, isKnown: boolean): Promise<boolean> {
      const canWrite = keyName === 'limited-key' ? undefined : keyName !== 'read-only-key';
      const known = isKnown ? { identity: keyName, canWrite, canReject: !isDocumentedOnly } : {};
      const { verdict, reason } = decisionOf(action, request, { name: 'any', ...known });
      tally[verdict] += 1;
      if (!isKnown && verdict === 'allowed') allowedUnknown += 1;
      const answer = await decide(keyName, request.id, action);
      const isRight = verdict === 'unknown' || (verdict === 'allowed') === (answer === 'done');
      assert.ok(isRight, `${action} of ${request.status} by ${keyName}: ${verdict} (${reason}), and the service: ${answer}`);
      return answer === 'done';
    }
  });
}
