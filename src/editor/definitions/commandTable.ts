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
  [commands.reviewDraft]: async () => {
    const { reviewDraft } = await import('./reviewDraft.ts');
    return (argument) => reviewDraft(room, argument);
  },
  [commands.proposeElsewhere]: async () => {
    const { proposeElsewhere } = await import('./proposeElsewhere.ts');
    return (argument) => proposeElsewhere(room, argument);
  },
  [commands.exportDefinition]: async () => {
    const { exportDefinition } = await import('./exportDefinition.ts');
    return (argument) => exportDefinition(room, argument);
  },
  [commands.openFromFile]: async () => {
    const { openFromFile } = await import('./openFromFile.ts');
    return (argument) => openFromFile(room, argument);
  },
  [commands.discardDraft]: async () => {
    const { discardDraft } = await import('./discardDraft.ts');
    return (argument) => discardDraft(room, argument);
  },
});
