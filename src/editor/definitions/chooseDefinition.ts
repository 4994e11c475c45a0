/** Which definition a command is about, whether it has a draft or not: what it was called with, the active editor's, or a chosen one. */
import * as vscode from 'vscode';
import { back } from '../ask.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import { chooseFlagPlace } from '../pickers/choosePlace.ts';
import { flagFrom } from '../target.ts';
import { placeFrom } from './chooseDraft.ts';
import { placeOf } from './placeOf.ts';
import type { Room } from './room.ts';

/** Undefined = the user walked away. */
export async function chooseDefinition(room: Room, argument: unknown, title: string): Promise<DefinitionPlace | undefined> {
  const given = placeFrom(argument);
  if (given) return given;
  const target = flagFrom(argument);
  const active = target ? undefined : placeFrom(vscode.window.activeTextEditor?.document.uri);
  if (active) return active;
  const connected = await room.connections.orAsk();
  if (!connected) return undefined;
  const chosen = target ?? (await chooseFlagPlace({ connected, memory: room.memory, title }));
  return chosen && chosen !== back ? placeOf(room, connected, chosen).place : undefined;
}
