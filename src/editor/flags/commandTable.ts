/** What each command about flags runs, loaded at its first use. */
import type { CommandList } from '../command.ts';
import { commands } from '../names.ts';
import type { FlagsDeps } from './index.ts';

export const flagCommands = (deps: FlagsDeps): CommandList => ({
  [commands.killFlag]: async () => {
    const { killFlag } = await import('./switchFlag.ts');
    return (argument) => killFlag(deps, argument);
  },
  [commands.restoreFlag]: async () => {
    const { restoreFlag } = await import('./switchFlag.ts');
    return (argument) => restoreFlag(deps, argument);
  },
  [commands.archiveFlag]: async () => {
    const { removeDefinition } = await import('./switchFlag.ts');
    return (argument) => removeDefinition(deps, argument);
  },
  [commands.pinFlag]: async () => {
    const { pinFlag } = await import('./pinFlag.ts');
    return (argument) => pinFlag(deps, argument);
  },
  [commands.unpinFlag]: async () => {
    const { unpinFlag } = await import('./pinFlag.ts');
    return (argument) => unpinFlag(deps, argument);
  },
  [commands.createFlag]: async () => {
    const { createFlag } = await import('./createFlag.ts');
    return (argument) => createFlag(deps, argument);
  },
});
