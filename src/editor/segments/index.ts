/** Segments: made, activated and deleted; keys from a file into a segment, and the keys that a segment holds. */
import type * as vscode from 'vscode';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommandTable } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { LastTarget } from '../lastTarget.ts';
import { logFailure, type Log } from '../log.ts';
import type { Propose } from '../proposal.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import type { WorkRoom } from './work/workRoom.ts';

export interface SegmentsDeps {
  readonly connections: Connections;
  readonly learnt: Learnt;
  /** Keeps what was learnt of API keys. */
  readonly memory: Store;
  readonly log: Log;
  readonly texts: ReadOnlyText;
  readonly lastTarget: LastTarget;
  readonly propose: Propose;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  /** What all works of this window share. */
  readonly room: WorkRoom;
}

export interface Segments extends vscode.Disposable {
  /**
   * Points out what was left half way, or may go on: after the view was read, or (with its id) a change request was decided
   * in this window.
   */
  look(decided?: string): void;
}

export function registerSegments(given: Omit<SegmentsDeps, 'room'> & Pick<WorkRoom, 'storage'>): Segments {
  const { storage, log } = given;
  const deps: SegmentsDeps = { ...given, room: { storage, keys: new Map(), offered: new Set() } };
  const registered = registerCommandTable(
    [
      'segment.create',
      'segment.activate',
      'segment.deactivate',
      'segment.delete',
      'segment.uploadKeys',
      'segment.uploadKeysFromClipboard',
      'segment.removeKeys',
      'segment.compareKeys',
      'segment.resumeUpload',
      'segment.undoLast',
      'segment.openReceipt',
      'segment.showKeys',
    ],
    async () => (await import('./commandTable.ts')).segmentCommandTable(deps),
    log,
  );
  return Object.assign(registered, {
    // Nobody asked for it, so nobody is bothered where it can't be done.
    look: (decided?: string) =>
      logFailure(
        import('./keyCommands.ts').then(({ pointOut }) => pointOut(deps, decided)),
        log,
      ),
  });
}
