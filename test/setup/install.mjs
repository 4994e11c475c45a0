/** Dependencies, installed when they are missing or not those of the lockfile. Runs on any Node from 20 on. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { whenEnded } from './ending.mjs';
import { root } from './places.mjs';
import { withSetupLock } from './setupLock.mjs';

/**
 * Runs `npm ci` in `dir` if it is needed; says so, and lets npm speak, on stderr only. Throws an Error with a sentence
 * if npm fails.
 */
export async function ensureInstalled(dir = root) {
  if (isInstalled(dir)) return;
  await withSetupLock(dir, async () => {
    if (isInstalled(dir)) return; // by the process that we waited for
    process.stderr.write(`Installing the dependencies of ${path.relative(root, dir) || 'Flag Admin'}…\n`);
    await npmCi(dir);
    mkdirSync(path.join(dir, 'node_modules'), { recursive: true }); // npm makes none where nothing is wanted
    writeFileSync(stampFile(dir), stampOf(dir));
  });
}

/**
 * The Node 24 that runs everything else: the devDependency `node`, else this very Node if it is new enough. Throws an
 * Error with a sentence if there is neither.
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

/** The environment for a child: Node 24 comes first on its PATH, as in an npm script. */
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
  writeFileSync(stampFile(dir), stampOf(dir)); // somebody ran npm by hand, and it fits
  return true;
}

/** Whether npm's own record of node_modules says what the lockfile says. Optional packages may be absent. */
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

/** npm as it was started for this script, else the one on the PATH. */
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
      // npm hands its own settings and place down to scripts; this is another npm in another folder.
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)),
        ),
        NODE_DISABLE_COMPILE_CACHE: '1', // npm's own would stay in the temporary folder
      },
    });
    const settle = (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`"npm ci" failed in ${dir} (${signal ?? `code ${code}`}). Its own words are above.`));
    };
    const exited = new Promise((done) => child.once('close', () => done()));
    // One that ran on would be met by the next set-up, which has the lock by then. That it failed is no news.
    const forget = whenEnded((signal) => {
      child.off('exit', settle).kill(signal);
      return exited;
    });
    void exited.then(forget);
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`, { cause: error })));
    child.once('exit', settle);
  });
}
