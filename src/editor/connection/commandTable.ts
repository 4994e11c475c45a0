/** What each command about connections and API keys runs, loaded at its first use. */
import type { CommandList } from '../command.ts';
import { commands } from '../names.ts';
import type { TypedAddress } from './addConnection.ts';
import type { ConnectionParts } from './index.ts';

export function connectionCommands(parts: ConnectionParts, typed: TypedAddress): CommandList {
  const { store, connections, memory, countDrafts } = parts;
  return {
    [commands.addConnection]: async () => {
      const { addConnection } = await import('./addConnection.ts');
      return () => addConnection(store, typed);
    },
    [commands.switchConnection]: async () => {
      const { switchConnection } = await import('./chooseConnection.ts');
      return () => switchConnection(store);
    },
    [commands.renameConnection]: async () => {
      const { renameConnection } = await import('./editConnection.ts');
      return () => renameConnection(store);
    },
    [commands.editConnection]: async () => {
      const { editConnection } = await import('./editConnection.ts');
      return () => editConnection(store, memory);
    },
    [commands.removeConnection]: async () => {
      const { removeConnection } = await import('./chooseConnection.ts');
      return () => removeConnection(store, memory, countDrafts);
    },
    [commands.exportConnections]: async () => {
      const { exportConnections } = await import('./shareConnections.ts');
      return () => exportConnections(store);
    },
    [commands.importConnections]: async () => {
      const { importConnections } = await import('./shareConnections.ts');
      return () => importConnections(store);
    },
    [commands.addApiKey]: async () => {
      const { addApiKey } = await import('./addApiKey.ts');
      return () => addApiKey(store, connections, memory);
    },
    [commands.useApiKey]: async () => {
      const { useApiKey } = await import('./useApiKey.ts');
      return (keyName) => useApiKey(parts, keyName);
    },
    [commands.removeApiKey]: async () => {
      const { removeApiKey } = await import('./removeApiKey.ts');
      return () => removeApiKey(store);
    },
  };
}
