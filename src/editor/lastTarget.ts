/** The segment that was chosen last for keys in this workspace folder, whether or not they went there: it is offered first. */
import * as vscode from 'vscode';
import type { Store } from '../operations/learnt.ts';
import type { SegmentTarget } from './target.ts';

const LAST_TARGET = 'lastTarget';

export interface LastTarget extends vscode.Disposable {
  /** Undefined if none was chosen through this connection yet. */
  of(connectionId: string): SegmentTarget | undefined;
  /** Of no connection: it is forgotten. */
  remember(connectionId: string | undefined, target: SegmentTarget): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

export function createLastTarget(memory: Store): LastTarget {
  const changed = new vscode.EventEmitter<void>();
  return {
    of(connectionId) {
      const last = memory.get<SegmentTarget & { connectionId: string }>(LAST_TARGET);
      return last?.connectionId === connectionId ? last : undefined;
    },
    async remember(connectionId, target) {
      await memory.update(LAST_TARGET, { ...target, connectionId });
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
