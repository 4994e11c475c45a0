/** Checks the open requests regularly. Updates the badge, and tells the user when a request that they submitted was decided. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../api/model.ts';
import { decisionEntryOf } from '../../../domain/changeRequests/decisions.ts';
import { catalogOf, type Catalog } from '../../../operations/catalog/catalog.ts';
import { checkRequests, type RequestCheck } from '../../../operations/learned/requestCheck.ts';
import { createRequestWatch } from '../../../operations/changeRequests/requestWatch.ts';
import { needsApiKey } from '../../words/connectionErrors.ts';
import { describeFailure } from '../../words/failureWords.ts';
import { views } from '../../window/names.ts';
import { formatNumber, statusStyle, requestTitle } from '../../words/requestWords.ts';
import { tellDone } from '../../window/notifications.ts';
import { commandStep, editorStep, reviewStep } from '../../words/nextSteps.ts';
import type { Services } from '../../window/services.ts';
import { wantsNotifications, pollMinutes } from '../../window/settings.ts';
import { systemClock } from '../../../time/clock.ts';
import { refreshAges, type AgingView } from '../tree.ts';
import { viewerOf } from '../../../operations/learned/viewer.ts';
import type { SetLine } from './requestRoot.ts';

const { t } = vscode.l10n;

export interface RequestsWatch extends vscode.Disposable {
  /** Checks soon. Called when this window might have changed the requests. */
  checkSoon(): void;
  /** Begins anew after a different connection or API key came into use. */
  startOver(): void;
}

/** Starts the regular check. `refresh` redraws the view, and is called if the open requests have changed. */
export function watchRequests(
  { connections, serviceFacts, memory, log, events }: Services,
  view: vscode.TreeView<unknown>,
  setLine: SetLine,
  refresh: () => void,
  aging: readonly AgingView[],
): RequestsWatch {
  let before: string | undefined;
  let waitingBefore: ReadonlySet<string> | undefined;
  /** When the last check ended, by `Clock.now`. If the list was read later than this, a view has read it. */
  let since = Infinity;
  /** Shows the number of waiting requests in the badge. If `check` is undefined, the number is not known, and there is no badge. */
  const show = (check: RequestCheck | undefined): void => {
    view.badge = check && badgeFor(check.waiting.length, check.mayHaveMore);
    setLine('unread', check?.mayHaveMore ? unreadSentence() : undefined);
  };
  /** True if the open requests have changed since the view was drawn. */
  let isViewOutdated = false;
  const catchUp = (): void => {
    if (!isViewOutdated || !view.visible) return;
    isViewOutdated = false;
    refresh();
  };
  const watch = createRequestWatch({
    async read(signal) {
      const connected = await connections.inUse();
      if (signal.aborted) return false;
      if (!connected) {
        show(undefined);
        return false;
      }
      const options = { signal, since };
      const viewer = viewerOf(memory, connected);
      const result = await checkRequests(connected.client, viewer, memory, connected, options);
      // Decisions are reported even if the check was aborted, for example by a switch of the connection: no later check finds
      // them.
      tellDecided(result.decided);
      if (signal.aborted) return false;
      since = systemClock.now();
      const isKnown = viewer.key.identity !== undefined;
      show(isKnown ? result : undefined);
      const added = waitingBefore ? result.waiting.filter(({ id }) => !waitingBefore?.has(id)) : [];
      waitingBefore = new Set(result.waiting.map(({ id }) => id));
      if (isKnown && wantsNotifications()) tellNew(added);
      const isFirst = before === undefined;
      // The first check has no earlier result to compare with, so it uses `isChanged`: true if the list that a view has read
      // was outdated. Later checks compare the sets of open requests. A scheduled request is not open, so its publication does not
      // change this set. `decided` contains it only if the viewer submitted the request.
      const hasDecisions = result.decided.length > 0 || isPublicationDue(catalogOf(connected.client));
      const isDifferent = isFirst ? result.isChanged : before !== result.mark || hasDecisions;
      before = result.mark;
      isViewOutdated ||= isDifferent;
      if (isDifferent) catalogOf(connected.client).expireDecided();
      events.fire({ kind: 'requestsRead', isDifferent });
      catchUp();
      return isDifferent || isFirst;
    },
    minutes: pollMinutes,
    onFailure(error) {
      log.warn(describeFailure(error).detail);
      const isOver = needsApiKey(error);
      // Without a usable API key, the check ends, so the number of waiting requests is not known any more.
      if (isOver) show(undefined);
      return isOver;
    },
  });
  const listeners = vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => watch.setWatched(focused)),
    view.onDidChangeVisibility(catchUp),
    refreshAges(aging, serviceFacts),
  );
  watch.setWatched(vscode.window.state.focused);
  return {
    checkSoon: () => watch.wake(),
    startOver() {
      before = waitingBefore = undefined;
      since = Infinity;
      show(undefined);
      watch.wake();
    },
    dispose() {
      listeners.dispose();
      watch.dispose();
    },
  };
}

/** The maximum number of milliseconds from the scheduled time of a request until the service lists the request as published. */
const MAX_PUBLICATION_DELAY = 5 * 60_000;

/** True if a view shows a request as scheduled that the service may have published since. Makes no calls. */
function isPublicationDue(catalog: Catalog): boolean {
  const { items, hasExpired, readOn = 0 } = catalog.requests({ status: 'SCHEDULED' });
  const isDue = ({ scheduledFor: at }: ChangeRequest): boolean =>
    typeof at === 'number' && at <= Date.now() && readOn < at + MAX_PUBLICATION_DELAY;
  return !hasExpired && items.some(isDue);
}

function badgeFor(waiting: number, mayHaveMore: boolean): vscode.ViewBadge | undefined {
  if (waiting === 0) return undefined;
  const tooltip = mayHaveMore
    ? t('Change requests that wait for you: at least {0}. Not all open ones were read.', formatNumber(waiting))
    : t('Change requests that wait for you: {0}', formatNumber(waiting));
  return { value: waiting, tooltip };
}

const unreadSentence = (): string =>
  t('Not all open change requests were counted yet, so more might wait for you than the badge shows.');

/** Shows one notification for all requests that began to wait since the last check. */
function tellNew(added: readonly ChangeRequest[]): void {
  const [first] = added;
  if (!first) return;
  if (added.length === 1)
    return tellDone(t('A new change request waits for you: “{0}”.', requestTitle(first)), reviewStep(first.id));
  const review = commandStep(t('Review'), 'flagAdmin.changeRequest.reviewWaiting');
  tellDone(t('{0} new change requests wait for you.', formatNumber(added.length)), review);
}

/** Shows one notification for all requests that were decided since the last check. */
function tellDecided(decided: readonly ChangeRequest[]): void {
  const [first] = decided;
  if (!first) return;
  if (decided.length > 1) {
    const showAll = editorStep(t('Show'), `${views.changeRequests}.focus`);
    tellDone(t('{0} change requests that you submitted were decided.', formatNumber(decided.length)), showAll);
    return;
  }
  tellDone(decidedSentence(first), reviewStep(first.id));
}

function decidedSentence(request: ChangeRequest): string {
  const by = decisionEntryOf(request)?.user;
  const { label } = statusStyle(request.status);
  return by ? t('{0} by {1}: “{2}”', label, by, requestTitle(request)) : t('{0}: “{1}”', label, requestTitle(request));
}
