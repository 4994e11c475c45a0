/** The sandbox of this window: started when first needed, ended with the window. */
import type * as vscode from 'vscode';
import { setContext } from '../command.ts';
import type { RunningSandbox } from '../connected.ts';
import { contextKeys } from '../names.ts';

/** The API keys that the path of a change needs; the sandbox has others to look at limits with. */
const KEYS_TO_STORE: ReadonlySet<string> = new Set(['submitter', 'approver']);

export interface OwnSandbox extends vscode.Disposable {
  /** The running sandbox; starts it if it does not run. */
  ensure(): Promise<RunningSandbox>;
  /** Brings the sample world back; false if the sandbox does not run. */
  reset(): Promise<boolean>;
  /** Ends the sandbox; false if it did not run. */
  stop(): Promise<boolean>;
}

type Server = Awaited<ReturnType<(typeof import('../../sandbox/server.ts'))['startSandbox']>>;

export function createSandbox(): OwnSandbox {
  /** One start, however many ask for it at once. */
  let starting: Promise<Server> | undefined;

  async function start(): Promise<Server> {
    const { startSandbox } = await import('../../sandbox/server.ts');
    const server = await startSandbox();
    await setContext(contextKeys.isSandboxRunning, true);
    return server;
  }

  async function stop(): Promise<boolean> {
    const server = starting;
    starting = undefined;
    if (!server) return false;
    await (await server).close();
    await setContext(contextKeys.isSandboxRunning, false);
    return true;
  }

  return {
    async ensure() {
      starting ??= start();
      const server = await starting.catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return {
        baseUrl: server.baseUrl,
        vocabulary: server.vocabulary,
        keys: server.keys.filter(({ role }) => KEYS_TO_STORE.has(role)).map(({ name, key }) => ({ name, key })),
      };
    },
    async reset() {
      if (!starting) return false;
      (await starting).reset();
      return true;
    },
    stop,
    dispose: () => void stop(),
  };
}
