/** Tests the comparison of a published state of a flag with the current one, and with another published state. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ChangeRequest, NewFlagRequest } from '../../../src/api/model.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { ReviewContext } from '../../../src/editor/review/reviewContext.ts';
import type { Comparison } from '../../../src/editor/review/subject.ts';
import { useService } from '../../operations/service.ts';
import { connectedTo, connectionsOf, reviewContextOf } from '../connected.ts';
import { fakePanel } from '../fakePanel.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { has, textsOf } from './usePanels.ts';

const { chooseStates } = await import('../../../src/editor/review/compare.ts');
const { attachComparison } = await import('../../../src/editor/review/comparison.ts');

const FLAG = 'page-states';
const NOW = 'The current definition in production';
const service = useService();
let deps: ReviewContext;
let connected: Connected;

const shares = (on: number) => [
  { treatment: 'on', size: on },
  { treatment: 'off', size: 100 - on },
];

/** Submits with one API key, and approves with the other one. */
async function publish(operationType: NewFlagRequest['operationType'], title: string, fields: object): Promise<string> {
  const { workspaceId, environmentId } = service.place('production');
  const rolloutStatusId = await service.rolloutStatus();
  const request: NewFlagRequest = {
    operationType,
    flag: { name: FLAG, ...fields },
    title,
    comment: 'Please.',
    approvers: [],
    rolloutStatusId,
  };
  const { id } = await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, request);
  await service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'Fine.' });
  return id;
}
const publishShares = (
  operationType: 'CREATE' | 'UPDATE',
  title: string,
  on: number,
  trafficAllocation = 100,
): Promise<string> => {
  const treatments = [{ name: 'on' }, { name: 'off' }];
  return publish(operationType, title, {
    treatments,
    defaultTreatment: 'off',
    trafficAllocation,
    rules: [],
    defaultRule: shares(on),
  });
};

async function choose(id: string, reply: Reply): Promise<Comparison | undefined> {
  let comparison: Comparison | undefined;
  await withReplies([reply], async () => (comparison = await chooseStates(deps, connected, id)));
  return comparison;
}

/** Returns the content of the comparison's panel. */
async function summaryOf(comparison: Comparison | undefined): Promise<readonly string[]> {
  assert.ok(comparison);
  const page = fakePanel();
  attachComparison(deps, page.panel, comparison);
  page.say({ type: 'ready' });
  await page.until(has('view'));
  const { words, summary } = page.view();
  page.close();
  return [words.summary, ...textsOf(summary)];
}

describe('the result of a request about a flag', () => {
  beforeEach(async () => {
    connected = connectedTo(service);
    deps = reviewContextOf({ connections: connectionsOf(() => connected) });
    await connected.client.createFlag(service.workspace('Storefront'), 'account', { name: FLAG, description: '' });
  });

  it('is compared with the result of a different request, chosen by title and time', async () => {
    const first = await publishShares('CREATE', 'Ten per cent', 10);
    const second = await publishShares('UPDATE', 'Forty per cent', 40);
    await publishShares('UPDATE', 'Seventy per cent', 70, 50);
    const comparison = await choose(second, 'Seventy per cent');
    const [now, ...others] = questions[0]!.options;
    assert.equal(now, NOW);
    const offered = others.filter((option) => /per cent/.test(option)).toSorted((one, other) => one.localeCompare(other));
    assert.equal(offered.length, 2);
    assert.match(offered[0]!, /^Seventy per cent: Last comment (now|\d+ seconds? ago)$/);
    assert.match(offered[1]!, /^Ten per cent: /);
    assert.deepEqual(await summaryOf(comparison), [
      'How Seventy per cent differs from Forty per cent',
      'Traffic allocation 100% → 50%.',
      'Everybody else: on 40% → 70% (+30), off 60% → 30% (-30).',
    ]);
    assert.equal((await choose(first, 'Forty per cent'))?.after.kind, 'request');
  });

  it('is found on any page of the published requests, up to a limit of pages', async () => {
    const first = await publishShares('CREATE', 'Ten per cent', 10);
    const { client } = connected;
    const late = { ...(await client.readChangeRequest(first)), id: 'late', title: 'Late' };
    let pages = 0;
    const listingOf = (markerOf: (page: number) => string): void => {
      pages = 0;
      const listChangeRequests = async () => {
        pages += 1;
        const found: ChangeRequest = pages === 3 ? late : { ...late, id: `other ${pages}`, flag: null };
        return { data: [found], nextMarker: markerOf(pages) };
      };
      connected = { ...connected, client: { ...client, listChangeRequests } };
    };
    listingOf((page) => `page ${page}`);
    assert.deepEqual((await choose(first, 'Late'))?.after, { kind: 'request', id: 'late', label: 'Late' });
    assert.equal(pages, 10);
    listingOf(() => 'same');
    await choose(first, undefined);
    assert.equal(pages, 2);
  });

  it('is compared after a question for the environment, if that is not known', async () => {
    const first = await publishShares('CREATE', 'Ten per cent', 10);
    await publishShares('UPDATE', 'Forty per cent', 40);
    const { client } = connected;
    // The API document does not promise that a request names its environment.
    const bare = (request: ChangeRequest): ChangeRequest => ({
      ...request,
      flag: request.flag && { ...request.flag, environment: null },
    });
    const readChangeRequest: typeof client.readChangeRequest = async (...call) => bare(await client.readChangeRequest(...call));
    const listChangeRequests: typeof client.listChangeRequests = async (...call) => {
      const page = await client.listChangeRequests(...call);
      return { ...page, data: page.data.map(bare) };
    };
    connected = { ...connected, client: { ...client, readChangeRequest, listChangeRequests } };
    const comparison = await choose(first, 'The current definition in staging');
    const ofState = (): readonly string[] =>
      questions[0]!.options.filter((option) => option.startsWith('The current definition in'));
    assert.ok(ofState().includes(NOW));
    assert.ok(questions[0]?.options.some((option) => option.startsWith('Forty per cent')));
    assert.deepEqual(await summaryOf(comparison), ['How staging differs from Ten per cent']);
    await deps.serviceFacts.rememberRequest(connected.origin, first, service.environment('production'));
    await choose(first, undefined);
    assert.deepEqual(ofState(), [NOW]);
  });

  it('can’t be compared if a request contains no definition, and a message says so', async () => {
    await publishShares('CREATE', 'Ten per cent', 10);
    const kill = await publish('KILL', 'Kill it', {});
    const told = await withReplies([], async () => assert.equal(await chooseStates(deps, connected, kill), undefined));
    assert.deepEqual(told, ['“Kill it” contains no definition to compare.']);
  });
});
