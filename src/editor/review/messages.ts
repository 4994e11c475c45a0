/** Checks what the webview sends: the page could have been taken over. */
import type { ActionId, FromWebview } from '../../webview/protocol.ts';

const ACTIONS: ReadonlySet<string> = new Set<ActionId>([
  'approve',
  'approveWith',
  'withdraw',
  'reject',
  'inverse',
  'history',
  'useKey',
  'refresh',
  'textDiff',
  'copyMarkdown',
  'compare',
  'showChanges',
  'switchConnection',
]);

/** The message, or undefined if it is none of ours. */
export function parseFromWebview(message: unknown): FromWebview | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  switch (message.type) {
    case 'ready':
      return { type: 'ready' };
    case 'retry':
      return { type: 'retry' };
    case 'action':
      return 'id' in message && typeof message.id === 'string' && ACTIONS.has(message.id)
        ? { type: 'action', id: message.id as ActionId }
        : undefined;
    default:
      return undefined;
  }
}
