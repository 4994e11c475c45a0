/** The works that are left half way, also those of a window that was closed or killed. */
import * as vscode from 'vscode';
import type { KeyJournal } from '../../../operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { undoOf } from '../../../operations/keyWork/undoable.ts';
import type { Connected } from '../../connected.ts';
import { strangerTo } from './belongs.ts';

const { t } = vscode.l10n;

/** Whether there is something to send or to submit. A single request that is open only waits for its approver. */
export const isLeft = ({ parts }: KeyWork): boolean =>
  parts.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'declined');

/**
 * Newest first; not those that another window, or another command of this one, is at, nor what an undo has changed back: the
 * rest of it would be less than what was to be sent.
 */
export async function unfinishedWorks(journal: KeyJournal): Promise<readonly KeyWork[]> {
  const works = await journal.list();
  const left = works.filter((work) => isLeft(work) && undoOf(works, work) === undefined);
  const running = await Promise.all(left.map(({ id }) => journal.isRunning(id)));
  return left.filter((_, index) => running[index] !== true);
}

/** A sentence where the work belongs elsewhere; undefined if it can be gone on with here. */
export function whyNotHere(work: KeyWork, connected: Connected): string | undefined {
  const stranger = strangerTo(work, connected);
  switch (stranger?.code) {
    case undefined:
      return undefined;
    case 'otherConnection':
      return t('It goes through the connection “{0}” ({1}): switch to it first', stranger.name, stranger.origin);
    case 'otherOrigin':
      return t(
        'It began at {0}, and “{1}” leads to {2} now: change its base URL back, or discard it',
        stranger.origin,
        connected.connectionName,
        connected.origin,
      );
    default:
      return stranger satisfies never;
  }
}
