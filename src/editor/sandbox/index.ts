/** The sandbox: a practice service inside the editor. */
import type * as vscode from 'vscode';
import { registerCommands } from '../command.ts';
import type { RunningSandbox } from '../connected.ts';
import type { Log } from '../log.ts';
import { commands } from '../names.ts';
import type { OwnSandbox } from './runningSandbox.ts';

export { createSandbox } from './runningSandbox.ts';

export interface SandboxDeps {
  readonly sandbox: OwnSandbox;
  /** Makes the running sandbox the connection in use. */
  readonly use: (running: RunningSandbox) => Promise<void>;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  readonly log: Log;
}

export function registerSandbox(deps: SandboxDeps): vscode.Disposable {
  return registerCommands(
    {
      [commands.startSandbox]: async () => {
        const { trySandbox } = await import('./sandboxCommands.ts');
        return () => trySandbox(deps);
      },
      [commands.stopSandbox]: async () => {
        const { stopSandbox } = await import('./sandboxCommands.ts');
        return () => stopSandbox(deps);
      },
      [commands.resetSandbox]: async () => {
        const { resetSandbox } = await import('./sandboxCommands.ts');
        return () => resetSandbox(deps);
      },
    },
    deps.log,
  );
}
