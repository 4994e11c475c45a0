/**
 * Tests submit, review, and approval by a second API key, on a service that is exactly like admin-api.md: the request of a flag
 * does not name its environment.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { KeyName } from '../../operations/service.ts';
import { fakePanel, type FakePanel } from '../fakePanel.ts';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { has, isIdle, until } from './usePanels.ts';
import { useSubmitting, type Window } from '../changeRequests/submitting.ts';
import { fill, submit } from '../scripted.ts';

const { submitChangeRequestCommand } = await import('../../../src/editor/changeRequests/submitRequest.ts');
const { attachReview } = await import('../../../src/editor/review/reviewPanel.ts');

const { service, openWindow, flagIn } = useSubmitting({ endpoints: 'documented' });
const open: FakePanel[] = [];
afterEach(() => open.splice(0).forEach((page) => page.close()));

/** Kills a flag by a change request in this window. Returns the ID. */
async function submitKill(window: Window, environment: string): Promise<string> {
  await withReplies(['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.' }), submit], () =>
    submitChangeRequestCommand(window.deps, flagIn(environment, 'checkout-redesign')),
  );
  const { data } = await service.as('submitter-key').listChangeRequests({});
  return data.find(({ title }) => title === 'Stop it')?.id ?? assert.fail();
}

/** The review for a user with that API key, with the facts of this window. */
async function review(window: Window, keyName: KeyName, id: string): Promise<FakePanel> {
  const connected = { ...window.connected, keyName, client: service.as(keyName) };
  const connections = {
    inUse: async () => connected,
    chosen: () => ({ id: connected.connectionId, name: connected.connectionName }),
    nameOf: () => connected.connectionName,
    tryAgain: () => false,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const deps = { ...window.deps, connections, panels: new Set(), queue: { ids: [] } };
  const page = fakePanel();
  open.push(page);
  attachReview(deps as never, page.panel, id);
  page.say({ type: 'ready' });
  await page.until((posted) => has('keys')(posted) && isIdle(posted));
  return page;
}

/** Presses Approve…, and answers until the decision is reported. */
async function approve(page: FakePanel, replies: readonly Reply[]): Promise<void> {
  const before = shown.length;
  await withReplies(replies, async () => {
    page.say({ type: 'action', id: 'approve' });
    await until(() => shown.length > before);
  });
}

describe('a kill that is submitted and approved in one window', () => {
  it('in production asks for its name, and is published', async () => {
    const window = openWindow();
    const id = await submitKill(window, 'production');
    const page = await review(window, 'release-key', id);
    assert.equal(page.panel.title, 'checkout-redesign · production of Storefront');
    await approve(page, ['fine', 'production']);
    assert.match(questions.at(-1)?.text ?? '', /^This changes production of Storefront: [\w-]+\. Type “production” to go on\.$/);
    assert.match(shown.at(-1)?.message ?? '', /is approved by “release-key” and published/);
    assert.equal((await service.as('submitter-key').readChangeRequest(id)).status, 'PUBLISHED');
  });
});

describe('a kill whose environment is only known from memory', () => {
  it('is approved only once a name is typed, and the review says why', async () => {
    const { memory } = openWindow();
    const id = await submitKill(openWindow(memory), 'pre-production');
    const page = await review(openWindow(memory), 'release-key', id);
    assert.equal(page.panel.title, 'checkout-redesign · pre-production of Storefront');
    assert.match(page.view().notices[0]?.text ?? '', /^The service does not confirm that this affects only pre-production/);
    await approve(page, ['fine', 'production']);
    assert.match(
      questions.at(-1)?.text ?? '',
      /does not confirm that this affects only pre-production, so it may change production/,
    );
    assert.equal((await service.as('submitter-key').readChangeRequest(id)).status, 'PUBLISHED');
  });
});

describe('a kill whose answer is lost, while the same one is open in production', () => {
  it('is reported as unknown, and production is still approved only with its name', async () => {
    const window = openWindow();
    const inProduction = await submitKill(window, 'production');
    service.onCall = ({ method }) => (method === 'POST' ? 'loseRequest' : undefined);
    const told = await withReplies(['Kill …', ...fill({ title: 'Stop it', comment: 'It breaks.' }), submit], () =>
      submitChangeRequestCommand(window.deps, flagIn('pre-production', 'checkout-redesign')),
    );
    assert.match(told.join(), /It is not known whether “Stop it” in Storefront \/ pre-production was submitted/);
    assert.equal(window.serviceFacts.environmentOf(window.connected.origin, inProduction)?.name, 'production');
    service.onCall = () => undefined;
    const page = await review(window, 'release-key', inProduction);
    assert.equal(page.panel.title, 'checkout-redesign · production of Storefront');
    await approve(page, ['fine', 'production']);
    assert.match(questions.at(-1)?.text ?? '', /^This changes production/);
  });
});

describe('a request for which memory differs from the service', () => {
  it('uses the environment that the service proves', async () => {
    const window = openWindow();
    const client = service.as('submitter-key');
    const { workspaceId, environmentId } = service.place('production');
    const segment = { name: 'beta-accounts', keys: ['acct-90001'] };
    const said = { title: 'Add one', comment: 'They asked for it', approvers: [] };
    const { id } = await client.submitChangeRequest(workspaceId, environmentId, { operationType: 'CREATE', segment, ...said });
    await window.serviceFacts.rememberRequest(window.connected.origin, id, service.environment('pre-production'));
    const page = await review(window, 'release-key', id);
    assert.equal(page.panel.title, 'beta-accounts · production of Storefront');
    await approve(page, ['fine', 'production']);
    assert.match(questions.at(-1)?.text ?? '', /^This changes production of Storefront: [\w-]+\. Type “production” to go on\.$/);
    const { keys } = await client.readKeys(environmentId, 'beta-accounts', { offset: 0, limit: 100 });
    assert.ok(keys.some(({ key }) => key === 'acct-90001'));
  });
});
