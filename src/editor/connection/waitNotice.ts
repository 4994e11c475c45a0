/** Shows that the service asked to wait, with the seconds left and a way to give up. */
import * as vscode from 'vscode';
import type { VisibleWait } from '../../api/network/retry.ts';
import { tellProgress } from '../messages/notifications.ts';

const { t } = vscode.l10n;

/** One notification, however many calls wait at once: it counts down the longest wait, and Cancel gives up all of them. */
export function createWaitNotice(): (wait: VisibleWait) => void {
  const waits = new Map<VisibleWait['giveUp'], number>();
  let shown: { readonly tell: (message: string) => void; readonly end: () => void } | undefined;

  function show(): NonNullable<typeof shown> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    let tell: (message: string) => void = () => undefined;
    const title = t('The service is receiving too many requests (429) and asks to wait');
    const work = async (progress: vscode.Progress<{ message?: string }>, signal: AbortSignal): Promise<void> => {
      tell = (message) => progress.report({ message });
      signal.addEventListener('abort', () => waits.forEach((_, giveUp) => giveUp()), { once: true });
      await over;
    };
    void tellProgress(title, work, { cancellable: true });
    return { tell: (message) => tell(message), end };
  }

  return ({ secondsLeft, giveUp }) => {
    if (secondsLeft > 0) waits.set(giveUp, secondsLeft);
    else waits.delete(giveUp);
    if (waits.size === 0) {
      shown?.end();
      shown = undefined;
      return;
    }
    shown ??= show();
    shown.tell(t('{0} s', Math.max(...waits.values())));
  };
}
