/** The log: one line for each call. No API key and no list of keys ever gets here. */
import * as vscode from 'vscode';
import type { CallLog } from '../../api/network/callOptions.ts';
import { logText } from '../words/escape.ts';

/** What failed last: a call, or something of ours by the name of its error. */
export type Remembered = { /** Epoch milliseconds. */ readonly at: number } & (CallLog | { readonly name: string });

export interface Log extends vscode.Disposable {
  /** Answers to questions are for level Debug, changes for Info; a refusal is a warning, and what did not work an error. */
  call(call: CallLog): void;
  warn(message: string): void;
  /** What was done, in one line: how a change of keys ended. */
  note(message: string): void;
  /** A failure that is no answer of a service: `name` is that of the error, `detail` goes to the log alone. */
  fault(name: string, detail: string): void;
  /** The last failures, the newest last: at most 20, and in memory only. */
  recent(): readonly Remembered[];
  show(): void;
}

const MAX_REMEMBERED = 20;

/** The output channel is made with the first line, so that an unused extension adds no entry to the Output view. */
export function createLog(): Log {
  let channel: vscode.LogOutputChannel | undefined;
  const failures: Remembered[] = [];
  const open = (): vscode.LogOutputChannel => (channel ??= vscode.window.createOutputChannel('Flag Admin', { log: true }));
  const remember = (failure: CallLog | { name: string }): void => {
    failures.push({ at: Date.now(), ...failure });
    if (failures.length > MAX_REMEMBERED) failures.shift();
  };
  return {
    call(call) {
      const { method, path, status, milliseconds, transactionId, error } = call;
      const outcome = status ?? error ?? '';
      const end = transactionId ? ` transactionId=${transactionId}` : '';
      const line = logText(`${method} ${path} ${outcome} ${Math.round(milliseconds)} ms${end}`);
      if (error === undefined) return method === 'GET' ? open().debug(line) : open().info(line);
      if (error === 'cancelled') return open().debug(line);
      remember(call);
      return error === 'service' && (status ?? 500) < 500 ? open().warn(line) : open().error(line);
    },
    warn: (message) => open().warn(logText(message)),
    note: (message) => open().info(logText(message)),
    fault(name, detail) {
      remember({ name });
      open().error(logText(detail));
    },
    recent: () => failures,
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
