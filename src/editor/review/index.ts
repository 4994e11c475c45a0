/** Registers the commands of the review panel, and restores its panels after a reload. */
import * as vscode from 'vscode';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { registerCommands, tellFailure } from '../window/command.ts';
import type { ChangedPlace } from '../window/events.ts';
import { logFailure } from '../window/log.ts';
import { reviewPanel } from '../window/names.ts';
import type { Services } from '../window/services.ts';
import type { ReviewAction, ReviewContext } from './reviewContext.ts';

/** The maximum number of connections for which the last typed key is stored. */
const MAX_TYPED = 20;

const forget = async ({ memory }: Services, connection: string, place: ChangedPlace): Promise<void> =>
  (await import('../../operations/learned/markedAsRead.ts')).forgetReadOf(memory, connection, place);

export function registerReview(services: Services): vscode.Disposable {
  const deps: ReviewContext = { ...services, panels: new Set(), typedKeys: new LimitedMap(MAX_TYPED), queue: { ids: [] } };
  const open =
    (action?: ReviewAction) =>
    async (request: unknown): Promise<void> =>
      (await import('./openReview.ts')).openReview(deps, request, action);
  return vscode.Disposable.from(
    registerCommands(
      {
        'flagAdmin.flag.compare': async (node) => (await import('./compare.ts')).compareDefinitions(deps, node),
        'flagAdmin.flag.explainForKey': async (node) => (await import('./explainForKey.ts')).explainForKey(deps, node),
        'flagAdmin.changeRequest.countAccounts': async (node) => (await import('./countRequest.ts')).countRequest(deps, node),
        'flagAdmin.changeRequest.exportDecisions': async () => (await import('./exportDecisions.ts')).exportDecisions(services),
        'flagAdmin.changeRequest.open': open(),
        'flagAdmin.changeRequest.reviewWaiting': async () => (await import('./reviewWaiting.ts')).reviewWaiting(deps),
        'flagAdmin.changeRequest.next': async () => (await import('./reviewWaiting.ts')).stepInQueue(deps, 1),
        'flagAdmin.changeRequest.previous': async () => (await import('./reviewWaiting.ts')).stepInQueue(deps, -1),
        // These commands open the review of the chosen request, because a decision needs a review. If a review is already in
        // front, they press its button.
        'flagAdmin.changeRequest.approve': open('approve'),
        'flagAdmin.changeRequest.withdraw': open('withdraw'),
        'flagAdmin.changeRequest.reject': open('reject'),
      },
      deps.log,
    ),
    vscode.window.registerWebviewPanelSerializer(reviewPanel, {
      async deserializeWebviewPanel(panel, state) {
        try {
          const { restorePanel } = await import('./panels.ts');
          restorePanel(deps, panel, state);
        } catch (error) {
          await tellFailure(error, deps.log);
        }
      },
    }),
    deps.events.on(['object', 'request'], (event) => {
      const { connection, place } = event;
      const isChanged = event.kind === 'object' ? event.isChanged : event.state === 'published';
      if (place && isChanged) logFailure(forget(services, connection, place), deps.log);
    }),
    deps.connections.onDidChange(() => void (deps.queue.ids = [])),
    { dispose: () => deps.panels.forEach(({ panel }) => panel.dispose()) },
  );
}
