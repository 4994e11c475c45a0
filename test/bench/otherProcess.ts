/** Other processes of the bench: the services that it calls, and measurements that need a separate process. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

type Child = ChildProcessByStdio<null, Readable, null>;

const running = new Set<Child>();
process.once('exit', () => running.forEach((child) => child.kill()));

function start(args: readonly string[]): Child {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the JSON that a program prints. Rejects if its exit code isn't 0. */
export async function outcomeOf(args: readonly string[]): Promise<unknown> {
  const child = start(args);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with code ${code}`);
  return JSON.parse(printed);
}

export interface OtherProcess<Ready> {
  /** The JSON of the line that it prints when it is ready. */
  readonly ready: Ready;
  stop(): Promise<void>;
}

/** Starts a program that serves until it is ended, and waits for its ready line. */
export async function startProcess<Ready>(args: readonly string[]): Promise<OtherProcess<Ready>> {
  const child = start(args);
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(() => []);
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string?];
  if (line === undefined) throw new Error(`node ${args.join(' ')} ended before it was ready`);
  return {
    ready: JSON.parse(line) as Ready,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
