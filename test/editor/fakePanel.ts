/** A webview panel whose page is the test: what the editor posts is kept, and what the page says is sent by hand. */
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { FromWebview, KeyList, ReviewView, ToWebview } from '../../src/webview/protocol.ts';
import './fakeVscode.ts';

type Listener<T> = (value: T) => unknown;

const focusListeners = new Set<Listener<{ focused: boolean }>>();

Object.assign((globalThis as unknown as { fakeVscode: { window: object } }).fakeVscode.window, {
  onDidChangeWindowState(listener: Listener<{ focused: boolean }>) {
    focusListeners.add(listener);
    return { dispose: () => void focusListeners.delete(listener) };
  },
});

/** The user comes back to the window. */
export function focusWindow(): void {
  for (const listener of focusListeners) listener({ focused: true });
}

export interface FakePanel {
  readonly panel: vscode.WebviewPanel;
  /** All that was posted, newest last. */
  readonly posted: ToWebview[];
  say(message: FromWebview): void;
  close(): void;
  /** The newest view. */
  view(): ReviewView;
  keys(): readonly KeyList[];
  /** Resolves once it holds; looks as often as something is posted, and each few milliseconds. */
  until(holds: (posted: readonly ToWebview[]) => boolean): Promise<void>;
}

export function fakePanel(): FakePanel {
  const posted: ToWebview[] = [];
  const said = new Set<Listener<unknown>>();
  const disposed = new Set<Listener<undefined>>();
  const add =
    <T>(listeners: Set<Listener<T>>) =>
    (listener: Listener<T>) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    };
  const panel = {
    title: '',
    visible: true,
    webview: {
      html: '',
      cspSource: 'https://own.example',
      asWebviewUri: (uri: unknown) => uri,
      postMessage: async (message: ToWebview) => posted.push(JSON.parse(JSON.stringify(message)) as ToWebview) > 0,
      onDidReceiveMessage: add(said),
    },
    onDidChangeViewState: add(new Set<Listener<unknown>>()),
    onDidDispose: add(disposed),
  };
  const newest = <Type extends ToWebview['type']>(type: Type): Extract<ToWebview, { type: Type }> => {
    const found = posted.findLast((message) => message.type === type);
    if (!found) throw new Error(`no ${type} was posted`);
    return found as Extract<ToWebview, { type: Type }>;
  };
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    posted,
    say: (message) => said.forEach((listener) => void listener(message)),
    close: () => disposed.forEach((listener) => void listener(undefined)),
    view: () => newest('view').view,
    keys: () => newest('keys').lists,
    async until(holds) {
      const limit = performance.now() + 5000;
      while (!holds(posted)) {
        if (performance.now() > limit) throw new Error(`not posted: ${JSON.stringify(posted).slice(-2000)}`);
        await setTimeout(5);
      }
    },
  };
}
