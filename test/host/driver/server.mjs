/** The VS Code server on a loopback port. It writes only into one temporary folder, which is removed when the server stops. */
import { spawn } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { node24 } from '../../setup/install.mjs';
import { hostDir, oldestDir, sampleDir, workDir } from '../../setup/places.mjs';
import { keybindings, settings as ownSettings } from './settings.mjs';

const START_LIMIT_MILLISECONDS = 80_000;
/** True if the editor is the oldest supported one. */
export const isOldest = process.env.FLAG_ADMIN_EDITOR === 'oldest';
const codeDir = path.join(isOldest ? oldestDir : hostDir, 'node_modules', 'code-server', 'lib', 'vscode');
/** The extension host of the oldest supported editor needs Node 22. On Node 24, its start never ends. */
const nodeOfServer = isOldest ? path.join(hostDir, 'node_modules', 'node-22', 'bin', 'node') : node24();

/**
 * @typedef {object} Server
 * @property {number} port  on 127.0.0.1
 * @property {string} folder  a fresh copy of the sample folder, to be opened
 * @property {string} tempDir  all files that this server writes; `stop` removes it
 * @property {string} dataDir  its data: settings in `data/User`, logs in `data/logs`
 * @property {string} logFile  its stdout and stderr; `stop` does not remove it
 * @property {Promise<void>} ended  settles when the server has ended, by `stop` or by itself
 * @property {() => Promise<void>} stop  ends the server and its child processes, copies its logs, and removes `tempDir`
 */

/**
 * Starts a server and waits until it listens. Throws an Error with the server's output if it does not.
 * @param {object} options
 * @param {string} options.name  of its folder in `.work/logs`
 * @param {string} [options.token]  the connection token; absent = the server requires none
 * @param {boolean} [options.isTestHost]  for tests in the extension host; every modal dialog is then refused
 * @param {string[]} [options.vsixes]  packaged extensions, installed first
 * @param {boolean} [options.asksForTrust]  a window is restricted until its user trusts the folder
 * @param {string} [options.language]  the display language; it needs a language pack among `vsixes`
 * @param {Record<string, string>} [options.files]  written into the folder, by path: content
 * @param {Record<string, unknown>} [options.settings]  user settings on top of ours
 * @param {{key: string, command: string, args?: unknown}[]} [options.keys]  more key bindings of the user
 * @param {Record<string, string>} [options.env]  for the server and its extension host
 * @returns {Promise<Server>}
 */
export async function startServer(options) {
  const {
    name,
    token,
    isTestHost = false,
    vsixes = [],
    asksForTrust = false,
    language,
    files = {},
    settings = {},
    keys = [],
    env = {},
  } = options;

  linkPackagesForTheBrowser();
  const logDir = path.join(workDir, 'logs', name);
  mkdirSync(logDir, { recursive: true });
  const logFile = path.join(logDir, 'server.log');
  const tempDir = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-'));
  const dataDir = path.join(tempDir, 'data');
  const tokenFile = path.join(tempDir, 'token');

  const folder = path.join(tempDir, 'flag-admin-sample');
  for (const part of ['home', 'run', 'tmp', 'extensions', 'data/data/User'])
    mkdirSync(path.join(tempDir, part), { recursive: true });
  const trust = { 'security.workspace.trust.enabled': asksForTrust };
  const userSettings = { ...ownSettings, ...trust, ...settings };
  writeFileSync(path.join(dataDir, 'data/User/settings.json'), JSON.stringify(userSettings, null, 2));
  writeFileSync(path.join(dataDir, 'data/User/keybindings.json'), JSON.stringify([...keybindings, ...keys], null, 2));
  if (token) writeFileSync(tokenFile, token, { mode: 0o600 });
  cpSync(sampleDir, folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }

  const serverArguments = [
    ['--host', '127.0.0.1', '--port', '0', '--accept-server-license-terms', '--telemetry-level', 'off'],
    ['--server-data-dir', dataDir, '--extensions-dir', path.join(tempDir, 'extensions')],
    ['--disable-getting-started-override', '--reconnection-grace-time', '1'],
    asksForTrust ? [] : ['--disable-workspace-trust'],
    language ? ['--locale', language] : [],
    token ? ['--connection-token-file', tokenFile] : ['--without-connection-token'],
    isTestHost ? ['--enable-smoke-test-driver'] : [],
    vsixes.flatMap((vsix) => ['--install-extension', vsix]),
    vsixes.length > 0 ? ['--force', '--start-server'] : [],
  ].flat();
  const guardScript = path.join(hostDir, 'driver', 'guard.mjs');
  const log = openSync(logFile, 'w');
  // The guard removes tempDir, even if this process can't.
  const guard = spawn(
    node24(),
    [guardScript, tempDir, nodeOfServer, path.join(codeDir, 'out', 'server-main.js'), ...serverArguments],
    {
      detached: true, // Ctrl-C in the terminal must not reach the guard, which ends with its owner
      stdio: ['pipe', log, log],
      env: {
        ...process.env,
        HOME: path.join(tempDir, 'home'),
        TMPDIR: path.join(tempDir, 'tmp'), // the editor's built-in extensions leave folders there
        XDG_RUNTIME_DIR: path.join(tempDir, 'run'), // for sockets, whose path may have at most 107 characters
        EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: '' }),
        ...env,
      },
    },
  );
  closeSync(log);
  const ended = new Promise((resolve) => guard.once('close', resolve));
  guard.stdin.on('error', () => {}); // it exited before it was stopped
  const letGo = () => {
    guard.stdin.end();
    return ended;
  };

  try {
    const port = await portOf(logFile, ended);
    const stop = async () => {
      keepLogs(dataDir, logDir);
      await letGo();
    };
    return { port, folder, tempDir, dataDir, logFile, ended, stop };
  } catch (error) {
    await letGo();
    throw error;
  }
}

/** Resolves to the port as soon as the server has printed it. */
async function portOf(logFile, ended) {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (const start = Date.now(); Date.now() - start < START_LIMIT_MILLISECONDS && !hasEnded; await sleep(30)) {
    const port = /Extension host agent listening on (\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (port) return Number(port);
  }
  throw new Error(`The VS Code server did not start. It said:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
}

/** Copies VS Code's logs (server, extension host, output channels), so that they can be read after a failure. */
function keepLogs(dataDir, logDir) {
  const kept = path.join(logDir, 'vscode');
  rmSync(kept, { recursive: true, force: true });
  try {
    cpSync(path.join(dataDir, 'data', 'logs'), kept, { recursive: true });
  } catch {
    // It has written no logs, or is still writing them.
  }
}

/**
 * Node finds the server's packages in a parent folder, where this repository's lockfile installs them. The browser requests them
 * from below the server's own folder.
 */
function linkPackagesForTheBrowser() {
  for (const name of ['vscode-textmate', 'vscode-oniguruma', '@vscode/iconv-lite-umd', 'jschardet', 'tas-client']) {
    const link = path.join(codeDir, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    try {
      symlinkSync(path.join(hostDir, 'node_modules', name), link);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}
