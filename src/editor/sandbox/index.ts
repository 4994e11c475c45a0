/** The sandbox: a practice service inside the editor. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { RunningSandbox } from '../window/connected.ts';
import type { Log } from '../window/log.ts';
import type { OwnSandbox } from './runningSandbox.ts';

export interface SandboxDeps {
  readonly sandbox: OwnSandbox;
  /** Makes the running sandbox the connection in use. */
  readonly use: (running: RunningSandbox) => Promise<void>;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  readonly log: Log;
}

/** The sandbox of runningSandbox.ts. That file is loaded when the sandbox is first needed. */
export function createLazySandbox(folders: readonly (vscode.Uri | undefined)[]): OwnSandbox {
  let made: Promise<OwnSandbox> | undefined;
  const load = (): Promise<OwnSandbox> =>
    (made ??= import('./runningSandbox.ts').then(({ createSandbox }) => createSandbox(folders)));
  return {
    ensure: async (how) => (await load()).ensure(how),
    isSaved: async () => (await load()).isSaved(),
    reset: async () => (await load()).reset(),
    stop: async () => (await load()).stop(),
    dispose: () => void made?.then((sandbox) => sandbox.dispose()),
  };
}

export function registerSandbox(deps: SandboxDeps): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.sandbox.start': async () => (await import('./sandboxCommands.ts')).trySandbox(deps),
      'flagAdmin.sandbox.stop': async () => (await import('./sandboxCommands.ts')).stopSandbox(deps),
      'flagAdmin.sandbox.reset': async () => (await import('./sandboxCommands.ts')).resetSandbox(deps),
      'flagAdmin.sample.open': async () => (await import('./sandboxCommands.ts')).openSample(),
    },
    deps.log,
  );
}
