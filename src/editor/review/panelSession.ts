/**
 * What every panel does, whatever it shows: it reads with its own connection, shows, reads again when told, and looks now
 * and then whether what it shows is still so. What is being read is never swapped behind the reader's back.
 */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { ActionId, Failure, KeyList, ReviewView, ToWebview } from '../../webview/protocol.ts';
import { tellFailure } from '../command.ts';
import { isMissingApiKey, isRefusedApiKey, type Connected } from '../connected.ts';
import { describeFailure } from '../failure.ts';
import { logFailure } from '../log.ts';
import type { OpenPanel, ReviewDeps } from './index.ts';
import { parseFromWebview } from './messages.ts';
import { ownConnection } from './ownConnection.ts';
import { reviewPage } from './page.ts';
import { panelKey, restoreText, subjectId, type Bound, type Kept } from './subject.ts';
import { unturned } from '../unturned.ts';

const { t } = vscode.l10n;

/** Milliseconds between two looks at whether what is shown is still so. */
const LOOK_AGAIN_AFTER = 60_000;

/** A view but for what the session adds. */
export interface Page {
  readonly title: string;
  readonly view: Omit<ReviewView, 'id' | 'restore'>;
  readonly lists: readonly KeyList[];
}

/** What is special to a kind of panel. `Read` is what it has read. */
export interface Content<Read> {
  readonly reading: string;
  read(connected: Connected, signal: AbortSignal): Promise<Read>;
  /** Ties a new reading to the one that it takes the place of. */
  after(now: Read, shown: Read): Read;
  page(now: Read, isStale: boolean): Page;
  /** Cheap, and allowed to overlook something. */
  isMoved(now: Read, signal: AbortSignal): Promise<boolean>;
  act(id: ActionId, now: Read): Promise<void>;
  /** The reader asks to read again: what the service has refused may be otherwise by now. */
  forget?(now: Read): Promise<void>;
  /** A failure in better words than its own; undefined if there are none. */
  explain(error: unknown, connected: Connected | undefined): string | undefined;
}

export interface Session<Read> {
  read(): Promise<void>;
  show(now: Read): void;
}

/** Fills a panel. Everything it listens to ends with the panel. */
export function startSession<Read>(
  deps: ReviewDeps,
  panel: vscode.WebviewPanel,
  { subject, bound: kept }: Kept,
  contentOf: (session: Session<Read>) => Content<Read>,
): void {
  const closed = new AbortController();
  const id = subjectId(subject);
  let bound: Bound | undefined = kept;
  /** What may be acted upon; undefined while it is read again: nothing is decided on what may no longer be so. */
  let current: Read | undefined;
  let shown: Read | undefined;
  let isStale = false;
  /** The newest reading; an older one is given up. */
  let reading: AbortController | undefined;
  /** The connection in use is another, or its API key: what is shown has to be read again once somebody can see it. */
  let isOutdated = false;
  let lookedAt = 0;
  let nextLook: NodeJS.Timeout | undefined;
  let failure: Failure | undefined;
  const session: Session<Read> = { read, show };
  const content = contentOf(session);

  const post = (message: ToWebview): void => {
    if (!closed.signal.aborted) logFailure(panel.webview.postMessage(message), deps.log);
  };
  const fail = (what: Failure): void => {
    failure = what;
    post(what);
  };

  async function read(): Promise<void> {
    if (closed.signal.aborted) return;
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    isOutdated = false;
    current = undefined;
    post({ type: 'busy', message: content.reading });
    let connected: Connected | undefined;
    try {
      const own = await ownConnection(deps.connections, bound);
      if (mine.signal.aborted) return;
      if (!own.ok) return fail(own.failure);
      ({ connected } = own);
      bound ??= { connectionId: connected.connectionId, connectionName: connected.connectionName };
      const now = await content.read(connected, mine.signal);
      if (!mine.signal.aborted) show(now);
    } catch (error) {
      if (mine.signal.aborted) return;
      const { sentence, detail } = describeFailure(error);
      deps.log.warn(detail);
      const message = content.explain(error, connected) ?? sentence;
      fail({ type: 'failure', message, tone: 'danger', retry: t('Retry'), step: undefined });
    } finally {
      if (reading === mine) {
        reading = undefined;
        post({ type: 'busy', message: undefined });
      }
    }
  }

  /** Nothing is read for nobody: what is hidden is read when it comes to the front. */
  function readOnceVisible(): void {
    if (panel.visible) return void read();
    reading?.abort();
    reading = undefined;
    current = undefined;
    isOutdated = true;
  }

  function show(read: Read): void {
    if (closed.signal.aborted) return;
    const now = shown === undefined ? read : content.after(read, shown);
    current = shown = now;
    isStale = false;
    failure = undefined;
    lookedAt = Date.now();
    draw(now, true);
    waitToLook();
  }

  function draw(now: Read, withKeys: boolean): void {
    const { title, view, lists } = content.page(now, isStale);
    panel.title = unturned(title);
    panel.iconPath = iconOf(deps, view.object);
    post({ type: 'view', view: { id, restore: bound ? restoreText(subject, bound) : '', ...view } });
    if (withKeys) post({ type: 'keys', lists });
  }

  /** The page starts anew each time its tab comes to the front: it gets what it showed, and only then a look is taken. */
  async function begin(): Promise<void> {
    if (shown === undefined) return read();
    draw(shown, true);
    if (failure) post(failure);
    if (reading) post({ type: 'busy', message: content.reading });
    return look();
  }

  /** A banner at most: what is on the page stays until the reader asks. */
  async function look(): Promise<void> {
    if (isOutdated && panel.visible) return read();
    const now = current;
    if (now === undefined || isStale || !panel.visible) return;
    if (Date.now() - lookedAt >= LOOK_AGAIN_AFTER) {
      lookedAt = Date.now();
      try {
        const isMoved = await content.isMoved(now, closed.signal);
        if (current !== now || isStale) return;
        isStale = isMoved;
        if (isMoved) return draw(now, false);
      } catch (error) {
        if (closed.signal.aborted) return;
        // Nobody asked for this look: what fails here fails again, and is told, when something is done.
        deps.log.warn(describeFailure(error).detail);
        if (hasStatus(error, 401) || isRefusedApiKey(error) || isMissingApiKey(error)) return;
        if (hasStatus(error, 429)) lookedAt += (error.retryAfterSeconds ?? 0) * 1000;
      }
    }
    waitToLook();
  }

  /** Only while somebody can see what a look would find. */
  function waitToLook(): void {
    clearTimeout(nextLook);
    if (closed.signal.aborted || !panel.visible || !vscode.window.state.focused) return;
    nextLook = setTimeout(() => void look(), Math.max(lookedAt + LOOK_AGAIN_AFTER - Date.now(), 0));
    nextLook.unref();
  }

  async function act(action: ActionId): Promise<void> {
    if (action === 'switchConnection') {
      if (bound) await deps.connections.switchTo(bound.connectionId);
      return undefined;
    }
    if (action === 'refresh' && current !== undefined) await content.forget?.(current);
    if (action === 'refresh' || action === 'showChanges' || current === undefined) return read();
    return content.act(action, current);
  }

  async function receive(message: unknown): Promise<void> {
    const parsed = parseFromWebview(message);
    if (!parsed) return;
    const isAgain = parsed.type === 'retry' || (parsed.type === 'action' && parsed.id === 'refresh');
    if (isAgain && deps.connections.tryAgain()) return;
    try {
      if (parsed.type === 'action') await act(parsed.id);
      else if (parsed.type === 'ready') await begin();
      else await read();
    } catch (error) {
      await tellFailure(error, deps.log);
      // What the service did in spite of the failure is shown, not guessed.
      await read();
    }
  }

  const open: OpenPanel = {
    panel,
    key: () => panelKey(subject, bound),
    look() {
      lookedAt = Number.NEGATIVE_INFINITY;
      void look();
    },
  };
  deps.panels.add(open);
  const listeners = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage((message) => void receive(message)),
    panel.onDidChangeViewState(() => void look()),
    vscode.window.onDidChangeWindowState(({ focused }) => (focused ? void look() : clearTimeout(nextLook))),
    deps.connections.onDidChange(readOnceVisible),
  );
  panel.onDidDispose(() => {
    closed.abort();
    reading?.abort();
    clearTimeout(nextLook);
    listeners.dispose();
    deps.panels.delete(open);
  });
  panel.webview.html = reviewPage(panel.webview, deps.extensionUri);
}

function iconOf({ extensionUri }: ReviewDeps, object: ReviewView['object']): { light: vscode.Uri; dark: vscode.Uri } {
  const file = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', `${object}-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}
