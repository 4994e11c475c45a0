/** Serves the browser workbench for a person: the VS Code server with the extension installed, behind the proxy of serverProxy.mjs. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { startServerProxy } from './serverProxy.mjs';
import { startServer } from './server.mjs';

/**
 * Starts the server and the proxy. `url` opens the sample folder and one of its files. The other options are those of the server.
 * @param {object} options
 * @param {string} options.name  of its logs
 * @param {string} [options.file]
 * @returns {Promise<{url: string, origin: string, server: import('./server.mjs').Server, close: () => Promise<void>}>}
 */
export async function serveWorkbench({ name, file = 'accounts.csv', ...options }) {
  const token = randomBytes(16).toString('hex');
  const server = await startServer({ name, token, ...options });
  const home = (origin) => {
    const remoteFile = `vscode-remote://${new URL(origin).host}${path.join(server.folder, file)}`;
    return `/?${new URLSearchParams({ folder: server.folder, payload: JSON.stringify([['openFile', remoteFile]]) })}`;
  };
  const proxy = await startServerProxy({ serverPort: server.port, token, home });
  const close = async () => {
    await proxy.close();
    await server.stop();
  };
  return { url: proxy.url, origin: proxy.origin, server, close };
}
