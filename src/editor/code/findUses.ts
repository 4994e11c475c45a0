/** Find Uses: runs the editor's own search for the quoted name of a flag. */
import * as vscode from 'vscode';
import { verbatim } from '../../domain/flagUses/calls.ts';
import { chooseFlag } from '../ask/choosePlace.ts';
import { activeUri, addressOf } from '../window/definitionUri.ts';
import type { Services } from '../window/services.ts';
import { flagFrom } from '../window/target.ts';

/** Returns a regular expression that matches the name in quotes. */
export const quotedPattern = (name: string): string => `["'\`]${verbatim(name)}["'\`]`;

/**
 * Searches for the uses of a flag. `argument`: the flag, or the address of its definition. Without an argument, takes the flag
 * of the active document, or asks for a flag.
 */
export async function findUses({ connections }: Services, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : argument === undefined ? activeUri() : undefined;
  let name = flagFrom(argument)?.name ?? (uri && addressOf(uri)?.place.flagName);
  if (name === undefined) {
    const connected = await connections.orAsk();
    name = connected && (await chooseFlag(connected, vscode.l10n.t('Find Uses')))?.name;
  }
  if (name === undefined) return;
  const query = { query: quotedPattern(name), isRegex: true, isCaseSensitive: true, triggerSearch: true };
  await vscode.commands.executeCommand('workbench.action.findInFiles', query);
}
