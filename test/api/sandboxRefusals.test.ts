/** Each call refused by the sandbox in each way that the documents know: what the client makes of it, and that nothing was changed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { isApiError, isApprovalsRequired } from '../../src/api/errors.ts';
import { describeModes, type Meeting } from './sandboxModes.ts';
import { failureOf } from './stage.ts';

type Who = keyof Meeting['clients'];
type Refusal = readonly [what: string, who: Who, status: number, call: (client: Client) => Promise<unknown>];

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const first = { offset: 0, limit: 10 };
const keysTo = (count: number): string[] => Array.from({ length: count }, (_, i) => `k-${i}`);

/** What each call needs to be a right one in development; it is then asked by whom it is not for, and for what is not there. */
function calls({ workspaceId, environments, endpoints }: Meeting) {
  const { development: env } = environments;
  const segment = { name: 'new', description: '' };
  const request = (environmentId: string) => (c: Client) =>
    c.submitChangeRequest(workspaceId, environmentId, {
      operationType: 'CREATE',
      title: 't',
      approvers: [],
      segment: { name: 'beta-accounts', keys: ['k'] },
    });
  const place = { workspaceId, flagName: 'dark-mode', environmentId: env };
  const nowhere = { ...place, flagName: 'no such flag' };
  const treatments = [{ name: 'on' }, { name: 'off' }];
  const definition = {
    name: 'dark-mode',
    treatments,
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    defaultRule: [{ treatment: 'on', size: 100 }],
  };
  const reads: Readonly<Record<string, (c: Client) => Promise<unknown>>> = {
    listWorkspaces: (c) => c.listWorkspaces(first),
    listEnvironments: (c) => c.listEnvironments(workspaceId),
    listRolloutStatuses: (c) => c.listRolloutStatuses(workspaceId),
    listSegments: (c) => c.listSegments(workspaceId, first),
    readKeys: (c) => c.readKeys(env, 'beta-accounts', first),
    readDefinition: (c) => c.readDefinition(workspaceId, 'dark-mode', env),
    listChangeRequests: (c) => c.listChangeRequests({}),
    readChangeRequest: (c) => c.readChangeRequest(NOWHERE),
  };
  const writes: Readonly<Record<string, (c: Client) => Promise<unknown>>> = {
    createSegment: (c) => c.createSegment(workspaceId, 'user', segment),
    activateSegment: (c) => c.activateSegment(env, 'wholesale-buyers'),
    uploadKeys: (c) => c.uploadKeys(env, 'beta-accounts', ['k']),
    removeKeys: (c) => c.removeKeys(env, 'beta-accounts', { keys: ['k'], comment: '' }),
    deleteSegment: (c) => c.deleteSegment(workspaceId, 'wholesale-buyers'),
    saveIdentities: (c) => c.saveIdentities(NOWHERE, env, [{ key: 'k', values: {} }]),
    createFlag: (c) => c.createFlag(workspaceId, 'user', segment),
    submitChangeRequest: request(environments.production),
    decideChangeRequest: (c) => c.decideChangeRequest(NOWHERE, { status: 'WITHDRAWN', comment: '' }),
  };
  const missing: Readonly<Record<string, (c: Client) => Promise<unknown>>> = {
    listEnvironments: (c) => c.listEnvironments(NOWHERE),
    listRolloutStatuses: (c) => c.listRolloutStatuses(NOWHERE),
    listSegments: (c) => c.listSegments(NOWHERE, first),
    'createSegment of an unknown traffic type': (c) => c.createSegment(workspaceId, 'nobody', segment),
    'activateSegment of no segment': (c) => c.activateSegment(env, 'nobody'),
    'uploadKeys where it is not active': (c) => c.uploadKeys(env, 'wholesale-buyers', ['k']),
    'readKeys of no environment': (c) => c.readKeys(NOWHERE, 'beta-accounts', first),
    'removeKeys of no segment': (c) => c.removeKeys(env, 'nobody', { keys: ['k'], comment: '' }),
    deleteSegment: (c) => c.deleteSegment(workspaceId, 'nobody'),
    'saveIdentities of no traffic type': (c) => c.saveIdentities(NOWHERE, env, []),
    'createFlag of an unknown traffic type': (c) => c.createFlag(workspaceId, 'nobody', segment),
    readDefinition: (c) => c.readDefinition(workspaceId, 'nobody', env),
    'submitChangeRequest in no environment': request(NOWHERE),
    readChangeRequest: (c) => c.readChangeRequest(NOWHERE),
    decideChangeRequest: (c) => c.decideChangeRequest(NOWHERE, { status: 'APPROVED', comment: '' }),
    listTrafficTypes: (c) => c.listTrafficTypes(NOWHERE),
    listActiveSegments: (c) => c.listActiveSegments(workspaceId, NOWHERE, first),
    listFlags: (c) => c.listFlags(NOWHERE, first),
    readFlag: (c) => c.readFlag(workspaceId, 'nobody'),
    listDefinitions: (c) => c.listDefinitions(workspaceId, NOWHERE, first),
    uploadKeysWithComment: (c) => c.uploadKeysWithComment(env, 'wholesale-buyers', { keys: ['k'] }),
    killFlag: (c) => c.killFlag(nowhere),
    restoreFlag: (c) => c.restoreFlag(nowhere),
  };
  const added: Readonly<Record<string, (c: Client) => Promise<unknown>>> = {
    deactivateSegment: (c) => c.deactivateSegment(env, 'churn-risk-accounts'),
    uploadKeysWithComment: (c) => c.uploadKeysWithComment(env, 'beta-accounts', { keys: ['k'] }),
    createDefinition: (c) => c.createDefinition({ ...place, flagName: 'price-experiment' }, definition),
    replaceDefinition: (c) => c.replaceDefinition(place, definition),
    deleteDefinition: (c) => c.deleteDefinition(place),
    killFlag: (c) => c.killFlag(place),
    restoreFlag: (c) => c.restoreFlag(place),
  };
  return { reads, writes: endpoints === 'all' ? { ...writes, ...added } : writes, missing };
}

/** The rules that refuse single calls. */
function rules({ workspaceId, environments, payments, vocabulary, endpoints }: Meeting): readonly Refusal[] {
  const { development, staging, production } = environments;
  const add =
    (environmentId: string, name: string, keys: string[], approvers: string[] = []) =>
    (c: Client) =>
      c.submitChangeRequest(workspaceId, environmentId, {
        operationType: 'CREATE',
        title: 't',
        approvers,
        segment: { name, keys },
      });
  const own = async (c: Client): Promise<unknown> => {
    const { id } = (await add(production, 'beta-accounts', ['k'])(c)) as { id: string };
    return c.decideChangeRequest(id, { status: 'APPROVED', comment: '' });
  };
  const decided = async (c: Client): Promise<unknown> => {
    const { data } = await c.listChangeRequests({ status: 'PUBLISHED' });
    return c.decideChangeRequest(data[0]?.id ?? '', { status: 'WITHDRAWN', comment: '' });
  };
  const full = async (c: Client): Promise<unknown> => {
    for (let i = 0; i < 10; i += 1) {
      const keys = keysTo(10_000).map((key) => `${i}-${key}`);
      await c.uploadKeys(development, 'churn-risk-accounts', keys);
    }
    return c.uploadKeys(development, 'churn-risk-accounts', ['one too many']);
  };
  const place = { workspaceId, flagName: 'gift-cards', environmentId: production };
  const inPayments = {
    ...place,
    workspaceId: payments.workspaceId,
    flagName: 'refund-limits',
    environmentId: payments.development,
  };
  const documented: Refusal[] = [
    [
      'the name of a segment that there is',
      'submitter',
      409,
      (c) => c.createSegment(workspaceId, 'user', { name: 'beta-accounts', description: '' }),
    ],
    [
      'the name of a flag that there is',
      'submitter',
      409,
      (c) => c.createFlag(workspaceId, 'user', { name: 'dark-mode', description: '' }),
    ],
    ['an activation of what is active', 'submitter', 409, (c) => c.activateSegment(development, 'beta-accounts')],
    ['more than 100,000 keys', 'submitter', 400, full],
    ['approvers where the environment has its own', 'submitter', 400, add(production, 'beta-accounts', ['k'], ['a@example.com'])],
    ['approvers that are no addresses', 'submitter', 400, add(staging, 'beta-accounts', ['k'], ['release-key'])],
    [
      'a second open request',
      'submitter',
      vocabulary === 'split' && endpoints === 'all' ? 423 : 409,
      add(production, 'vip-accounts', ['k']),
    ],
    ['10,001 keys in one request', 'submitter', 400, add(production, 'beta-accounts', keysTo(10_001))],
    // As the live service answers (service-beyond.md); the document names no status.
    ['an approval of one’s own request', 'submitter', vocabulary === 'split' && endpoints === 'all' ? 401 : 403, own],
    ['a change of what is decided', 'submitter', 409, decided],
    ['a limit above 200', 'submitter', 400, (c) => c.listSegments(workspaceId, { offset: 0, limit: 201 })],
    [
      'a workspace-level change by a key of one environment',
      'limited',
      403,
      (c) => c.createSegment(workspaceId, 'user', { name: 'new', description: '' }),
    ],
    ['another environment, for a key of one', 'limited', 404, (c) => c.readKeys(production, 'beta-accounts', first)],
    [
      'no title where the workspace requires one',
      'submitter',
      400,
      (c) =>
        c.submitChangeRequest(payments.workspaceId, payments.production, {
          operationType: 'CREATE',
          title: '',
          approvers: [],
          segment: { name: 'sepa-accounts', keys: ['k'] },
        }),
    ],
    [
      'no comment where the workspace requires one',
      'submitter',
      400,
      (c) => c.removeKeys(payments.development, 'sepa-accounts', { keys: ['k'], comment: '' }),
    ],
  ];
  if (endpoints === 'documented') return documented;
  const small = {
    name: 'gift-cards',
    treatments: [{ name: 'on' }],
    defaultTreatment: 'on',
    rules: [],
    defaultRule: [{ treatment: 'on', size: 100 }],
  };
  return [
    ...documented,
    ['a deactivation while it has keys', 'submitter', 409, (c) => c.deactivateSegment(development, 'beta-accounts')],
    ['a definition that there is', 'submitter', 409, (c) => c.createDefinition({ ...place, environmentId: development }, small)],
    [
      'a definition that is not right',
      'submitter',
      400,
      (c) => c.replaceDefinition({ ...place, environmentId: development }, { ...small, trafficAllocation: 101 }),
    ],
    ['a direct kill without title where the workspace requires one', 'submitter', 400, (c) => c.killFlag(inPayments)],
  ];
}

describeModes('refusals', (meeting) => {
  const { clients, workspaceId, environments, endpoints } = meeting;
  const { production } = environments;

  /** Everything a call could have changed, as text. */
  async function stateSeen(): Promise<string> {
    const { submitter } = clients;
    const page = { offset: 0, limit: 200 };
    return JSON.stringify([
      await submitter.listSegments(workspaceId, page),
      await submitter.readKeys(environments.development, 'beta-accounts', page),
      await submitter.readKeys(production, 'beta-accounts', page),
      await submitter.readDefinition(workspaceId, 'dark-mode', environments.development),
      await submitter.readDefinition(workspaceId, 'gift-cards', production),
      (await submitter.listChangeRequests({})).data.length,
    ]);
  }

  async function refusalOf(call: Promise<unknown>, status: number) {
    const error = await failureOf(call);
    assert.ok(isApiError(error) && error.kind === 'service', error.message);
    assert.equal(error.status, status, `${error.message} ${error.serviceMessage}`);
    return error;
  }

  it('401: an unknown API key, whatever it asks', async () => {
    const { reads, writes } = calls(meeting);
    for (const call of Object.values({ ...reads, ...writes })) {
      assert.ok((await refusalOf(call(clients.stranger), 401)).transactionId);
    }
  });

  it('403: a read-only API key, whatever it writes', async () => {
    const before = await stateSeen();
    for (const call of Object.values(calls(meeting).writes)) {
      assert.ok(!isApprovalsRequired(await refusalOf(call(clients['read-only']), 403)));
    }
    assert.equal(await stateSeen(), before);
  });

  it('404: what is not there', async () => {
    const before = await stateSeen();
    for (const [name, call] of Object.entries(calls(meeting).missing)) {
      const error = await refusalOf(call(clients.submitter), 404);
      assert.ok(error.serviceMessage && error.transactionId, name);
    }
    assert.equal(await stateSeen(), before);
  });

  it('403: approvals are required for what changes a gated environment', async () => {
    const before = await stateSeen();
    const place = { workspaceId, flagName: 'gift-cards', environmentId: production };
    const live = await clients.submitter.readDefinition(workspaceId, 'gift-cards', production);
    const direct: Readonly<Record<string, (c: Client) => Promise<unknown>>> = {
      uploadKeys: (c) => c.uploadKeys(production, 'beta-accounts', ['k']),
      removeKeys: (c) => c.removeKeys(production, 'beta-accounts', { keys: ['k'], comment: 'c' }),
      deleteSegment: (c) => c.deleteSegment(workspaceId, 'beta-accounts'),
      uploadKeysWithComment: (c) => c.uploadKeysWithComment(production, 'beta-accounts', { keys: ['k'] }),
      ...(endpoints === 'documented'
        ? {}
        : {
            replaceDefinition: (c: Client) => c.replaceDefinition(place, live),
            deleteDefinition: (c: Client) => c.deleteDefinition(place),
            killFlag: (c: Client) => c.killFlag(place),
            restoreFlag: (c: Client) => c.restoreFlag(place),
            deactivateSegment: (c: Client) => c.deactivateSegment(production, 'beta-accounts'),
          }),
    };
    for (const [name, call] of Object.entries(direct)) {
      const error = await refusalOf(call(clients.submitter), 403);
      assert.ok(isApprovalsRequired(error) && error.code === 403 && error.transactionId, name);
    }
    assert.equal(await stateSeen(), before);
  });

  for (const [what, who, status, call] of rules(meeting)) {
    it(`${status}: ${what}`, async () => {
      await refusalOf(call(clients[who]), status);
    });
  }
});
