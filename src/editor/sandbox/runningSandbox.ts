/** The sandbox of this window. It starts when it is first needed, and stops when the window is closed. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeAtomically } from '../../storage/atomicFile.ts';
import { setContext } from '../window/command.ts';
import type { RunningSandbox } from '../window/connected.ts';
import type { SandboxStopped } from '../words/connectionErrors.ts';
import { contextKeys } from '../window/names.ts';
import { tellRefusal } from '../window/notifications.ts';

const { t } = vscode.l10n;

/**
 * The roles of the API keys that the connection to the sandbox gets. The sandbox has other API keys that are not allowed to do
 * some things. They are left out here.
 */
const ROLES_IN_EDITOR: ReadonlySet<string> = new Set(['submitter', 'approver']);

/** The name of the file that stores the state of the sandbox. */
const STATE_FILE = 'sandbox-state.json';
/**
 * The name of the file that stores the id of the sandbox. If it can't be written, the sandbox gets a new id at the next start.
 */
const INSTANCE_FILE = 'sandbox-instance';

export interface OwnSandbox extends vscode.Disposable {
  /**
   * Returns the running sandbox, and starts it first if necessary. If the user has stopped it, starts it only with `isUserRequest`,
   * and otherwise throws SandboxStopped.
   */
  ensure(how?: { readonly isUserRequest?: boolean }): Promise<RunningSandbox>;
  /** True if the changes in the sandbox are stored, so that they survive a stop or a reload. */
  isSaved(): Promise<boolean>;
  /** Restores the sample data. Resolves to false if the sandbox is not running. */
  reset(): Promise<boolean>;
  /** Stops the sandbox. Resolves to false if it was not running. */
  stop(): Promise<boolean>;
}

type StartSandbox = (typeof import('../../sandbox/server.ts'))['startSandbox'];

interface StartedSandbox {
  readonly server: Awaited<ReturnType<StartSandbox>>;
  readonly isSaved: boolean;
  instance: string;
  /**
   * The path of the file that stores the id. Undefined if nothing can be stored. Then the id is lost when the window is closed.
   */
  readonly instanceFile: string | undefined;
}

/**
 * Creates the sandbox. `folders` are the storage folders of the editor, and the first one on a disk is used. It is created if
 * it doesn't exist. If the sandbox can't be stored, it still runs, and the user is warned.
 */
export function createSandbox(folders: readonly (vscode.Uri | undefined)[]): OwnSandbox {
  /** The start of the sandbox, which is under way or finished. All callers wait for the same start. */
  let starting: Promise<StartedSandbox> | undefined;
  /** True after the user stopped the sandbox. It then starts only if the user asks for it, and not because a view needs it. */
  let isStopped = false;
  /** True after the user was told that nothing is stored. They are told only once in each window. */
  let hasWarned = false;

  async function startSaved(startSandbox: StartSandbox): Promise<StartedSandbox> {
    const folder = folders.find((one) => one?.scheme === 'file')?.fsPath;
    let failure = new Error('no folder');
    if (folder !== undefined) {
      try {
        await mkdir(folder, { recursive: true });
        const file = path.join(folder, STATE_FILE);
        const instanceFile = path.join(folder, INSTANCE_FILE);
        const isThere = await stat(file).then(
          () => true,
          () => false,
        );
        const server = await startSandbox({ state: { file } });
        const known = isThere && !server.setAside ? await readFile(instanceFile, 'utf8').catch(() => '') : '';
        const instance = known || randomUUID();
        if (!known) await writeAtomically(instanceFile, instance).catch(() => undefined);
        return { server, isSaved: true, instance, instanceFile };
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
    }
    const server = await startSandbox();
    if (!hasWarned)
      tellRefusal(
        t('The sandbox can’t be saved ({0}). Changes in the sandbox are lost when this window closes.', failure.message),
      );
    hasWarned = true;
    return { server, isSaved: false, instance: randomUUID(), instanceFile: undefined };
  }

  async function start(): Promise<StartedSandbox> {
    const { startSandbox } = await import('../../sandbox/server.ts');
    const started = await startSaved(startSandbox);
    const { setAside } = started.server;
    if (setAside) {
      tellRefusal(
        t(
          'The stored state of the sandbox can’t be read, so the sandbox starts with the sample data. The old file is now {0}',
          setAside.file,
        ),
      );
    }
    await setContext(contextKeys.isSandboxRunning, true);
    return started;
  }

  async function stop(): Promise<boolean> {
    const stopping = starting;
    starting = undefined;
    isStopped = true;
    if (!stopping) return false;
    await (await stopping).server.close();
    if (!starting) await setContext(contextKeys.isSandboxRunning, false);
    return true;
  }

  return {
    async ensure({ isUserRequest = false } = {}) {
      if (isStopped && !isUserRequest) throw sandboxStopped();
      isStopped = false;
      const mine = (starting ??= start());
      const { server, instance } = await mine.catch((error: unknown) => {
        if (starting === mine) starting = undefined;
        throw error;
      });
      return {
        baseUrl: server.baseUrl,
        vocabulary: server.vocabulary,
        keys: server.keys.filter(({ role }) => ROLES_IN_EDITOR.has(role)).map(({ name, key }) => ({ name, key })),
        instance,
      };
    },
    isSaved: async () => (await starting)?.isSaved ?? false,
    async reset() {
      if (!starting) return false;
      const started = await starting;
      const instance = randomUUID();
      // The new id is stored before the reset. Otherwise earlier changes would count as changes of the restored sample data.
      if (started.instanceFile !== undefined) await writeAtomically(started.instanceFile, instance);
      started.instance = instance;
      await started.server.reset();
      return true;
    },
    stop,
    dispose: () => void stop(),
  };
}

function sandboxStopped(): SandboxStopped {
  return Object.assign(new Error('the sandbox was stopped'), { kind: 'sandboxStopped' as const });
}
