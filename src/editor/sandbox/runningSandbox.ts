/** The sandbox of this window: started when first needed, ended with the window. */
import type * as vscode from 'vscode';
import { setContext } from '../command.ts';
import type { RunningSandbox, SandboxStopped } from '../connected.ts';
import { contextKeys } from '../names.ts';

/** The API keys that the path of a change needs; the sandbox has others to look at limits with. */
const KEYS_TO_STORE: ReadonlySet<string> = new Set(['submitter', 'approver']);

export interface OwnSandbox extends vscode.Disposable {
  /**
   * The running sandbox; starts it if it does not run. Once the user has stopped it, only `isAsked` starts it again;
   * without that it throws SandboxStopped.
   */
  ensure(how?: { readonly isAsked?: boolean }): Promise<RunningSandbox>;
  /** Brings the sample world back; false if the sandbox does not run. */
  reset(): Promise<boolean>;
  /** Ends the sandbox; false if it did not run. */
  stop(): Promise<boolean>;
}

type Server = Awaited<ReturnType<(typeof import('../../sandbox/server.ts'))['startSandbox']>>;

export function createSandbox(): OwnSandbox {
  /** One start, however many ask for it at once. */
  let starting: Promise<Server> | undefined;
  /** The user stopped it: it starts again when they say so, and not because a view asks. */
  let isStopped = false;

  async function start(): Promise<Server> {
    const { startSandbox } = await import('../../sandbox/server.ts');
    const server = await startSandbox();
    await setContext(contextKeys.isSandboxRunning, true);
    return server;
  }

  async function stop(): Promise<boolean> {
    const stopping = starting;
    starting = undefined;
    isStopped = true;
    if (!stopping) return false;
    await (await stopping).close();
    if (!starting) await setContext(contextKeys.isSandboxRunning, false);
    return true;
  }

  return {
    async ensure({ isAsked = false } = {}) {
      if (isStopped && !isAsked) throw sandboxStopped();
      isStopped = false;
      const mine = (starting ??= start());
      const server = await mine.catch((error: unknown) => {
        if (starting === mine) starting = undefined;
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

function sandboxStopped(): SandboxStopped {
  return Object.assign(new Error('the sandbox was stopped'), { kind: 'sandboxStopped' as const });
}
