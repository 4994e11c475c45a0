/** Runs the sandbox as a service in a separate process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../setup/places.mjs';

/**
 * Starts the sandbox and waits until it is ready.
 * @param {string[]} args  such as `--vocabulary split`
 */
export async function startSandboxProcess(args = []) {
  const command = [path.join(root, 'src/sandbox/cli.ts'), '--port', '0', '--json', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the sandbox ended before it served (${signal ?? `exit code ${code}`})`);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), gone]);
  gone.catch(() => undefined); // once the sandbox is ready, its end is no error
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  return { ...JSON.parse(line), stop };
}
