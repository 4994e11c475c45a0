/** One review panel: reads the request and the live object, shows them, and carries out what the user decides. */
import * as vscode from 'vscode';
import { submitterOf } from '../../domain/changeRequests/decisions.ts';
import type { DecisionOutcome } from '../../operations/decideRequest.ts';
import { createKeyAbilities } from '../../operations/keyAbilities.ts';
import { findEnvironment } from '../../operations/findEnvironment.ts';
import { hasStatus } from '../../api/errors.ts';
import { readReview, type Reviewed } from '../../operations/readReview.ts';
import { allPages } from '../allPages.ts';
import { tellFailure } from '../command.ts';
import type { Connected } from '../connected.ts';
import { describeFailure } from '../failure.ts';
import { commands } from '../names.ts';
import { operationSentence } from '../requestWords.ts';
import { tellRefusal } from '../tell.ts';
import type { FromWebview, ToWebview } from '../../webview/protocol.ts';
import { keyThatMayApprove } from './actions.ts';
import { decide } from './decide.ts';
import type { ReviewDeps } from './index.ts';
import { parseFromWebview } from './messages.ts';
import { reviewPage } from './page.ts';
import { keyLists, panelTitle, reviewView, type Place } from './reviewView.ts';

const { t } = vscode.l10n;

/** What the panel shows now. */
export interface Shown {
  readonly connected: Connected;
  readonly place: Place;
  readonly reviewed: Reviewed;
  /** True if the service has refused an approval by this API key in this environment. */
  readonly wasRefused: (keyName: string) => boolean;
}

/** Makes a panel the review of the change request `id`. Everything it listens to ends with the panel. */
export function attachReview(deps: ReviewDeps, panel: vscode.WebviewPanel, id: string): void {
  const abilities = createKeyAbilities(deps.memory);
  let shown: Shown | undefined;
  /** The connection that the review was opened with. */
  let bound: Pick<Connected, 'connectionId' | 'connectionName'> | undefined;
  /** The newest reading; an older one that comes later is not shown. */
  let reading = 0;
  let isDeciding = false;
  /** Ends what is being read when the panel is closed. */
  const closed = new AbortController();

  const post = (message: ToWebview): void => {
    if (!closed.signal.aborted) void panel.webview.postMessage(message);
  };

  async function read(): Promise<void> {
    reading += 1;
    const mine = reading;
    // Nothing is decided on what may no longer be so, or with an API key that may no longer be there.
    shown = undefined;
    post({ type: 'busy', message: t('Reading the change request…') });
    let connected: Connected | undefined;
    try {
      connected = await deps.connections.inUse();
      if (!connected) {
        post({ type: 'failure', message: t('No connection is in use.'), retry: t('Retry') });
        return;
      }
      const { client, connectionId, connectionName, origin } = connected;
      bound ??= { connectionId, connectionName };
      // Another service may have a request of this id as well, and must not be asked with its API key for this one's.
      if (bound.connectionId !== connectionId) {
        const message = t(
          'This is a review of {0}, and {1} is in use. Switch back to go on with it.',
          bound.connectionName,
          connectionName,
        );
        post({ type: 'failure', message, retry: t('Retry') });
        return;
      }
      const options = { signal: closed.signal };
      const request = await client.readChangeRequest(id, options);
      const known = deps.learnt.environmentOf(origin, id) ?? (await findEnvironment(client, request, options));
      if (known) await deps.learnt.rememberRequest(origin, id, known);
      const [reviewed, workspaces] = await Promise.all([
        readReview(client, id, known?.id, options),
        allPages((offset) => client.listWorkspaces({ offset, limit: 200 }, options)),
      ]);
      const workspace = workspaces.find((one) => one.id === request.workspace?.id);
      const place = { workspaceName: workspace?.name, environment: known };
      if (mine === reading) show({ connected, reviewed, place, wasRefused: wasRefusedFor(connected, known?.id) });
    } catch (error) {
      if (mine !== reading || closed.signal.aborted) return;
      const { sentence, detail } = describeFailure(error);
      deps.log.warn(detail);
      post({ type: 'failure', message: isGoneWithSandbox(error, connected) ? goneSentence() : sentence, retry: t('Retry') });
    } finally {
      if (mine === reading) post({ type: 'busy', message: undefined });
    }
  }

  function show(now: Shown): void {
    if (closed.signal.aborted) return;
    shown = now;
    panel.title = panelTitle(now);
    panel.iconPath = iconOf(now.reviewed.request.segment ? 'segment' : 'flag');
    post({ type: 'view', view: reviewView(now) });
    post({ type: 'keys', lists: keyLists(now) });
  }

  function iconOf(object: 'flag' | 'segment'): { light: vscode.Uri; dark: vscode.Uri } {
    const file = (theme: string): vscode.Uri => vscode.Uri.joinPath(deps.extensionUri, 'media', `${object}-${theme}.svg`);
    return { light: file('light'), dark: file('dark') };
  }

  async function act(action: Extract<FromWebview, { type: 'action' }>['id']): Promise<void> {
    if (action === 'refresh') return read();
    if (isDeciding) return undefined;
    const current = shown;
    if (!current) return read();
    if (action === 'useKey') {
      await vscode.commands.executeCommand(commands.useApiKey, keyThatMayApprove(current));
      return undefined;
    }
    isDeciding = true;
    try {
      const inUse = await deps.connections.inUse();
      if (inUse?.client !== current.connected.client) return await read();
      const outcome = await decideWith(action, current);
      if (outcome === undefined) return undefined;
      if (outcome.outcome === 'moved') {
        show({ ...current, reviewed: outcome.now });
        tellRefusal(
          t(
            'Nothing was decided: {0} has changed since this review was opened. Look at what is shown now, and decide again.',
            operationSentence(outcome.now.request),
          ),
        );
        return undefined;
      }
      deps.refresh();
      return await read();
    } finally {
      isDeciding = false;
    }
  }

  /** Another API key of the connection decides for this once; a refusal that is not that of one's own request is remembered. */
  async function decideWith(
    action: 'approve' | 'approveWith' | 'withdraw',
    current: Shown,
  ): Promise<DecisionOutcome | undefined> {
    const other = action === 'approveWith' ? keyThatMayApprove(current) : undefined;
    const connected = other === undefined ? current.connected : await deps.connections.withKey(other);
    if (!connected) return undefined;
    const environmentId = current.place.environment?.id;
    try {
      const outcome = await decide(action === 'withdraw' ? 'withdraw' : 'approve', { ...current, connected });
      if (outcome?.outcome === 'published') abilities.remember(connected, 'approve', environmentId, true);
      return outcome;
    } catch (error) {
      const isOwn = submitterOf(current.reviewed.request)?.name === connected.keyName;
      if (action !== 'withdraw' && hasStatus(error, 403) && !isOwn)
        abilities.remember(connected, 'approve', environmentId, false);
      throw error;
    }
  }

  const wasRefusedFor = (connected: Connected, environmentId: string | undefined) => (keyName: string) =>
    abilities.isAble({ ...connected, keyName }, 'approve', environmentId) === false;

  async function receive(message: unknown): Promise<void> {
    const parsed = parseFromWebview(message);
    if (!parsed) return;
    const isAgain = parsed.type === 'retry' || (parsed.type === 'action' && parsed.id === 'refresh');
    if (isAgain && deps.connections.tryAgain()) return;
    try {
      if (parsed.type === 'action') await act(parsed.id);
      else await read();
    } catch (error) {
      await tellFailure(error, deps.log);
      // What the service did in spite of the failure is shown, not guessed.
      await read();
    }
  }

  deps.panels.set(id, panel);
  const listeners = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage((message) => void receive(message)),
    deps.connections.onDidChange(() => void read()),
  );
  panel.onDidDispose(() => {
    closed.abort();
    listeners.dispose();
    deps.panels.delete(id);
  });
  panel.webview.html = reviewPage(panel.webview, deps.extensionUri);
}

/** The sandbox forgets what was submitted in it when it is reset, or where it can't be kept. */
function isGoneWithSandbox(error: unknown, connected: Connected | undefined): boolean {
  return connected?.isSandbox === true && hasStatus(error, 404);
}

const goneSentence = (): string =>
  t('This change request is gone: the sandbox has been reset since, or could not be kept. Close this review and submit again.');
