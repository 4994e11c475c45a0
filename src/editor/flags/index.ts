/** Flags and their definitions. */
import type * as vscode from 'vscode';
import { registerCommands } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { Log } from '../log.ts';
import { commands } from '../names.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';

export interface FlagsDeps {
  readonly connections: Connections;
  readonly texts: ReadOnlyText;
  readonly log: Log;
}

export function registerFlags(deps: FlagsDeps): vscode.Disposable {
  return registerCommands(
    {
      [commands.openFlag]: async () => {
        const { openDefinition } = await import('./openDefinition.ts');
        return (argument) => openDefinition(deps, argument);
      },
    },
    deps.log,
  );
}
