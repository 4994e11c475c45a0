/** The sandbox: a practice service inside the editor. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Services } from '../window/services.ts';
import type { OwnSandbox } from './runningSandbox.ts';

/** Creates the sandbox. The file runningSandbox.ts is loaded when the sandbox is first needed. */
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
