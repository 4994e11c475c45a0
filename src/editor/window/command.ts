/** The only file that calls registerCommand and setContext. The failure of a command is shown once. */
import * as vscode from 'vscode';
import type { ContextKey, Milestone } from './names.ts';
import type { CommandId } from '../words/nextSteps.ts';
import type { Log } from './log.ts';
import { sanitizedArgument } from './commandArgument.ts';

/**
 * The function of a command. Its argument can be the subject of a tree node, a file, an id, or nothing. The command itself
 * checks it.
 */
export type CommandFunction = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Registers the commands of a feature; `commands` maps the id of each command to its function. Each function imports the file
 * that only its command needs. A failure is shown to the user once; cancelling (Escape, Cancel) is silent. Arguments are copied
 * as data (commandArgument.ts), except objects for which `isOurs` is true: only this extension can create those.
 */
export function registerCommands(
  commands: Readonly<Record<CommandId, CommandFunction>>,
  log: Log,
  isOurs: (argument: unknown) => boolean = () => false,
): vscode.Disposable {
  const registered = Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        return await run(...args.map((argument) => (isOurs(argument) ? argument : sanitizedArgument(argument))));
      } catch (error) {
        await tellFailure(error, log);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

/** Shows a failure to the user, with the next steps as buttons. All errors of commands end here. */
export async function tellFailure(error: unknown, log: Log): Promise<void> {
  const { reportFailure } = await import('./notifications.ts');
  reportFailure(error, log);
}

export async function setContext(key: ContextKey | Milestone, value: boolean | readonly string[]): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
