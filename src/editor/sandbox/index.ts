/** Registers the commands of the sandbox, a practice service that runs inside the editor. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Services } from '../window/services.ts';
import type { OwnSandbox } from './runningSandbox.ts';

/** Returns a sandbox that loads its code (runningSandbox.ts) when it is first used. */
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

export function registerSandbox(services: Services, sandbox: OwnSandbox): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.sandbox.start': async () => (await import('./sandboxCommands.ts')).trySandbox(services, sandbox),
      'flagAdmin.sandbox.stop': async () => (await import('./sandboxCommands.ts')).stopSandbox(services, sandbox),
      'flagAdmin.sandbox.reset': async () => (await import('./sandboxCommands.ts')).resetSandbox(services, sandbox),
      'flagAdmin.sample.open': async () => (await import('./sandboxCommands.ts')).openSample(),
    },
    services.log,
  );
}
