/** Segments: made, activated and deleted; keys from a file into a segment, and the keys that a segment holds. */
import type * as vscode from 'vscode';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommands, type Run } from '../command.ts';
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
  type Command = (deps: SegmentsDeps, argument: unknown) => Promise<unknown>;
  /** Short, because it is in the entry. */
  const own = (load: () => Promise<Command>) => async (): Promise<Run> => {
    const run = await load();
    return (argument) => run(deps, argument);
  };
  return registerCommands(
    {
      [commands.createSegment]: own(async () => (await import('./createSegment.ts')).createSegment),
      [commands.activateSegment]: own(async () => (await import('./activateSegment.ts')).activateSegment),
      [commands.deactivateSegment]: own(async () => (await import('./deactivateSegment.ts')).deactivateSegment),
      [commands.deleteSegment]: own(async () => (await import('./deleteSegment.ts')).deleteSegment),
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
