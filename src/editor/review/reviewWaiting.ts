/** Review What Waits for Me: opens one request after the other, each in the same panel. */
import * as vscode from 'vscode';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import { tellDone } from '../window/notifications.ts';
import type { ReviewContext } from './reviewContext.ts';
import { extendQueue, idAt } from './queue.ts';
import { openPanel } from './panels.ts';

const { t } = vscode.l10n;

/** The maximum numbers of calls and bytes for reading the list of open requests. One call reads 100 requests. */
const MAX_CALLS = 20;
const MAX_BYTES = 8 * 1024 * 1024;

/** Starts the queue again, and opens its first request. */
export async function reviewWaiting(deps: ReviewContext): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const catalog = catalogOf(connected.client);
  // The list of a view may be old, and so lack a request that waits.
  await catalog.requests().read({ newerThan: systemClock.now(), limits: { calls: MAX_CALLS, bytes: MAX_BYTES } });
  deps.queue.ids = [];
  // Deletes the stored order, so that the requests are sorted again. The views show the new order when they are next drawn.
  catalog.requestOrder = undefined;
  extendQueue(deps, connected);
  const [first] = deps.queue.ids;
  if (first === undefined) return tellDone(t('No change request waits for the API key “{0}”', connected.keyName));
  // An open review of this request still shows its position in the earlier queue, so its panel is filled again.
  [...deps.panels].find(({ id, isKept }) => id === first && !isKept)?.refill?.(first, connected);
  await openPanel(deps, { kind: 'request', id: first });
}

/** Opens the next (1) or previous (-1) request of the queue. Starts the queue if the review in front is not in it. */
export async function stepInQueue(deps: ReviewContext, step: 1 | -1): Promise<void> {
  const front = [...deps.panels].find(({ panel }) => panel.active);
  if (!front || !deps.queue.ids.includes(front.id)) return reviewWaiting(deps);
  const id = idAt(deps, front.id, step);
  if (id === undefined)
    return tellDone(
      step > 0
        ? t('This is the last of the requests that wait for you.')
        : t('This is the first of the requests that wait for you.'),
    );
  await openPanel(deps, { kind: 'request', id });
}
