/** The queue of the change requests that wait for the user: the position of a review in it, and which request comes next. */
import * as vscode from 'vscode';
import { isWaitingFor } from '../../domain/changeRequests/requestGroups.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { viewerOf } from '../../operations/learned/viewer.ts';
import type { QueueView } from '../../webview/protocol.ts';
import { inReviewOrder } from '../ask/requestOrder.ts';
import type { Connected } from '../window/connected.ts';
import { tellDone } from '../window/notifications.ts';
import { requestPlace } from '../words/placeWords.ts';
import { formatNumber } from '../words/requestWords.ts';
import type { ReviewContext } from './reviewContext.ts';

const { t } = vscode.l10n;

/**
 * Adds the requests that now wait for the user to the end of the queue, in review order. Uses the list that was read last.
 * Removes those that turned out not to wait, for example because it is now known who the API key is. The first `reached`
 * requests stay, so that the user can go back. Returns the ids of all requests that now wait.
 */
export function extendQueue(
  { queue, memory, serviceFacts }: ReviewContext,
  connected: Connected,
  reached = 0,
): ReadonlySet<string> {
  const { client, origin } = connected;
  const viewer = viewerOf(memory, connected);
  const open = catalogOf(client).requests().items;
  const ordered = inReviewOrder(client, open, (request) => requestPlace(request, serviceFacts.environmentOf(origin, request.id)));
  const waiting = new Set(ordered.filter((request) => isWaitingFor(request, viewer)).map(({ id }) => id));
  const listed = new Set(open.map(({ id }) => id));
  const kept = queue.ids.filter((id, index) => index < reached || waiting.has(id) || !listed.has(id));
  queue.ids = [...new Set([...kept, ...waiting])];
  return waiting;
}

/**
 * Returns the id of the request before (-1) or after (1) this one in the queue. Undefined if there is none, or if this request
 * is not in the queue.
 */
export function neighbourId({ queue }: ReviewContext, id: string, step: 1 | -1): string | undefined {
  const index = queue.ids.indexOf(id);
  return index < 0 ? undefined : queue.ids[index + step];
}

export function queueView(deps: ReviewContext, id: string, isKept: boolean): QueueView {
  const { ids } = deps.queue;
  const index = ids.indexOf(id);
  const label = index < 0 ? '' : t('{0} of {1}', formatNumber(index + 1), formatNumber(ids.length));
  return {
    title: t('Requests that wait for me'),
    label,
    steps: [
      ...(neighbourId(deps, id, -1) === undefined ? [] : [{ id: 'previous', label: t('Previous') } as const]),
      ...(neighbourId(deps, id, 1) === undefined ? [] : [{ id: 'next', label: t('Next') } as const]),
      ...(isKept ? [] : [{ id: 'keepOpen', label: t('Keep Open in This Tab') } as const]),
    ],
  };
}

/**
 * After a decision, shows the next waiting request in the same panel. Returns false if the panel doesn't change: the review is
 * not in the queue, the user keeps it open, its panel is closed, or no other request waits.
 */
export function openNext(deps: ReviewContext, connected: Connected, id: string): boolean {
  const open = [...deps.panels].find((one) => one.id === id && !one.isKept);
  const index = deps.queue.ids.indexOf(id);
  if (!open?.refill || index < 0) return false;
  const waiting = extendQueue(deps, connected, index + 1);
  const { ids } = deps.queue;
  const next = [...ids.slice(index + 1), ...ids.slice(0, index)].find((one) => waiting.has(one));
  if (next === undefined) {
    tellDone(
      catalogOf(connected.client).requests().isComplete
        ? t('No other change request waits for you.')
        : t('None of the other change requests that were read waits for you. Not all open ones were read.'),
    );
    return false;
  }
  open.refill(next, connected);
  return true;
}
