/** Runs the review panel without the editor, on a real service, and records the messages for its page. */
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Client } from '../../src/api/client.ts';
import type { Connected } from '../../src/editor/window/connected.ts';
import type { ReviewContext } from '../../src/editor/review/reviewContext.ts';
import type { Comparison } from '../../src/editor/review/subject.ts';
import type { ToWebview } from '../../src/webview/protocol.ts';
import { Memento } from '../editor/fakeContext.ts';
import { testServices } from '../editor/services.ts';

const { attachReview } = await import('../../src/editor/review/reviewPanel.ts');
const { attachComparison } = await import('../../src/editor/review/comparison.ts');
const silent = (): object => ({ dispose: () => undefined });
Object.assign((globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window, {
  state: { focused: true },
  onDidChangeWindowState: silent,
});

/** The origin of the page's files, for its policy and for the browser. */
const PAGE_ORIGIN = 'https://review.test';
const LIMIT_MILLISECONDS = 30_000;

export interface Panel {
  /** The HTML of the page as the editor creates it. */
  readonly html: string;
  /** All messages to the page so far. */
  readonly posted: readonly ToWebview[];
  /**
   * Passes a message of the page to the editor, and waits until `isDone` is true for the messages since then. Default: a view was
   * shown.
   */
  send(message: unknown, isDone?: (since: readonly ToWebview[]) => boolean): Promise<void>;
  /** Switches to a different connection or API key, and notifies all listeners. */
  use(other: Partial<Connected>): void;
  close(): void;
}

/** The connection in use, and whether its service has accepted a rejection. */
type How = Partial<Connected> & { readonly canReject?: boolean };

/** Opens the review of a request (by ID) or a comparison, and waits until it is shown. */
export async function openPanel(client: Client, shown: string | Comparison, { canReject, ...as }: How = {}): Promise<Panel> {
  let connected: Connected = {
    connectionId: 'c1',
    connectionName: 'Sandbox',
    origin: 'http://127.0.0.1',
    isSandbox: true,
    isReadOnly: false,
    keyName: 'release-key',
    keyNames: ['submitter-key', 'release-key'],
    email: undefined,
    client,
    ...as,
  };
  const posted: ToWebview[] = [];
  let receive: ((message: unknown) => unknown) | undefined;
  let dispose = (): void => undefined;
  const webview = {
    html: '',
    cspSource: PAGE_ORIGIN,
    asWebviewUri: (uri: unknown) => uri,
    postMessage: async (message: ToWebview) => posted.push(message) > 0,
    onDidReceiveMessage(listener: typeof receive) {
      receive = listener;
      return { dispose: () => undefined };
    },
  };
  let tellChange = (): void => undefined;
  const panel = {
    webview,
    title: '',
    visible: true,
    active: true,
    onDidDispose: (listener: () => void) => ((dispose = listener), silent()),
    onDidChangeViewState: silent,
    reveal: () => undefined,
  };
  const connections = {
    inUse: async () => connected,
    orAsk: async () => connected,
    useKey: async () => undefined,
    withKey: async (keyName: string) => ({ ...connected, keyName }),
    chosen: () => ({ id: connected.connectionId, name: connected.connectionName }),
    nameOf: () => 'Sandbox',
    switchTo: async () => undefined,
    tryAgain: () => false,
    onDidChange: (listener: () => void) => ((tellChange = listener), silent()),
  };
  const memory = new Memento();
  const services = testServices({ connections, memory, context: { extensionUri: PAGE_ORIGIN } });
  if (canReject !== undefined) await services.serviceFacts.rememberRejecting(connected.origin, canReject);
  const deps = { ...services, panels: new Set(), queue: { ids: [] } } as unknown as ReviewContext;
  const webviewPanel = panel as unknown as vscode.WebviewPanel;
  if (typeof shown === 'string') attachReview(deps, webviewPanel, shown);
  else attachComparison(deps, webviewPanel, shown);
  const opened: Panel = {
    html: webview.html,
    posted,
    async send(message, isDone = isSettled) {
      assert.ok(receive);
      const from = posted.length;
      await receive(message);
      const limit = AbortSignal.timeout(LIMIT_MILLISECONDS);
      while (!isDone(posted.slice(from))) {
        assert.ok(!limit.aborted, 'the editor has posted no view and no failure');
        await new Promise((done) => setTimeout(done, 5));
      }
    },
    use(other) {
      connected = { ...connected, ...other };
      tellChange();
    },
    close: () => dispose(),
  };
  await opened.send({ type: 'ready' });
  return opened;
}

/** True if a view was shown and nothing is in progress. */
function isSettled(messages: readonly ToWebview[]): boolean {
  const busy = messages.findLast(({ type }) => type === 'busy');
  const isDone = busy === undefined || (busy.type === 'busy' && busy.message === undefined);
  return isDone && messages.some(({ type }) => type === 'view' || type === 'failure');
}

type View = Extract<ToWebview, { readonly type: 'view' }>['view'];

/**
 * True if the messages end with a view that differs from the previous view. Tests can't wait for a fixed number of views, because
 * a review sends a second view when more has been read.
 */
const showsNew =
  (partOf: (view: View) => unknown) =>
  ({ posted }: Panel): ((messages: readonly ToWebview[]) => boolean) => {
    const last = (messages: readonly ToWebview[]): string | undefined =>
      messages.flatMap((message) => (message.type === 'view' ? [JSON.stringify(partOf(message.view))] : [])).at(-1);
    const before = last(posted);
    return (messages) => isSettled(messages) && last(messages) !== undefined && last(messages) !== before;
  };
export const showsNewStatus = showsNew(({ status }) => status.label);
export const showsNewNotice = showsNew(({ notices }) => notices.length);

/** Opens a panel, runs the actions, and records its messages as a state. */
export type Show = (
  name: string,
  shown: Parameters<typeof openPanel>[1],
  how?: Parameters<typeof openPanel>[2] & { readonly client?: Client; readonly afterwards?: (panel: Panel) => Promise<void> },
) => Promise<void>;
