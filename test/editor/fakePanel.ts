/** A webview panel whose page is the test: it records messages of the editor, and the test sends messages of the page. */
import { setTimeout } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { FromWebview, KeyList, ReviewView, ToWebview } from '../../src/webview/protocol.ts';
import './fakeVscode.ts';
import { currentFake } from './standIn.ts';

type Listener<T> = (value: T) => unknown;

const focusListeners = new Set<Listener<{ focused: boolean }>>();

/** The opened panels, newest last. */
export const made: FakePanel[] = [];

const fake = currentFake();
Object.assign(fake.window!, {
  state: { focused: true },
  createWebviewPanel() {
    made.push(fakePanel());
    return made.at(-1)?.panel;
  },
  onDidChangeWindowState(listener: Listener<{ focused: boolean }>) {
    focusListeners.add(listener);
    return { dispose: () => void focusListeners.delete(listener) };
  },
});

/** Focuses the window, or takes the focus away. */
export function focusWindow(focused = true): void {
  Object.assign(fake.window!, { state: { focused } });
  for (const listener of focusListeners) listener({ focused });
}

/** The number of listeners to the window. */
export const windowListeners = (): number => focusListeners.size;

export interface FakePanel {
  readonly panel: vscode.WebviewPanel;
  /** All messages to the page, newest last. */
  readonly posted: ToWebview[];
  say(message: FromWebview): void;
  /** How often the extension brought it to the front. */
  reveals(): number;
  /** Brings its tab to the front, or puts it behind a different one. */
  setVisible(isVisible: boolean): void;
  close(): void;
  /** The newest view. */
  view(): ReviewView;
  keys(): readonly KeyList[];
  /** Resolves when the condition is true. Checks at each message, and every few milliseconds. */
  until(holds: (posted: readonly ToWebview[]) => boolean): Promise<void>;
}

export function fakePanel(): FakePanel {
  const posted: ToWebview[] = [];
  const said = new Set<Listener<unknown>>();
  const disposed = new Set<Listener<undefined>>();
  const moved = new Set<Listener<undefined>>();
  const add =
    <T>(listeners: Set<Listener<T>>) =>
    (listener: Listener<T>) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    };
  let reveals = 0;
  const panel = {
    title: '',
    reveal: () => void (reveals += 1),
    visible: true,
    webview: {
      html: '',
      cspSource: 'https://own.example',
      asWebviewUri: (uri: unknown) => uri,
      postMessage: async (message: ToWebview) => posted.push(JSON.parse(JSON.stringify(message)) as ToWebview) > 0,
      onDidReceiveMessage: add(said),
    },
    onDidChangeViewState: add(moved),
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
    reveals: () => reveals,
    setVisible(isVisible) {
      panel.visible = isVisible;
      moved.forEach((listener) => void listener(undefined));
    },
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
