/** The Change Requests view on the sandbox, in a window that tests show and hide. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { useService } from '../../operations/service.ts';
import { passTime } from '../../time/passTime.ts';
import { connectedTo, connectionsOf } from '../connected.ts';
import { log, Memento } from '../fakeContext.ts';
import { focusWindow } from '../fakePanel.ts';
import { views } from '../fakeVscode.ts';
import { testServices, type TestServices } from '../services.ts';

const { createRequestsView } = await import('../../../src/editor/explorer/changeRequests/requestsView.ts');

export const service = useService();
/** State that tests may change. It is reset before each test. */
export const testState = {} as { inUse: string; parts: TestServices; warned: string[] };
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
export function returnToWindow(): void {
  focusWindow(false);
  passTime(61_000);
  focusWindow();
}

/** Waits until the condition is true, at most a few seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !holds(); tries += 1) await setTimeout(5);
  assert.ok(holds());
}

export const connected = (): Connected => {
  const { inUse: connectionId } = testState;
  const origin = `https://${connectionId}.example`;
  return connectedTo(service, 'submitter-key', {
    connectionId,
    connectionName: connectionId,
    origin,
    keyNames: ['submitter-key'],
  });
};

beforeEach(() => {
  testState.inUse = 'shop';
  testState.warned = [];
  const memory = new Memento();
  const connections = connectionsOf(connected);
  const warn = (message: string): unknown => testState.warned.push(message);
  testState.parts = testServices({ connections, memory, log: { ...log, warn } });
});

const opened: { dispose(): void }[] = [];
export const openView = (): ReturnType<typeof createRequestsView> => {
  const made = createRequestsView(testState.parts);
  opened.push(made);
  return made;
};
afterEach(() => {
  mock.restoreAll();
  for (const made of opened.splice(0)) made.dispose();
});

const rows = async (): Promise<readonly TreeNode[]> => ((await views.at(-1)?.getChildren?.()) ?? []) as readonly TreeNode[];
export const openCount = async (): Promise<unknown> =>
  (await rows()).map((node) => node.toTreeItem()).find(({ label }) => label === 'All open')?.description;
/** The rows of the group with this label. */
export const rowsIn = async (label: RegExp): Promise<readonly TreeNode[]> => {
  const group = (await rows()).find((node) => label.test(String(node.toTreeItem().label))) ?? assert.fail(String(label));
  return ((await views.at(-1)?.getChildren?.(group)) ?? []) as readonly TreeNode[];
};
