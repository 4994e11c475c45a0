/** The log: one line for each call. No API key and no list of keys ever gets here. */
import * as vscode from 'vscode';
import type { CallLog } from '../api/transport.ts';
import { registerCommands } from './command.ts';
import * as commands from './commandNames.ts';

export interface Log extends vscode.Disposable {
  call(call: CallLog): void;
  warn(message: string): void;
  show(): void;
}

/** The output channel is made with the first line, so that an unused extension adds no entry to the Output view. */
export function createLog(): Log {
  let channel: vscode.LogOutputChannel | undefined;
  const open = (): vscode.LogOutputChannel => (channel ??= vscode.window.createOutputChannel('Flag Admin', { log: true }));
  return {
    call({ method, path, status, milliseconds, transactionId, error }) {
      const outcome = status ?? error ?? '';
      const line = `${method} ${path} ${outcome} ${Math.round(milliseconds)} ms${transactionId ? ` transactionId=${transactionId}` : ''}`;
      if (error) open().warn(line);
      else open().info(line);
    },
    warn: (message) => open().warn(message),
    show: () => open().show(),
    dispose: () => channel?.dispose(),
  };
}

/** For what nobody waits for: a failure of it is logged, and bothers nobody. */
export function logFailure(work: PromiseLike<unknown>, log: Pick<Log, 'warn'>): void {
  work.then(undefined, (error: unknown) => log.warn(String(error)));
}

/** For what is kept in passing: a failure of it is logged, and stops nothing. */
export async function orLogged(work: PromiseLike<unknown>, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.warn(String(error));
  }
}

export function registerLog(log: Log): vscode.Disposable {
  return registerCommands({ [commands.showLog]: async () => async () => log.show() }, log);
}
