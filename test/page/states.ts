/**
 * States of the review page that together show each element of the page, as messages of the editor, from the editor's own code on
 * the sandbox.
 */
import type { Client } from '../../src/api/client.ts';
import { createClient } from '../../src/api/client.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import type { ToWebview } from '../../src/webview/protocol.ts';
import { flagStates } from './flagStates.ts';
import { movedStates } from './movedStates.ts';
import { segmentStates } from './segmentStates.ts';
import { openPanel, type Show } from './panel.ts';
import { openRequestClients, sampleRequest, SEARCH, type RequestClients } from './requests.ts';

export interface State {
  readonly name: string;
  /** The messages of the page and their answers, in order. */
  readonly messages: readonly ToWebview[];
  /** The HTML of the page as the editor creates it. */
  readonly html: string;
}

export async function makeStates(): Promise<readonly State[]> {
  const sandbox = await startSandbox();
  const clients = new Map<string, Client>();
  const as = (name: string): Client => {
    const apiKey = sandbox.keys.find((key) => key.name === name)?.key ?? '';
    const client = clients.get(name) ?? createClient({ baseUrl: sandbox.baseUrl, vocabulary: { flag: 'flag' }, apiKey });
    clients.set(name, client);
    return client;
  };
  try {
    const clients = await openRequestClients(as('submitter-key'), as('release-key'));
    const states: State[] = [];
    const show: Show = async (name, shown, { client = clients.approver, afterwards, ...connected } = {}) => {
      const panel = await openPanel(client, shown, connected);
      await afterwards?.(panel);
      states.push({ name, html: panel.html, messages: [...panel.posted] });
      panel.close();
    };
    await panelStates(clients, show, states);
    sandbox.setFaults(['latency 600ms on GET segments/*']);
    await preview(clients, show, states);
    sandbox.setFaults([]);
    await flagStates(clients, show);
    await movedStates(clients, show);
    await segmentStates(clients, show);
    return states;
  } finally {
    for (const client of clients.values()) await client.close();
    await sandbox.close();
  }
}

/** Shows the states of a panel that do not depend on the content of the request. */
async function panelStates(clients: RequestClients, show: Show, states: State[]): Promise<void> {
  const id = await sampleRequest(clients, SEARCH);
  await show('approvable', id);
  const [approvable] = states;
  if (approvable === undefined) throw new Error('there is no first state');
  const { html, messages } = approvable;
  const isBusy = (message: ToWebview): boolean => message.type === 'busy' && message.message !== undefined;
  states.push({ name: 'loading', html, messages: messages.filter(isBusy).slice(0, 1) });
  states.push({ name: 'loading-again', html, messages: [...messages, ...messages.filter(isBusy).slice(0, 1)] });
  await show('failure', 'no-such-request');
  const failure = states.at(-1)?.messages.filter(({ type }) => type === 'failure') ?? [];
  states.push({ name: 'failure-over-view', html, messages: [...messages, ...failure] });
  await show('read-only', id, { isReadOnly: true });
  await show('waits-for-person', await sampleRequest(clients, 'Checkout redesign for every account'), {
    email: 'tom.okafor@example.com',
  });
  await show('own-request', await sampleRequest(clients, 'Kill the recommendation engine'), {
    client: clients.submitter,
    keyName: 'submitter-key',
  });
}

/** The request, shown while the keys of its segment are still being read. */
async function preview(clients: RequestClients, show: Show, states: State[]): Promise<void> {
  await show('preview', await sampleRequest(clients, 'Add this month’s VIP accounts'));
  const whole = states.pop();
  if (whole)
    states.push({ ...whole, messages: whole.messages.slice(0, whole.messages.findIndex(({ type }) => type === 'keys') + 2) });
}
