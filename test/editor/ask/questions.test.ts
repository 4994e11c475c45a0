/** How many questions a connection, an API key and an approval take: each box or pick that needs Enter is one. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { log, storageOf, windows } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { until, usePanels } from '../review/usePanels.ts';
import { testServices } from '../services.ts';

const { addApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { addConnection } = await import('../../../src/editor/connection/addConnection.ts');
const { createConnections } = await import('../../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');

const count = async (replies: readonly Reply[], act: () => Promise<unknown>): Promise<number> => {
  await withReplies(replies, act);
  return questions.length;
};

describe('the questions for a connection', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  it('are two, its address and an API key, and for a second API key one', async () => {
    const context = windows().open();
    const store = createConnectionStore(...storageOf(context));
    const memory = context.globalState;
    const startOwn = (): never => assert.fail('no sandbox is in use');
    const connections = createConnections({ store, memory, log, startSandbox: startOwn });
    const [first, second] = sandbox.keys as readonly { readonly key: string }[];
    const typed = { text: '' };
    assert.equal(await count([sandbox.baseUrl, first!.key], () => addConnection(store, typed)), 2);
    assert.equal(await count([second!.key], () => addApiKey(testServices({ connections, memory }), store)), 1);
    assert.equal(store.inUse()?.keyNames.length, 2);
    connections.dispose();
  });
});

describe('the questions for an approval, from the review’s button', () => {
  const panels = usePanels({}, 'release-key');

  async function approve(title: RegExp, comment: Reply, ...name: readonly Reply[]): Promise<number> {
    const extensionUri = { scheme: 'file', path: '/extension' };
    panels.deps = { ...panels.deps, context: { ...panels.deps.context, extensionUri } } as never;
    const page = await panels.openReview(title);
    const told = shown.length;
    return count([comment, ...name], async () => {
      page.say({ type: 'action', id: 'approve' });
      await until(() => shown.length > told);
    });
  }

  it('are two in production, the comment and its name', async () => {
    const id = await panels.requestId(/VIP accounts/);
    assert.equal(await approve(/VIP accounts/, 'Seen.', 'production'), 2);
    assert.match(shown.at(-1)?.message ?? '', /is approved by “release-key” and published/);
    const { comments } = await panels.service.as('submitter-key').readChangeRequest(id);
    assert.equal(comments.at(-1)?.comment, 'Seen.');
  });

  it('are one elsewhere', async () => {
    assert.equal(await approve(/^Define dark mode/, { keep: true }), 1);
    assert.match(shown.at(-1)?.message ?? '', /is approved by “release-key” and published/);
  });
});
