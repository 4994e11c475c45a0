/** Segments: keys from a file into a segment, and the keys that a segment holds. */
import type * as vscode from 'vscode';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommands } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { LastTarget } from '../lastTarget.ts';
import type { Log } from '../log.ts';
import { commands } from '../names.ts';
import type { Propose } from '../proposal.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';

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
}

export function registerSegments(deps: SegmentsDeps): vscode.Disposable {
  return registerCommands(
    {
      [commands.uploadKeys]: async () => {
        const { uploadKeys } = await import('./uploadKeys.ts');
        return (...args) => uploadKeys(deps, args);
      },
      [commands.uploadKeysFromClipboard]: async () => {
        const { uploadKeysFromClipboard } = await import('./uploadKeysFromClipboard.ts');
        return (argument) => uploadKeysFromClipboard(deps, argument);
      },
      [commands.showKeys]: async () => {
        const { showKeys } = await import('./showKeys/showKeys.ts');
        return (argument) => showKeys(deps, argument);
      },
    },
    deps.log,
  );
}
