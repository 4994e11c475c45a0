/** Large views from the editor's own code. The answers of the service are generated here. */
import type { ChangeRequest, FlagDefinition } from '../../src/api/model.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { openPanel } from './panel.ts';
import { definition, openRequestClients, rule, sampleRequest, SEARCH, type RequestClients } from './requests.ts';
import type { State } from './states.ts';

/** Returns a change of this many rules (a rule in ten changes, one is moved, one added, one removed), and one that adds keys. */
export async function makeBigStates(rules: number, keys: number): Promise<readonly [flag: State, segment: State]> {
  const sandbox = await startSandbox();
  const apiKey = sandbox.keys.find(({ name }) => name === 'release-key')?.key ?? '';
  const client = createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey });
  try {
    const clients = await openRequestClients(client, client);
    return [await flagState(clients, manyRules(rules), someChanged(manyRules(rules))), await keysState(clients, keys)];
  } finally {
    await client.close();
    await sandbox.close();
  }
}

type Rules = readonly ReturnType<typeof rule>[];

const manyRules = (count: number): Rules =>
  Array.from({ length: count }, (_, index) =>
    rule([`c${index}`, 'de'], index % 99, [{ type: 'IN_SEGMENT', string: `segment-${index}` }]),
  );

function someChanged(rules: Rules): Rules {
  const changed = rules.map((one, index) => (index % 10 === 5 ? { ...one, buckets: [{ treatment: 'on', size: 100 }] } : one));
  const [moved] = changed.splice(Math.floor(rules.length / 50), 1);
  changed.splice(Math.floor(rules.length * 0.8), 0, moved!);
  return [rule(['new']), ...changed.slice(0, -1)];
}

async function flagState(clients: RequestClients, before: Rules, after: Rules): Promise<State> {
  const id = await sampleRequest(clients, SEARCH);
  const live = { ...definition('new-search'), rules: before } as unknown as FlagDefinition;
  return stateOf('rules', id, {
    ...clients.approver,
    async readChangeRequest(...call): Promise<ChangeRequest> {
      const request = await clients.approver.readChangeRequest(...call);
      return { ...request, flag: { ...request.flag, ...live, rules: after } as unknown as FlagDefinition };
    },
    readDefinition: async () => ({ ...live, openChangeRequestId: id }),
  });
}

async function keysState(clients: RequestClients, count: number): Promise<State> {
  const id = await sampleRequest(clients, 'Add this month’s VIP accounts');
  const keys = Array.from({ length: count }, (_, index) => `acct-${String(index).padStart(12, '0')}`);
  return stateOf('keys', id, {
    ...clients.approver,
    async readChangeRequest(...call) {
      const request = await clients.approver.readChangeRequest(...call);
      return { ...request, segment: { ...request.segment, name: 'vip-accounts', keys } };
    },
  });
}

async function stateOf(name: string, id: string, client: Client): Promise<State> {
  const { posted, html, close } = await openPanel(client, id);
  const state = { name, html, messages: [...posted] };
  close();
  return state;
}
