/** Tests the comparison of a published state of a flag with the current one, and with another published state. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ChangeRequest, NewFlagRequest } from '../../../src/api/model.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import type { Comparison } from '../../../src/editor/review/subject.ts';
import { useService } from '../../operations/service.ts';
import { fakePanel } from '../fakePanel.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { testServices } from '../services.ts';

const { chooseStates } = await import('../../../src/editor/review/compare.ts');
const { attachComparison } = await import('../../../src/editor/review/comparison.ts');

const FLAG = 'page-states';
const NOW = 'What is in production now';
const service = useService();
let deps: ReviewContext;
let connected: Connected;

const definition = (on: number, more: object = {}): NewFlagRequest['flag'] => ({
  name: FLAG,
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [
    { treatment: 'on', size: on },
    { treatment: 'off', size: 100 - on },
  ],
  ...more,
});

/** Submitted with one API key, and approved with the other one by default. */
async function publish(
  operationType: NewFlagRequest['operationType'],
  flag: NewFlagRequest['flag'],
  title: string,
  { environment = 'production', isApproved = true } = {},
): Promise<string> {
  const { workspaceId, environmentId } = service.place(environment);
  const rolloutStatusId = await service.rolloutStatus();
  const request: NewFlagRequest = { operationType, flag, title, comment: 'Please.', approvers: [], rolloutStatusId };
  const { id } = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, request);
  if (isApproved) await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'Fine.' });
  return id;
}

/** An answer without the environment, because the document does not promise it. */
function withoutEnvironment(client: Connected['client']): Connected['client'] {
  const bare = (request: ChangeRequest): ChangeRequest => ({ ...request, ...(request.flag && { flag: { ...request.flag, environment: null } }) }); // prettier-ignore
  return {
    ...client,
    readChangeRequest: async (...call) => bare(await client.readChangeRequest(...call)),
    async listChangeRequests(...call) {
      const page = await client.listChangeRequests(...call);
      return { ...page, data: page.data.map(bare) };
    },
  };
}

async function choose(id: string, replies: readonly Reply[]): Promise<Comparison | undefined> {
  let comparison: Comparison | undefined;
  await withReplies(replies, async () => (comparison = await chooseStates(deps, connected, id)));
  return comparison;
}

/** Returns the content of the comparison's panel. */
async function summaryOf(comparison: Comparison | undefined): Promise<readonly string[]> {
  assert.ok(comparison);
  const page = fakePanel();
  attachComparison(deps, page.panel, comparison);
  page.say({ type: 'ready' });
  await page.until((posted) => posted.some(({ type }) => type === 'view'));
  const { heading, summary, words } = page.view();
  page.close();
  return [heading, words.summary, ...summary.map(({ text }) => text)];
}

describe('the result of a request about a flag', () => {
  beforeEach(async () => {
    const client = service.as('submitter-key');
    connected = {
      connectionId: 'c1',
      connectionName: 'Shop',
      origin: client.origin,
      isSandbox: false,
      isReadOnly: false,
      keyName: 'submitter-key',
      keyNames: ['submitter-key'],
      email: undefined,
      client,
    };
    const connections = {
      inUse: async () => connected,
      chosen: () => ({ id: 'c1', name: 'Shop' }),
      nameOf: () => 'Shop',
      tryAgain: () => false,
      onDidChange: () => ({ dispose: () => undefined }),
    };
    deps = { ...testServices({ connections }), panels: new Set(), queue: { ids: [] } } as unknown as ReviewContext;
    await client.createFlag(service.workspace('Storefront'), 'account', { name: FLAG, description: '' });
  });

  it('is compared with the result of a different request, chosen by title and time', async () => {
    const first = await publish('CREATE', definition(10), 'Ten per cent');
    const second = await publish('UPDATE', definition(40), 'Forty per cent');
    await publish('UPDATE', definition(70, { trafficAllocation: 50 }), 'Seventy per cent');
    const comparison = await choose(second, ['Seventy per cent']);
    assert.match(questions[0]?.text ?? '', /^Compare page-states as this request left it with/);
    assert.equal(questions[0]?.options[0], NOW);
    assert.deepEqual(
      questions[0]?.options
        .filter((option) => /per cent/.test(option))
        .map((option) => option.split(':')[0])
        .toSorted((one = '', other = '') => one.localeCompare(other)),
      ['Seventy per cent', 'Ten per cent'],
    );
    assert.match(questions[0]?.options.find((option) => option.startsWith('Ten')) ?? '', /: Published (now|\d+ seconds? ago)$/);
    assert.deepEqual(await summaryOf(comparison), [
      FLAG,
      'How Seventy per cent differs from Forty per cent',
      'Traffic allocation 100% → 50%.',
      'Everybody else: on 40% → 70% (+30), off 60% → 30% (-30).',
    ]);
    assert.deepEqual(
      (await summaryOf(await choose(second, ['Ten per cent']))).at(-1),
      'Everybody else: on 40% → 10% (-30), off 60% → 90% (+30).',
    );
    assert.equal((await choose(first, ['Forty per cent']))?.after.kind, 'request');
  });

  it('is found on any page of the published requests, up to a limit of pages', async () => {
    const first = await publish('CREATE', definition(10), 'Ten per cent');
    const { client } = connected;
    let pages = 0;
    const endless = async (...[filter]: Parameters<typeof client.listChangeRequests>) => {
      pages += 1;
      const page = await client.listChangeRequests(filter.marker ? { status: 'PUBLISHED' } : filter);
      const data = [pages === 3 ? await late() : await other()];
      return { ...page, data, nextMarker: `page ${pages}` };
    };
    const late = async (): Promise<ChangeRequest> => ({ ...(await client.readChangeRequest(first)), id: 'late', title: 'Late' });
    const other = async (): Promise<ChangeRequest> => ({ ...(await late()), id: `other ${pages}`, flag: null });
    connected = { ...connected, client: { ...client, listChangeRequests: endless } };
    assert.deepEqual((await choose(first, ['Late']))?.after, { kind: 'request', id: 'late', label: 'Late' });
    assert.equal(pages, 10);
    const again = async () => ({ data: [await other()], nextMarker: 'same' });
    const stuck = { ...client, listChangeRequests: async () => ((pages += 1), (await again()) as never) };
    pages = 0;
    connected = { ...connected, client: stuck };
    await choose(first, [undefined]);
    assert.equal(pages, 2);
  });

  it('is compared after a question for the environment, if that is not known', async () => {
    const first = await publish('CREATE', definition(10), 'Ten per cent');
    await publish('UPDATE', definition(40), 'Forty per cent');
    connected = { ...connected, client: withoutEnvironment(connected.client) };
    const comparison = await choose(first, ['What is in staging now']);
    assert.ok(questions[0]?.options.includes(NOW));
    assert.ok(questions[0]?.options.some((option) => option.startsWith('Forty per cent')));
    assert.deepEqual((await summaryOf(comparison)).at(-1), 'How staging differs from Ten per cent');
    await deps.serviceFacts.rememberRequest(connected.origin, first, service.environment('production'));
    await choose(first, [undefined]);
    assert.deepEqual(
      questions[0]?.options.filter((option) => option.startsWith('What is')),
      [NOW],
    );
  });

  it('can’t be compared if a request contains no definition, and a message says so', async () => {
    await publish('CREATE', definition(10), 'Ten per cent');
    const kill = await publish('KILL', { name: FLAG }, 'Kill it');
    const told = await withReplies([], async () => assert.equal(await chooseStates(deps, connected, kill), undefined));
    assert.deepEqual(told, ['“Kill it” contains no definition to compare.']);
  });
});
