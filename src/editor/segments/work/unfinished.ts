/** The works that are left half way, also those of a window that was closed or killed. */
import * as vscode from 'vscode';
import type { KeyJournal } from '../../../operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../../operations/keyWork/keyWork.ts';
import { undoOf } from '../../../operations/keyWork/undoable.ts';
import type { Connected } from '../../connected.ts';
import { strangerTo } from './belongs.ts';
import { nameOf, placeOf, progressSentence } from './workWords.ts';

const { t } = vscode.l10n;

/** Whether there is something to send or to submit. A single request that is open only waits for its approver. */
export const isLeft = ({ parts }: KeyWork): boolean =>
  parts.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'declined');

/**
 * Newest first; not those that another window, or another command of this one, is at, nor what an undo has changed back: the
 * rest of it would be less than what was to be sent.
 */
export const unfinishedWorks = async (journal: KeyJournal): Promise<readonly KeyWork[]> => (await sorted(journal)).free;

/**
 * Why there is none to go on with, or not the one that was asked for (undefined = any). A window that was closed or killed a
 * moment ago still counts as being at its work.
 */
export async function whyNone(journal: KeyJournal, asked?: string): Promise<string> {
  const { running } = await sorted(journal);
  const work = asked === undefined ? running[0] : running.find(({ id }) => id === asked);
  if (work) {
    return t(
      'Another window, or this one, is still at it: {0} in {1} ({2}). If its window was closed, try again in a moment.',
      nameOf(work),
      placeOf(work.target),
      progressSentence(work),
    );
  }
  return asked === undefined
    ? t('Nothing waits to be resumed: no upload or removal was left half way.')
    : t('It is not left half way any more: it is done, or discarded.');
}

async function sorted(journal: KeyJournal): Promise<{ readonly free: readonly KeyWork[]; readonly running: readonly KeyWork[] }> {
  const works = await journal.list();
  const left = works.filter((work) => isLeft(work) && undoOf(works, work) === undefined);
  const isRunning = await Promise.all(left.map(({ id }) => journal.isRunning(id)));
  return { free: left.filter((_, index) => !isRunning[index]), running: left.filter((_, index) => isRunning[index]) };
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
    case 'otherSandbox':
      return t('It was done in another sandbox, or in this one before it was reset: here nothing is known of it');
    default:
      return stranger satisfies never;
  }
}
