/** Asks about a definition's text without holding this thread: what is long is read in another one, and not for ever. */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemErrorCode } from '../../../storage/atomicFile.ts';
import { timeoutSignal } from '../../../time/clock.ts';
import { answerHere, type About, type QuestionCode, type TextAnswer } from './textAnswers.ts';

/**
 * Characters that are read here: a thread takes longer to start than these to read, whatever they say. A definition has a few
 * thousand; the worst YAML of this length takes some fifty milliseconds, and a few times as much where fixes are looked for.
 */
const MAX_HERE = 15_000;
/** Milliseconds after which a text that is still being read is given up. */
const MAX_TIME = 20_000;

/** What a thread begins with. */
export interface AskedOfThread<K extends QuestionCode = QuestionCode> {
  readonly text: string;
  readonly code: K;
  readonly about: About<K>;
}

/** The built files lie in one folder; the sources are run as they are. */
const thread = path.join(import.meta.dirname, `textThread${path.extname(import.meta.filename)}`);

export type AskText = ReturnType<typeof createAskText>;

/** `limit` in milliseconds. */
export function createAskText(limit = MAX_TIME) {
  const underWay = new Map<string, AbortController>();
  /**
   * Never throws for what a text says; `late` where it takes too long or too much memory. With `by`, who asks, an answer to what the
   * same has asked before is needed no more: of a long text that is `outdated`, a short one is answered all the same.
   */
  return async function ask<K extends QuestionCode>(
    text: string,
    code: K,
    about: About<K>,
    by?: string,
  ): Promise<TextAnswer<K> | 'late' | 'outdated'> {
    const asked = new AbortController();
    if (by !== undefined) {
      underWay.get(by)?.abort();
      underWay.set(by, asked);
    }
    const signal = AbortSignal.any([asked.signal, timeoutSignal(limit)]);
    let worker: Worker | undefined;
    try {
      if (text.length <= MAX_HERE) return await answerHere(text, code, about);
      worker = new Worker(thread, { execArgv: [], workerData: { text, code, about } satisfies AskedOfThread<K> });
      const [answer] = (await once(worker, 'message', { signal })) as [TextAnswer<K>];
      return answer;
    } catch (error) {
      if (asked.signal.aborted) return 'outdated';
      if ((error instanceof Error && error.name === 'AbortError') || systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return 'late';
      throw error;
    } finally {
      if (by !== undefined && underWay.get(by) === asked) underWay.delete(by);
      await worker?.terminate();
    }
  };
}
