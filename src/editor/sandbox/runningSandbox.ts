/** The sandbox of this window: started when first needed, ended with the window. */
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

/** The API keys that the path of a change needs; the sandbox has others to look at limits with. */
const ROLES_IN_EDITOR: ReadonlySet<string> = new Set(['submitter', 'approver']);

/** In a folder of the editor's. */
const STATE_FILE = 'sandbox-state.json';
/** Beside it: which sandbox that is. Where it can't be written, it is another one after the next start. */
const INSTANCE_FILE = 'sandbox-instance';

export interface OwnSandbox extends vscode.Disposable {
  /**
   * The running sandbox; starts it if it does not run. Once the user has stopped it, only `isAsked` starts it again;
   * without that it throws SandboxStopped.
   */
  ensure(how?: { readonly isAsked?: boolean }): Promise<RunningSandbox>;
  /** True if what is changed in it is there again after a stop or a reload. */
  isSaved(): Promise<boolean>;
  /** Brings the sample world back; false if the sandbox does not run. */
  reset(): Promise<boolean>;
  /** Ends the sandbox; false if it did not run. */
  stop(): Promise<boolean>;
}

type StartSandbox = (typeof import('../../sandbox/server.ts'))['startSandbox'];

interface Started {
  readonly server: Awaited<ReturnType<StartSandbox>>;
  readonly isSaved: boolean;
  instance: string;
  /** Where that stands; undefined = it ends with the window. */
  readonly instanceFile: string | undefined;
}

/**
 * `folders` are those that the editor gives for storage, the better one first; they may be on no disk, or not be there
 * yet. Where the sandbox can't be saved in one, it runs all the same, and the user is warned.
 */
export function createSandbox(folders: readonly (vscode.Uri | undefined)[]): OwnSandbox {
  /** One start, however many ask for it at once. */
  let starting: Promise<Started> | undefined;
  /** The user stopped it: it starts again when they say so, and not because a view asks. */
  let isStopped = false;
  /** The user is warned once in a window that nothing is saved. */
  let hasWarned = false;

  async function startSaved(startSandbox: StartSandbox): Promise<Started> {
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
      tellRefusal(t('The sandbox can’t be kept ({0}): what is changed in it ends with this window.', failure.message));
    hasWarned = true;
    return { server, isSaved: false, instance: randomUUID(), instanceFile: undefined };
  }

  async function start(): Promise<Started> {
    const { startSandbox } = await import('../../sandbox/server.ts');
    const started = await startSaved(startSandbox);
    const { setAside } = started.server;
    if (setAside) {
      tellRefusal(
        t('What was kept of the sandbox can’t be read, so it starts with the sample. The old file is {0}', setAside.file),
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
    async ensure({ isAsked = false } = {}) {
      if (isStopped && !isAsked) throw sandboxStopped();
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
      // Before: what was done until now must not count as done in the sample that comes back.
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
