/** The session of a panel: it reads the content, shows it, and checks regularly whether it is current. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import { after, type Timer } from '../../time/clock.ts';
import type { ActionId, FailureMessage, ToWebview } from '../../webview/protocol.ts';
import { tellFailure } from '../window/command.ts';
import type { Connected } from '../window/connected.ts';
import { needsApiKey } from '../words/connectionErrors.ts';
import { describeFailure } from '../words/failureWords.ts';
import { serviceChanges } from '../window/events.ts';
import { logFailure } from '../window/log.ts';
import { createCheckSchedule, MINUTE } from './checkTimes.ts';
import type { OpenPanel, ReviewContext } from './reviewContext.ts';
import { labelText } from '../words/escape.ts';
import { connectionOfPanel, retryStep } from './panelConnection.ts';
import type { Content, Session, SessionOptions } from './panelContent.ts';
import { withUnknownOutcome, panelIcon, parseMessage, pressDecision, reviewPage, viewOnly, type PanelPage } from './panelPage.ts';
import { panelKey, restoreText, subjectId, type SavedPanel } from './subject.ts';

/** Starts the session of a panel. The session ends when the panel is closed, or when it gets a different request. */
export function startSession<Read>(
  deps: ReviewContext,
  panel: vscode.WebviewPanel,
  { subject, bound: opened, isKept = false }: SavedPanel,
  contentOf: (session: Session<Read>) => Content<Read>,
  { refill, isRefill = false }: SessionOptions = {},
): void {
  const closed = new AbortController();
  const id = subjectId(subject);
  let bound = opened;
  /** The content on which the user can decide. Undefined during a read request, because the content might be outdated. */
  let current: Read | undefined;
  /** The content that was read last. The page shows it during a read request. */
  let latest: Read | undefined;
  /** A sentence that something has changed since `current` was read. Undefined if no change is known. */
  let foundChange: string | undefined;
  /** The controller of the read request that is under way. A new read request aborts it. */
  let reading: AbortController | undefined;
  /** True if a different connection or API key is in use. The panel then reads again when it becomes visible. */
  let isOutdated = false;
  const times = createCheckSchedule();
  let nextCheck: Timer | undefined;
  let failure: FailureMessage | undefined;
  /** A sentence about something unknown, such as the outcome of a decision. Undefined after the next successful read. */
  let doubt: string | undefined;
  const content = contentOf({
    read,
    show,
    preview: (page) => latest === undefined && !closed.signal.aborted && draw(page, true),
    redraw: () => latest && draw(pageOf(latest), false),
  });
  const post = (message: ToWebview): void => {
    if (!closed.signal.aborted) logFailure(panel.webview.postMessage(message), deps.log);
  };
  const restore = (): string => restoreText(subject, bound, open.isKept);
  const pageOf = (now: Read): PanelPage =>
    current === undefined && failure ? viewOnly(content.page(now, foundChange)) : content.page(now, foundChange);
  function failRead(what: FailureMessage): undefined {
    failure = doubt === undefined ? what : withUnknownOutcome(what, doubt);
    if (latest !== undefined) draw(pageOf(latest), false);
    post(failure);
  }

  async function read(newDoubt?: string): Promise<Read | undefined> {
    if (closed.signal.aborted) return undefined;
    doubt = newDoubt ?? doubt;
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    isOutdated = false;
    current = undefined;
    post({ type: 'busy', message: content.reading });
    let connected: Connected | undefined;
    try {
      const own = await connectionOfPanel(deps.connections, bound);
      if (mine.signal.aborted) return undefined;
      if ('type' in own) return failRead(own);
      connected = own;
      bound ??= { connectionId: connected.connectionId, connectionName: connected.connectionName };
      const now = await content.read(connected, AbortSignal.any([mine.signal, closed.signal]));
      if (mine.signal.aborted) return undefined;
      show(now);
      return current;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      const { sentence, detail } = describeFailure(error);
      deps.log.warn(detail);
      // The user can go on to the next request in the queue even if this one can't be read.
      const steps = [retryStep(), ...(content.queue?.view(true).steps ?? [])];
      return failRead({ type: 'failure', text: content.explain?.(error, connected) ?? sentence, tone: 'danger', steps });
    } finally {
      if (reading === mine) {
        reading = undefined;
        post({ type: 'busy', message: undefined });
      }
    }
  }

  /** Reads at once if the panel is visible. Otherwise makes it read when it becomes visible. */
  function readOnceVisible(): void {
    if (panel.visible) return void read();
    reading?.abort();
    reading = undefined;
    current = undefined;
    isOutdated = true;
  }

  function show(read: Read): void {
    if (closed.signal.aborted) return;
    const now = latest === undefined ? read : (content.after?.(read, latest) ?? read);
    current = latest = now;
    foundChange = failure = doubt = undefined;
    times.restart();
    draw(pageOf(now), true);
    scheduleCheck();
  }

  function draw({ title, view, lists }: PanelPage, withKeys: boolean): void {
    panel.title = labelText(title);
    panel.iconPath = panelIcon(deps.context.extensionUri, view.object);
    post({ type: 'view', view: { id, restore: restore(), queue: content.queue?.view(open.isKept), ...view } });
    if (withKeys) post({ type: 'keys', lists });
    // The page hides its progress bar and the failure when it receives a view. They are shown again if they still apply.
    if (!reading && failure) post(failure);
    if (reading && current === undefined) post({ type: 'busy', message: content.reading });
  }

  /** Shows the content that was read last, and then checks it. Called when the tab of the panel comes to the front. */
  async function fillPage(): Promise<unknown> {
    // A page that was hidden while its panel got a different request still shows the previous request.
    if (latest === undefined && isRefill) post({ type: 'refill', restore: restore() });
    if (latest === undefined) return read();
    draw(pageOf(latest), true);
    return check();
  }

  /** Checks whether the content is current. If not, shows a notice. The user then decides when to see the changes. */
  async function check(isFromTimer = false): Promise<void> {
    if (isOutdated && panel.visible) return void (await read());
    const now = current;
    if (now === undefined || foundChange !== undefined || !panel.visible) return;
    if (times.isDue(isFromTimer)) {
      try {
        const change = await content.findChange(now, closed.signal);
        if (current !== now || foundChange !== undefined) return;
        foundChange = change;
        if (change !== undefined) return draw(pageOf(now), false);
      } catch (error) {
        if (closed.signal.aborted) return;
        // The failure is only logged, because the user did not ask for this check.
        deps.log.warn(describeFailure(error).detail);
        if (needsApiKey(error)) return;
        if (hasStatus(error, 429)) times.delay((error.retryAfterSeconds ?? 0) * 1000);
      }
    }
    scheduleCheck();
  }

  /** Updates the displayed ages each minute, and checks the content if a check is due. Runs only while the panel is visible. */
  function scheduleCheck(): void {
    nextCheck?.dispose();
    if (closed.signal.aborted || !panel.visible || !vscode.window.state.focused) return;
    nextCheck = after(MINUTE, () => {
      if (current !== undefined && foundChange === undefined) draw(pageOf(current), false);
      void check(true);
    });
  }

  async function act(action: ActionId): Promise<unknown> {
    if (action === 'switchConnection') return bound && deps.connections.switchTo(bound.connectionId);
    if (action === 'next' || action === 'previous') return content.queue?.move(action === 'next' ? 1 : -1);
    if (action === 'keepOpen') {
      open.isKept = true;
      return latest && draw(pageOf(latest), false);
    }
    if (action === 'refresh' && current !== undefined) await content.forget?.(current);
    if (action === 'refresh' || action === 'showChanges' || current === undefined) return read();
    return content.act(action, current);
  }

  async function receive(message: unknown): Promise<void> {
    const parsed = parseMessage(message);
    // Ignores a button of an earlier request. Otherwise the user could decide on a request that they have not seen.
    if (!parsed || (parsed.type === 'action' && parsed.view !== undefined && parsed.view !== id)) return;
    if (parsed.type === 'action' && parsed.id === 'refresh' && deps.connections.tryAgain()) return;
    try {
      if (parsed.type === 'action') await act(parsed.id);
      else await fillPage();
    } catch (error) {
      await tellFailure(error, deps.log);
      // Reads the state at the service, which might have changed despite the failure.
      await read();
    }
  }

  const checkNow = (): void => {
    times.expire();
    void check();
  };
  function end(): void {
    closed.abort();
    reading?.abort();
    nextCheck?.dispose();
    listeners.dispose();
    deps.panels.delete(open);
  }

  /** Presses a button for a command or a keyboard shortcut. If the page does not have it, tells the user why. */
  async function press(action: ActionId): Promise<void> {
    const shown = current === undefined ? failure : pageOf(current).view;
    // While the content is being read, the page says so.
    if (shown && !reading) await pressDecision(shown, action, (id) => receive({ type: 'action', id }), deps.log);
  }

  const open: OpenPanel = {
    panel,
    id,
    key: () => panelKey(subject, bound),
    isKept,
    press,
    refill: refill && ((...next) => (end(), refill(...next))),
  };
  deps.panels.add(open);
  const listeners = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage((message) => void receive(message)),
    panel.onDidChangeViewState(() => void check()),
    vscode.window.onDidChangeWindowState(({ focused }) => (focused ? void check() : nextCheck?.dispose())),
    deps.connections.onDidChange(readOnceVisible),
    // These events say that this window changed something at the service, so the content might be outdated.
    deps.events.on(serviceChanges, checkNow),
    deps.events.on(['requestsRead'], ({ isDifferent }) => isDifferent && checkNow()),
    panel.onDidDispose(end),
  );
  if (!isRefill) panel.webview.html = reviewPage(panel.webview, deps.context.extensionUri);
  else {
    post({ type: 'refill', restore: restore() });
    // A hidden page asks for its content itself when it is shown.
    if (panel.visible) void read();
  }
}
