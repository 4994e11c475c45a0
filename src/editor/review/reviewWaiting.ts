/** Review What Waits for Me: opens the change requests that wait for the user one after the other in the same panel. */
import * as vscode from 'vscode';
import { isWaitingForOther } from '../../domain/changeRequests/requestGroups.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { viewerOf } from '../../operations/learned/viewer.ts';
import { systemClock } from '../../time/clock.ts';
import type { Connected } from '../window/connected.ts';
import { tellDone } from '../window/notifications.ts';
import { asSentence } from '../words/failureWords.ts';
import type { NextStep } from '../words/nextSteps.ts';
import type { ReviewContext } from './reviewContext.ts';
import { extendQueue, neighbourId } from './queue.ts';
import { openPanel } from './panels.ts';

const { t } = vscode.l10n;

/** The maximum number of calls to read the list of open requests. Each call returns up to 100 requests. */
const MAX_CALLS = 20;
/** The maximum number of bytes to read for the list of open requests. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Begins a new queue, and opens the review of its first request. */
export async function reviewWaiting(deps: ReviewContext): Promise<void> {
  const connected = await deps.connections.orAsk();
  if (!connected) return;
  const catalog = catalogOf(connected.client);
  // Reads the list again. The list that a view has read might not contain all requests that wait.
  await catalog.requests().read({ newerThan: systemClock.now(), limits: { calls: MAX_CALLS, bytes: MAX_BYTES } });
  // If the user has switched the connection or API key during the reading, starts again with the new one, because the panel
  // reads through the connection in use.
  if ((await deps.connections.inUse())?.client !== connected.client) return reviewWaiting(deps);
  deps.queue.ids = [];
  // Without a stored order, the requests are sorted anew. The views show the new order when they are drawn the next time.
  catalog.requestOrder = undefined;
  extendQueue(deps, connected);
  const [first] = deps.queue.ids;
  if (first === undefined)
    return tellDone(
      catalog.requests().isComplete
        ? asSentence(t('No change request waits for the API key “{0}”', connected.keyName))
        : t(
            'None of the change requests that were read waits for the API key “{0}”. Not all open ones were read.',
            connected.keyName,
          ),
      ...reviewWithOthers(deps, connected),
    );
  // An open review of the first request still shows its position in the old queue, so its panel is filled again.
  [...deps.panels].find(({ id, isKept }) => id === first && !isKept)?.refill?.(first, connected);
  await openPanel(deps, { kind: 'request', id: first });
}

/** Returns a button for each other stored API key for which a listed request waits. It uses the key, and begins again. */
function reviewWithOthers(deps: ReviewContext, connected: Connected): readonly NextStep[] {
  const open = catalogOf(connected.client).requests().items;
  const others = viewerOf(deps.memory, connected).otherKeys;
  return others
    .filter((key) => open.some((request) => isWaitingForOther(request, key)))
    .map(({ name }) => ({
      label: t('Review with the API Key “{0}”', name),
      log: deps.log,
      async run() {
        await deps.connections.useKey(name, connected.connectionId);
        await reviewWaiting(deps);
      },
    }));
}

/**
 * Opens the next (1) or the previous (-1) request of the queue. If the review in front is not in the queue, begins a new queue.
 */
export async function stepInQueue(deps: ReviewContext, step: 1 | -1): Promise<void> {
  const front = [...deps.panels].find(({ panel }) => panel.active);
  if (!front || !deps.queue.ids.includes(front.id)) return reviewWaiting(deps);
  const id = neighbourId(deps, front.id, step);
  if (id === undefined)
    return tellDone(
      step > 0
        ? t('This is the last of the requests that wait for you.')
        : t('This is the first of the requests that wait for you.'),
    );
  await openPanel(deps, { kind: 'request', id });
}
