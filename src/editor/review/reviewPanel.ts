/** The review of a change request: reads the request and the object that it changes, and carries out the user's decision. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import type { DecisionOutcome } from '../../operations/changeRequests/decideRequest.ts';
import { locateRequest } from '../../operations/changeRequests/findEnvironment.ts';
import { forgetRefusals } from '../../operations/learned/keyRecords.ts';
import { changedRequest, reviewOf } from '../../operations/changeRequests/readReview.ts';
import { forgetRead, rememberRead } from '../../operations/learned/markedAsRead.ts';
import { rememberStatuses } from '../../operations/learned/requestCheck.ts';
import { after } from '../../time/clock.ts';
import type { ActionId } from '../../webview/protocol.ts';
import { rememberForWhom, computeForWhom } from '../words/audienceWords.ts';
import { countAccounts } from '../changes/countAccounts.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { Connected } from '../window/connected.ts';
import { objectName } from '../words/requestWords.ts';
import { logFailure, orLogged } from '../window/log.ts';
import { unknownOutcomeIn } from '../words/changeFailure.ts';
import { describeFailure } from '../words/failureWords.ts';
import { decide, tellCheckedOutcome } from './decide.ts';
import { exportHistory } from './history.ts';
import type { ReviewContext } from './reviewContext.ts';
import { readFurtherData } from './furtherData.ts';
import { copyMarkdown } from './markdown.ts';
import { isOwnDecision, tellOutdated } from './changedSinceOpened.ts';
import type { Content, Session, SessionOptions } from './panelContent.ts';
import { startSession } from './panelSession.ts';
import { neighbourId, openNext, queueView } from './queue.ts';
import { rememberDecision } from './rememberDecision.ts';
import { proposeInverse } from './proposeInverse.ts';
import { flagOf, otherKeyToApprove } from './reviewActions.ts';
import { keyLists, openTextDiff } from './reviewKeys.ts';
import { withEarlier, baseOf, placeOfReview, panelTitle, stateOf, type ObjectPlace, type ReviewState } from './reviewState.ts';
import { forWhomIn, reviewView, staleText } from './reviewView.ts';
import type { PanelConnection, SavedPanel } from './subject.ts';

const { t } = vscode.l10n;

/** A time in milliseconds. If reading takes longer, the review first shows the request without the live object. */
const PREVIEW_AFTER = 200;

/** Starts the review of a request in a panel. `bound` is the connection with which the panel was opened. */
export function attachReview(
  deps: ReviewContext,
  panel: vscode.WebviewPanel,
  id: string,
  bound?: PanelConnection,
  { isKept, isRefill }: Pick<SessionOptions, 'isRefill'> & Pick<SavedPanel, 'isKept'> = {},
): void {
  const refill: SessionOptions['refill'] = (next, nextBound) => attachReview(deps, panel, next, nextBound, { isRefill: true });
  const saved = { subject: { kind: 'request', id }, bound, isKept } as const;
  startSession<ReviewState>(deps, panel, saved, (session) => reviewContent(deps, id, session), { refill, isRefill });
}

function reviewContent(deps: ReviewContext, id: string, session: Session<ReviewState>): Content<ReviewState> {
  let isDeciding = false;
  /** The request as the service returned it after a decision in this review. Undefined once the review has been read again. */
  let decided: ChangeRequest | undefined;

  async function read(connected: Connected, signal: AbortSignal): Promise<ReviewState> {
    const { client, origin } = connected;
    const { workspaces } = catalogOf(client);
    const [request] = await Promise.all([client.readChangeRequest(id, { signal }), workspaces.read({ signal, count: 1 })]);
    await orLogged(rememberStatuses(deps.memory, origin, [request.status]), deps.log);
    // The remembered environment might be wrong, so the preview has no actions. What the service says takes precedence.
    const likely = deps.serviceFacts.environmentOf(origin, id);
    const preview = after(PREVIEW_AFTER, () => {
      const place = { workspaceName: undefined, environment: likely, provenBy: undefined };
      const asked = stateOf(deps, connected, place, { request, live: { kind: 'unknown' }, fingerprint: '' });
      const { place: shown, ...view } = reviewView(asked);
      const page = { ...view, ...(likely && shown && { place: shown }), actions: [], notices: [], facts: [], note: '' };
      session.preview({ title: objectName(request), view: page, lists: keyLists(asked) });
    });
    const rest = readRest(connected, request, likely, signal);
    return rest.finally(() => preview.dispose());
  }

  async function readRest(
    connected: Connected,
    request: ChangeRequest,
    likely: ObjectPlace['environment'],
    signal: AbortSignal,
  ): Promise<ReviewState> {
    const { client, origin } = connected;
    const options = { signal };
    const placed = await locateRequest(client, request, { ...options, likely: likely?.id, withDefinition: true });
    const found = placed?.environment;
    if (found) await orLogged(deps.serviceFacts.rememberRequest(origin, id, found), deps.log);
    const known = found ?? likely;
    const isOwn = known !== undefined && deps.serviceFacts.wasSubmittedTo(origin, id, known.id);
    const [reviewed, workspace] = await Promise.all([
      reviewOf(client, request, known?.id, { ...options, definition: placed?.definition }),
      request.workspace ? catalogOf(client).workspaces.findNew(request.workspace.id, options) : undefined,
    ]);
    const provenBy = found ? 'reading' : isOwn ? 'submit' : undefined;
    const state = stateOf(deps, connected, { workspaceName: workspace?.name, environment: known, provenBy }, reviewed);
    await computeForWhom(reviewed.request, baseOf(state));
    if (!isFinal(request)) rememberForWhom(client, id, forWhomIn(state));
    logFailure(rememberRead(deps.memory, connected.connectionId, reviewed.request, placeOfReview(state)), deps.log);
    logFailure(readFurtherData(state, signal, session.redraw), deps.log);
    return state;
  }

  function afterReading(now: ReviewState, earlier: ReviewState): ReviewState {
    const isOwn = decided !== undefined && isOwnDecision(decided, now, earlier);
    decided = undefined;
    return withEarlier(now, earlier, isOwn);
  }

  async function act(action: ActionId, current: ReviewState): Promise<unknown> {
    switch (action) {
      case 'textDiff':
        return openTextDiff(deps.texts, current);
      case 'copyMarkdown':
        return copyMarkdown(reviewView(current), keyLists(current));
      case 'copyLink':
      case 'copyId':
      case 'reveal': {
        const node = { target: { kind: 'changeRequest', id }, copyable: { id } };
        return vscode.commands.executeCommand(`flagAdmin.node.${action}`, node);
      }
      case 'useKey':
        return vscode.commands.executeCommand('flagAdmin.apiKey.use', otherKeyToApprove(current)?.name);
      case 'compare':
        return vscode.commands.executeCommand('flagAdmin.flag.compare', id);
      case 'explain':
        return vscode.commands.executeCommand('flagAdmin.flag.explainForKey', { target: flagOf(current) });
      case 'count':
        return count(current);
      case 'inverse':
        return proposeInverse(deps, current);
      case 'history':
        return exportHistory(current.reviewed.request, deps.log);
      case 'approve':
      case 'approveWith':
      case 'withdraw':
      case 'reject':
        return decideNow(action, current);
      default:
        return undefined;
    }
  }

  async function count(current: ReviewState): Promise<void> {
    const [target, live] = [flagOf(current), baseOf(current)];
    if (target) await countAccounts(deps.texts, { ...current.connected, ...current.reviewed, live, target });
  }

  const isInUse = async ({ connected }: ReviewState): Promise<boolean> =>
    (await deps.connections.inUse())?.client === connected.client;

  /** Decides on the request. `approveWith` uses a different API key of the connection, only for this decision. */
  async function decideNow(pressed: DecisionAction, current: ReviewState): Promise<unknown> {
    if (isDeciding) return undefined;
    isDeciding = true;
    try {
      if (!(await isInUse(current))) return await session.read();
      const [action, other] = pressed === 'approveWith' ? (['approve', otherKeyToApprove(current)] as const) : [pressed];
      const { connectionId } = current.connected;
      const connected = other === undefined ? current.connected : await deps.connections.withKey(other.name, connectionId);
      if (!connected) return undefined;
      const deciding = { ...current, connected, key: other ?? current.key };
      const outcome = await decide(deps, action, deciding, () => isInUse(current)).catch((error: unknown) =>
        lookAfter(error, current),
      );
      if (outcome === undefined) return undefined;
      await rememberDecision(deps, action, outcome, deciding);
      return await show(outcome, current);
    } finally {
      isDeciding = false;
    }
  }

  /** If the outcome of a decision is unknown, reads the request and tells the user its status. Throws every other error. */
  async function lookAfter(error: unknown, current: ReviewState): Promise<undefined> {
    const doubt = unknownOutcomeIn(error);
    if (!doubt) throw error;
    deps.log.warn(describeFailure(error).detail);
    const now = await session.read(doubt.outcomes.unknown);
    // If the request can't be read, the page says that the outcome is unknown.
    if (now) tellCheckedOutcome(doubt, current.reviewed.request, now.reviewed.request);
    changed('outdated', current);
  }

  function changed(state: 'outdated' | 'decided' | 'published', current: ReviewState): void {
    const connection = current.connected.connectionId;
    deps.events.fire({ kind: 'request', connection, place: placeOfReview(current), requestId: id, state });
  }

  async function show(result: DecisionOutcome, current: ReviewState): Promise<unknown> {
    switch (result.outcome) {
      case 'cannotReject':
        return session.read();
      case 'unconfirmed':
      case 'refused':
        // The views might still list the request as waiting for this API key.
        changed('outdated', current);
        return session.read();
      case 'outdated':
        session.show({ ...current, reviewed: result.now, readAt: Date.now() });
        tellOutdated(result.now.request);
        // The views still show the request as it was before.
        return changed('outdated', current);
      case 'decided':
      case 'published': {
        decided = result.request;
        // The event below makes all open panels check their content. This panel starts to read before, so it skips the check.
        const reading = session.read();
        changed(result.outcome, current);
        if (openNext(deps, current.connected, id)) return undefined;
        return reading;
      }
      default:
        return result satisfies never;
    }
  }

  return {
    reading: t('Reading the change request…'),
    read,
    queue: {
      view: (isKept) => queueView(deps, id, isKept),
      async move(step) {
        await vscode.commands.executeCommand('flagAdmin.changeRequest.open', neighbourId(deps, id, step));
      },
    },
    after: afterReading,
    page: (now, foundChange) => ({ title: panelTitle(now), view: reviewView(now, foundChange), lists: keyLists(now) }),
    async findChange({ connected, reviewed, place }, signal) {
      const request = await changedRequest(connected.client, reviewed, place.environment?.id, { signal });
      if (request) await orLogged(forgetRead(deps.memory, connected.connectionId, id), deps.log);
      return request && staleText(request.status === reviewed.request.status ? undefined : request);
    },
    act,
    forget: async ({ connected, others, reviewed }) => {
      for (const { name: keyName } of [{ name: connected.keyName }, ...others])
        await orLogged(forgetRefusals(deps.memory, { ...connected, keyName }, reviewed.request.id), deps.log);
    },
    explain: (error, connected) =>
      // The sandbox loses its requests when it is reset, or if it could not store its state.
      connected?.isSandbox && hasStatus(error, 404)
        ? t('This change request no longer exists because the sandbox was reset. Close this review, and submit the change again.')
        : undefined,
  };
}

type DecisionAction = 'approve' | 'approveWith' | 'withdraw' | 'reject';
