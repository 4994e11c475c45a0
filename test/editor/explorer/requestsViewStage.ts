/** The Change Requests view on the sandbox, in a window that tests show and hide. */
import { afterEach, beforeEach, mock } from 'node:test';
import type { Connected, Connections } from '../../../src/editor/window/connected.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { useService } from '../../operations/service.ts';
import { passTime } from '../../time/passTime.ts';
import { log, Memento } from '../fakeContext.ts';
import { focusWindow } from '../fakePanel.ts';
import { views } from '../fakeVscode.ts';
import { testServices, type TestServices } from '../services.ts';

const { createRequestsView } = await import('../../../src/editor/explorer/changeRequests/requestsView.ts');

export const service = useService();
/** State that tests may change. It is reset before each test. */
export const stage = {} as { inUse: string; parts: TestServices; warned: string[] };
export const shows = new Set<() => unknown>();
export const view = (): { readonly message?: string; readonly description?: string } => fake.window.view;
export const fake = (globalThis as unknown as { fakeVscode: { window: { view: object; createTreeView: unknown } } }).fakeVscode;
fake.window.createTreeView = (_id: string, { treeDataProvider }: { treeDataProvider: (typeof views)[number] }) => {
  views.push(treeDataProvider);
  const onDidChangeVisibility = (listener: () => unknown): object => {
    shows.add(listener);
    return { dispose: () => void shows.delete(listener) };
  };
  const never = () => ({ dispose: () => undefined });
  const events = { onDidExpandElement: never, onDidCollapseElement: never, onDidChangeVisibility };
  fake.window.view = { visible: true, dispose: () => undefined, ...events };
  return fake.window.view;
};

/** Shows or hides the view. */
export const show = (): void => shows.forEach((listener) => void listener());
/** A user who returns to the window after a while sees the current state. */
export function lookNow(): void {
  focusWindow(false);
  passTime(61_000);
  focusWindow();
}

export const connected = (): Connected => ({
  connectionId: stage.inUse,
  connectionName: stage.inUse,
  origin: `https://${stage.inUse}.example`,
  isSandbox: false,
  isReadOnly: false,
  keyName: 'submitter-key',
  keyNames: ['submitter-key'],
  email: undefined,
  client: service.as('submitter-key'),
});

beforeEach(() => {
  stage.inUse = 'shop';
  stage.warned = [];
  const memory = new Memento();
  const connections = {
    inUse: async () => connected(),
    orAsk: async () => connected(),
    chosen: () => ({ id: stage.inUse, name: stage.inUse }),
    tryAgain: () => false,
  } as unknown as Connections;
  const warn = (message: string): unknown => stage.warned.push(message);
  stage.parts = testServices({ connections, memory, log: { ...log, warn } });
});

const opened: { dispose(): void }[] = [];
export const openView = (): ReturnType<typeof createRequestsView> => {
  const made = createRequestsView(stage.parts);
  opened.push(made);
  return made;
};
afterEach(() => {
  mock.restoreAll();
  for (const made of opened.splice(0)) made.dispose();
});

export const rows = async (): Promise<readonly TreeNode[]> =>
  ((await views.at(-1)?.getChildren?.()) ?? []) as readonly TreeNode[];
export const openCount = async (): Promise<unknown> =>
  (await rows()).map((node) => node.toTreeItem()).find(({ label }) => label === 'All open')?.description;
