/** The only door to registerCommand and setContext: a command runs, and if it fails that is reported once. */
import * as vscode from 'vscode';
import type { ContextKey, Milestone } from './names.ts';
import type { CommandId } from '../words/nextSteps.ts';
import type { Log } from './log.ts';
import { argumentOf } from './commandArgument.ts';

/** What a command runs. It is called with what a tree node is about, a file, an id, or nothing, and checks what it is about itself. */
export type Run = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * What the commands of a feature run, by id. A file that only a command needs is imported when that runs. A failure is told to
 * the user once; giving up (Escape, Cancel) is silence. Arguments are copied as data (commandArgument.ts), but for objects of which
 * `isOurs` is true: nobody else can make one.
 */
export function registerCommands(
  commands: Readonly<Record<CommandId, Run>>,
  log: Log,
  isOurs: (argument: unknown) => boolean = () => false,
): vscode.Disposable {
  const registered = Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        return await run(...args.map((argument) => (isOurs(argument) ? argument : argumentOf(argument))));
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
  const { reportFailure } = await import('./notifications.ts');
  reportFailure(error, log);
}

export async function setContext(key: ContextKey | Milestone, value: boolean | readonly string[]): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
