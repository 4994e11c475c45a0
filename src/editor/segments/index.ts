/** Segments: made, activated and deleted; keys from a file into a segment, and the keys that a segment holds. */
import type * as vscode from 'vscode';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';
import { registerCommands } from '../window/command.ts';
import type { Connections } from '../window/connected.ts';
import { logFailure, type Log } from '../window/log.ts';
import type { Propose } from '../changes/proposal.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { markChanged, type ChangedKeys, type ShownLists } from './shownKeys.ts';

export interface SegmentsDeps {
  readonly connections: Connections;
  readonly serviceFacts: ServiceFacts;
  /** Stores what is known of API keys, and what was chosen last. */
  readonly memory: Store;
  readonly log: Log;
  readonly texts: ReadOnlyText;
  readonly propose: Propose;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  readonly changes: ChangesOfWindow;
}

/** The key changes of this window. The files that are loaded at first use each have a copy of their imports, so it is passed on. */
export interface ChangesOfWindow extends ShownLists {
  /** The folder that the editor gives the extension, if it gives one on a disk. */
  readonly storage: vscode.Uri;
  /** By id, the oldest first: for those whose keys are in no file, and for undos. */
  readonly keys: Map<string, { readonly keys: readonly string[]; readonly isInFile: boolean }>;
  /** Those that were offered to be resumed in this window: once is enough. */
  readonly offered: Set<string>;
}

export interface Segments extends vscode.Disposable {
  /**
   * Offers to resume what was left half way, or may go on: after the view was read, or (with its id) a change request was
   * decided in this window.
   */
  offerResume(decided?: string): void;
  /** The segments that a change of keys is on record of, as `environmentId/name`. */
  changed(): Promise<ReadonlySet<string>>;
  /** A change request for these keys was published from this window. */
  keysChanged(keys: ChangedKeys): void;
}

export function registerSegments(given: Omit<SegmentsDeps, 'changes'> & Pick<ChangesOfWindow, 'storage'>): Segments {
  const { storage, log } = given;
  const changes: ChangesOfWindow = { storage, keys: new Map(), offered: new Set(), shown: new Set() };
  const deps: SegmentsDeps = { ...given, changes };
  const registered = registerCommands(
    {
      'flagAdmin.segment.create': async (node) => (await import('./createSegment.ts')).createSegment(deps, node),
      'flagAdmin.segment.activate': async (node) => (await import('./activateSegment.ts')).activateSegment(deps, node),
      'flagAdmin.segment.deactivate': async (node) => (await import('./deactivateSegment.ts')).deactivateSegment(deps, node),
      'flagAdmin.segment.delete': async (node) => (await import('./deleteSegment.ts')).deleteSegment(deps, node),
      'flagAdmin.segment.uploadKeys': async (...args) => (await import('./uploadKeys.ts')).uploadKeys(deps, args),
      'flagAdmin.segment.uploadKeysFromClipboard': async (...args) =>
        (await import('./uploadKeys.ts')).uploadKeysFromClipboard(deps, args),
      'flagAdmin.segment.removeKeys': async (...args) => (await import('./uploadKeys.ts')).removeKeys(deps, args),
      'flagAdmin.segment.compareKeys': async (...args) => (await import('./compareKeys.ts')).compareKeys(deps, args),
      'flagAdmin.segment.resumeUpload': async (...args) => (await import('./resumeUpload.ts')).resumeUpload(deps, args),
      'flagAdmin.segment.undoLast': async (...args) => (await import('./undoLast.ts')).undoLast(deps, args),
      'flagAdmin.segment.openReceipt': async (...args) => (await import('./openReceipt.ts')).openReceipt(deps, args),
      'flagAdmin.segment.showKeys': async (...args) => (await import('./showKeys.ts')).showKeys(deps, args),
    },
    log,
  );
  return {
    dispose() {
      registered.dispose();
      changes.lenses?.dispose();
    },
    keysChanged: (keys) => markChanged(changes, keys),
    async changed() {
      const { journalOf } = await import('./changes.ts');
      const all = await journalOf(changes).list();
      return new Set(all.map(({ target }) => `${target.environment.id}/${target.name}`));
    },
    // Nobody asked for it, so nobody is bothered where it can't be done.
    offerResume: (decided?: string) =>
      logFailure(
        import('./offerResume.ts').then(({ offerResume }) => offerResume(deps, decided)),
        log,
      ),
  };
}
