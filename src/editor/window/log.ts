/** The log: one line for each call. It never contains an API key or a list of keys. */
import * as vscode from 'vscode';
import type { CallLog } from '../../api/network/callOptions.ts';
import { logText } from '../words/escape.ts';

/** A recent failure: a call, or the name of an error of this extension. */
export type RecentFailure = { /** Epoch milliseconds. */ readonly at: number } & (CallLog | { readonly name: string });

export interface Log extends vscode.Disposable {
  /** Logs successful reads at level Debug, changes at Info, refusals as warnings, and failures as errors. */
  call(call: CallLog): void;
  warn(message: string): void;
  /** Logs the outcome of a change of keys, in one line. */
  note(message: string): void;
  /** Logs a failure that is not an answer of a service. `name` is the name of the error; `detail` is written only to the log. */
  fault(name: string, detail: string): void;
  /** The last failures, newest last: at most 20, in memory only. */
  recent(): readonly RecentFailure[];
  show(): void;
}

const MAX_RECENT = 20;

/** Creates a log. Its first line creates the output channel, so an unused extension adds no entry to the Output view. */
export function createLog(): Log {
  let channel: vscode.LogOutputChannel | undefined;
  const failures: RecentFailure[] = [];
  const open = (): vscode.LogOutputChannel => (channel ??= vscode.window.createOutputChannel('Flag Admin', { log: true }));
  const remember = (failure: CallLog | { name: string }): void => {
    failures.push({ at: Date.now(), ...failure });
    if (failures.length > MAX_RECENT) failures.shift();
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

/** Logs a failure of work that nobody awaits. The user sees no message. */
export function logFailure(work: PromiseLike<unknown>, log: Pick<Log, 'warn'>): void {
  work.then(undefined, (error: unknown) => log.warn(String(error)));
}

/** Awaits work that is not essential. A failure is logged, not thrown. */
export async function orLogged(work: PromiseLike<unknown>, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.warn(String(error));
  }
}
