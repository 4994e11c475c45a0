/** Installs dependencies if they are missing or differ from the lockfile. Runs on Node 20 and later. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { whenEnded } from './ending.mjs';
import { root } from './places.mjs';
import { withSetupLock } from './setupLock.mjs';

/** Runs `npm ci` in `dir` if needed. Writes only to stderr, as does npm. Throws an Error with a sentence if npm fails. */
export async function ensureInstalled(dir = root) {
  if (isInstalled(dir)) return;
  await withSetupLock(dir, async () => {
    if (isInstalled(dir)) return; // by the process that this one waited for
    process.stderr.write(`Installing the dependencies of ${path.relative(root, dir) || 'Flag Admin'}…\n`);
    await npmCi(dir);
    mkdirSync(path.join(dir, 'node_modules'), { recursive: true }); // npm creates no folder if there are no dependencies
    writeFileSync(stampFile(dir), stampOf(dir));
  });
}

/**
 * Returns the Node 24 that runs everything else: the devDependency `node`, or this Node if it is new enough. Throws an Error with
 * a sentence if there is neither.
 */
export function node24(dir = root) {
  const names = process.platform === 'win32' ? ['node.exe', 'node'] : ['node'];
  const found = names.map((name) => path.join(dir, 'node_modules', 'node', 'bin', name)).find((file) => existsSync(file));
  if (found) return found;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `There is no Node 24 in node_modules/node/bin, and this is Node ${process.versions.node}. The package "node" fetches it ` +
      'while it is installed: allow install scripts and run "npm ci", or use Node 24 or newer.',
  );
}

/** The environment of a child process: Node 24 is first on its PATH, as in an npm script. */
export function environment(more = {}) {
  const { PATH, Path, ...rest } = process.env;
  const folders = [path.dirname(node24()), path.join(root, 'node_modules', '.bin'), PATH ?? Path ?? ''];
  return { ...rest, PATH: folders.join(path.delimiter), ...more };
}

const stampFile = (dir) => path.join(dir, 'node_modules', '.installed');
const lockText = (dir) => readFileSync(path.join(dir, 'package-lock.json'), 'utf8');
const platform = `${process.platform}-${process.arch}\n`;
const stampOf = (dir) => `${createHash('sha256').update(lockText(dir)).digest('hex')} ${platform}`;

function isInstalled(dir) {
  if (!existsSync(path.join(dir, 'node_modules'))) return false;
  const stamp = existsSync(stampFile(dir)) ? readFileSync(stampFile(dir), 'utf8') : undefined;
  if (stamp === stampOf(dir)) return true;
  const isOtherPlatforms = stamp !== undefined && !stamp.endsWith(platform);
  if (isOtherPlatforms || !isAsLocked(dir)) return false;
  writeFileSync(stampFile(dir), stampOf(dir)); // somebody ran npm, and the result matches the lockfile
  return true;
}

/** True if npm's record of node_modules matches the lockfile. Optional packages may be missing. */
function isAsLocked(dir) {
  const recordFile = path.join(dir, 'node_modules', '.package-lock.json');
  if (!existsSync(recordFile)) return false;
  const wanted = JSON.parse(lockText(dir)).packages;
  const installed = JSON.parse(readFileSync(recordFile, 'utf8')).packages;
  const isWanted = ([name, { optional, devOptional }]) => name !== '' && (name in installed || !(optional || devOptional));
  return (
    Object.entries(wanted)
      .filter(isWanted)
      .every(([name, { version, integrity }]) => {
        const found = installed[name];
        return found?.version === version && found?.integrity === integrity;
      }) && Object.keys(installed).every((name) => name in wanted)
  );
}

/** The npm that started this script, or the one on the PATH. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && existsSync(script) && /\.[cm]?js$/.test(script)) {
    return { command: node && existsSync(node) ? node : process.execPath, args: [script], shell: false };
  }
  return process.platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false };
}

function npmCi(dir) {
  const { command, args, shell } = npmCommand();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: dir,
      shell,
      stdio: ['ignore', 2, 2],
      // npm passes its settings and its folder to scripts. This is a different npm run in a different folder.
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)),
        ),
        NODE_DISABLE_COMPILE_CACHE: '1', // npm's own cache would stay in the temporary folder
      },
    });
    const settle = (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`"npm ci" failed in ${dir} (${signal ?? `code ${code}`}). Its own words are above.`));
    };
    const exited = new Promise((done) => child.once('close', () => done()));
    // npm must end with this process. Otherwise, it would conflict with the next setup, which can then take the lock.
    const forget = whenEnded((signal) => {
      child.off('exit', settle).kill(signal);
      return exited;
    });
    void exited.then(forget);
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`, { cause: error })));
    child.once('exit', settle);
  });
}
