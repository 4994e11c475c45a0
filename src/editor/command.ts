/** The only door to registerCommand and setContext: a command runs, and if it fails that is reported once. */
import * as vscode from 'vscode';
import type { CommandId, ContextKey, Milestone } from './names.ts';
import type { Log } from './log.ts';

/** What a command is called with: a tree node, a file, an id, or nothing. It checks its arguments itself. */
export type Run = (...args: readonly unknown[]) => Promise<unknown>;

/** A command's id and how to load what it runs; the file is loaded at the command's first use. */
export type CommandList = Partial<Record<CommandId, () => Promise<Run>>>;

/** Registers a feature's commands. A failure is told to the user once; giving up (Escape, Cancel) is silence. */
export function registerCommands(list: CommandList, log: Log): vscode.Disposable {
  return register(Object.keys(list) as CommandId[], async () => list, log);
}

type Short<Id> = Id extends `flagAdmin.${infer Rest}` ? Rest : never;

/**
 * As registerCommands, for a feature of many commands: the list too is loaded at the first use of one, and ids are given
 * without what they all begin with; both keep the entry small.
 */
export function registerCommandTable(
  ids: readonly Short<CommandId>[],
  load: () => Promise<CommandList>,
  log: Log,
): vscode.Disposable {
  return register(
    ids.map((id): CommandId => `flagAdmin.${id}`),
    load,
    log,
  );
}

function register(ids: readonly CommandId[], load: () => Promise<CommandList>, log: Log): vscode.Disposable {
  const registered = ids.map((id) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        const run = await (await load())[id]?.();
        return await run?.(...args);
      } catch (error) {
        await tellFailure(error, log);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

/** Tells the user of a failure, with the next steps as buttons. The only place where an error ends. */
export async function tellFailure(error: unknown, log: Log): Promise<void> {
  const { reportFailure } = await import('./failure.ts');
  await reportFailure(error, log);
}

export async function setContext(key: ContextKey | Milestone, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
