/** What each command about definitions runs, loaded at its first use. */
import type { CommandList } from '../command.ts';
import { commands } from '../names.ts';
import type { Room } from './room.ts';

export const definitionCommands = (room: Room): CommandList => ({
  [commands.openFlag]: async () => {
    const { openDefinition } = await import('./openDefinition.ts');
    return (argument) => openDefinition(room, argument);
  },
  [commands.submitDefinition]: async () => {
    const { submitDefinition } = await import('./submitDefinition.ts');
    return (argument) => submitDefinition(room, argument);
  },
  [commands.discardDraft]: async () => {
    const { discardDraft } = await import('./discardDraft.ts');
    return (argument) => discardDraft(room, argument);
  },
});
