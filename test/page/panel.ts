/** Runs the review panel without the editor, on a real service, and records the messages for its page. */
import type { Client } from '../../src/api/client.ts';
import type { Connected, Connections } from '../../src/editor/window/connected.ts';
import type { Comparison } from '../../src/editor/review/subject.ts';
import type { FromWebview, ToWebview } from '../../src/webview/protocol.ts';
import { connectionsOf, reviewContextOf } from '../editor/connected.ts';
import { Memento } from '../editor/fakeContext.ts';
import { fakePanel } from '../editor/fakePanel.ts';

const { attachReview } = await import('../../src/editor/review/reviewPanel.ts');
const { attachComparison } = await import('../../src/editor/review/comparison.ts');

/** The origin of the page's files, for its policy and for the browser. */
const PAGE_ORIGIN = 'https://review.test';

export interface Panel {
  /** The HTML of the page as the editor creates it. */
  readonly html: string;
  /** All messages to the page so far. */
  readonly posted: readonly ToWebview[];
  /**
   * Passes a message of the page to the editor, and waits until `isDone` is true for the messages since then. Default: a view was
   * shown.
   */
  send(message: FromWebview, isDone?: (since: readonly ToWebview[]) => boolean): Promise<void>;
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
  const { panel, posted, say, until, close } = fakePanel();
  Object.assign(panel.webview, { cspSource: PAGE_ORIGIN });
  const listeners = new Set<() => void>();
  const connections = connectionsOf(() => connected, {
    nameOf: () => 'Sandbox',
    onDidChange: ((listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    }) as Connections['onDidChange'],
  });
  const context = { extensionUri: PAGE_ORIGIN };
  const deps = reviewContextOf({ connections, memory: new Memento(), context });
  if (canReject !== undefined) await deps.serviceFacts.rememberCanReject(connected.origin, canReject);
  if (typeof shown === 'string') attachReview(deps, panel, shown);
  else attachComparison(deps, panel, shown);
  const opened: Panel = {
    html: panel.webview.html,
    posted,
    async send(message, isDone = isSettled) {
      const from = posted.length;
      say(message);
      await until((all) => isDone(all.slice(from)));
    },
    use(other) {
      connected = { ...connected, ...other };
      for (const listener of listeners) listener();
    },
    close,
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

/**
 * True if the messages end with a view whose status differs from that of the previous view. Tests can't wait for a fixed number
 * of views, because a review sends a second view when more has been read.
 */
export function showsNewStatus({ posted }: Panel): (messages: readonly ToWebview[]) => boolean {
  const last = (messages: readonly ToWebview[]): string | undefined =>
    messages.flatMap((message) => (message.type === 'view' ? [message.view.status.label] : [])).at(-1);
  const before = last(posted);
  return (messages) => isSettled(messages) && last(messages) !== undefined && last(messages) !== before;
}

/** Opens a panel, runs the actions, and records its messages as a state. */
export type Show = (
  name: string,
  shown: Parameters<typeof openPanel>[1],
  how?: Parameters<typeof openPanel>[2] & { readonly client?: Client; readonly afterwards?: (panel: Panel) => Promise<void> },
) => Promise<void>;
