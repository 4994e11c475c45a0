/**
 * Answers questions about a definition's text, such as its problems or completions, without blocking this thread: a worker
 * thread processes long texts, with a time limit.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemErrorCode } from '../../../storage/atomicFile.ts';
import { after, type Timer } from '../../../time/clock.ts';
import type { Known } from '../../../domain/definitions/document/known.ts';
import { answerInThisThread, type QuestionInput, type QuestionCode, type TextAnswer } from './textAnswers.ts';

/**
 * The maximum length of a text that this thread processes itself, in characters. Sending such a text to the worker takes longer
 * than processing it. A definition has a few thousand characters. The slowest YAML of this length takes about 50 ms, and a few
 * times as long if fixes are searched for.
 */
const MAX_WITHOUT_WORKER = 15_000;
/** The maximum time for one question, in milliseconds. After it, the worker is ended and the answer is `late`. */
const MAX_TIME = 20_000;
/** How long the worker continues with a question whose answer is no longer needed, in milliseconds. */
const MAX_TIME_OUTDATED = 1_000;
/**
 * The worker ends after this time without a question, in milliseconds. Starting it takes longer than answering most questions.
 */
const MAX_IDLE = 60_000;

/** The lists of known names in a question. They may have 100,000 names, so the same list is not sent to the worker twice. */
const KNOWN_LISTS = ['segments', 'flags'] as const;

/** One question, as sent to the worker. The worker answers one question at a time. */
export interface WorkerQuestion<K extends QuestionCode = QuestionCode> {
  readonly text: string;
  readonly code: K;
  readonly about: QuestionInput<K>;
  /** The lists that are not sent, because they are the same as for the previous question. */
  readonly same: readonly (typeof KNOWN_LISTS)[number][];
}

interface PendingQuestion {
  readonly asked: Omit<WorkerQuestion, 'same'>;
  readonly by: string | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The worker's file. It is next to this file both in the build, which has all files in one folder, and in the sources, which
 * run without a build.
 */
const workerFile = path.join(import.meta.dirname, `textThread${path.extname(import.meta.filename)}`);

export type AskText = ReturnType<typeof createAskText>;

/**
 * `limit` = the maximum time for one question. `idle` = the time after which an idle worker ends. Both are in milliseconds. The
 * worker starts with the first long text. An idle worker does not keep the process alive.
 */
export function createAskText(limit = MAX_TIME, idle = MAX_IDLE) {
  let worker: Worker | undefined;
  let running: PendingQuestion | undefined;
  let waiting: readonly PendingQuestion[] = [];
  let timer: Timer | undefined;
  /** The known names that were last sent to the worker. */
  let sent: Known = {};

  function startWorker(): Worker {
    const started = new Worker(workerFile, { execArgv: [] });
    sent = {};
    const settle = (end: (question: PendingQuestion) => void): void => {
      if (worker !== started) return;
      if (running) end(running);
      askNext();
    };
    started.on('message', (answer) => settle(({ resolve }) => resolve(answer)));
    started.on('error', (error) =>
      settle(({ resolve, reject }) => {
        worker = undefined;
        if (systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') resolve('late');
        else reject(error);
      }),
    );
    return started;
  }

  function endWorker(): void {
    void worker?.terminate();
    worker = undefined;
  }

  function giveUpAfter(milliseconds: number): void {
    timer?.dispose();
    timer = after(milliseconds, () => {
      endWorker();
      running?.resolve('late');
      askNext();
    });
  }

  /** Sends the next question. Questions for completions come first, because a person who types waits for the answer. */
  function askNext(): void {
    running = waiting.find(({ asked }) => asked.code === 'completions') ?? waiting[0];
    waiting = waiting.filter((one) => one !== running);
    timer?.dispose();
    if (!running) {
      worker?.unref();
      timer = after(idle, endWorker);
      return;
    }
    worker ??= startWorker();
    worker.ref();
    worker.postMessage(withoutSent(running.asked));
    giveUpAfter(limit);
  }

  function withoutSent(asked: PendingQuestion['asked']): WorkerQuestion {
    if (!('known' in asked.about)) return { ...asked, same: [] };
    const { known } = asked.about;
    const same = KNOWN_LISTS.filter((list) => known[list] !== undefined && known[list] === sent[list]);
    sent = known;
    const rest = Object.fromEntries(Object.entries(known).filter(([name]) => !same.some((list) => list === name)));
    return { ...asked, about: { ...asked.about, known: rest }, same };
  }

  function dropOutdated(by: string): void {
    const isOutdated = (one: PendingQuestion): boolean => one.by === by;
    for (const one of waiting.filter(isOutdated)) one.resolve('outdated');
    waiting = waiting.filter((one) => !isOutdated(one));
    if (!running || !isOutdated(running)) return;
    running.resolve('outdated');
    giveUpAfter(Math.min(limit, MAX_TIME_OUTDATED));
  }

  /**
   * Never throws because of the content of a text. Returns `late` if the answer takes too long or too much memory. `by`
   * identifies the caller: when a caller asks a new question, its earlier ones become outdated. An outdated question about a
   * long text is answered with `outdated`, one about a short text as usual.
   */
  return async function ask<K extends QuestionCode>(
    text: string,
    code: K,
    about: QuestionInput<K>,
    by?: string,
  ): Promise<TextAnswer<K> | 'late' | 'outdated'> {
    if (by !== undefined) dropOutdated(by);
    if (text.length <= MAX_WITHOUT_WORKER) return answerInThisThread(text, code, about);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting = [...waiting, { asked: { text, code, about }, by, resolve, reject }];
    if (!running) askNext();
    return promise as Promise<TextAnswer<K> | 'late' | 'outdated'>;
  };
}
