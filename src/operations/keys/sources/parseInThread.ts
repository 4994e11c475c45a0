/** Runs a parser that can't be interrupted. A worker thread parses long texts and returns the result in parts. */
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import { parseJob, type Parsed, type ParserJob } from './parsers.ts';
import { KeysRefusedError } from './pieces.ts';

/** Messages to the worker: the text in parts, then the job, then a request for each further part of the result. */
export type MessageToWorker = { readonly text: string } | { readonly job: ParserJob } | 'next';

/** Messages from the worker. The last message includes `rest`. */
export type MessageFromWorker<Part = unknown, Rest = unknown> =
  { readonly refusal: KeysRefusal } | { readonly parts: readonly Part[]; readonly rest?: Rest };

/**
 * Limits for the text, in millions of characters. The YAML parser needs some hundred bytes of memory for each character, and a
 * second for two million.
 */
const MAX_MEGABYTES = { json: 150, yaml: 10 } as const;

/**
 * The worker's file. It is next to this file both in the build, which has all files in one folder, and in the sources, which
 * run without a build.
 */
const workerFile = path.join(import.meta.dirname, `parserThread${path.extname(import.meta.filename)}`);

/**
 * The maximum length of a text that is parsed without a thread, in characters. Parsing it takes some milliseconds, and a thread
 * would take longer to start.
 */
const MAX_WITHOUT_WORKER = 1 << 15;

/**
 * Parses a text, in a thread if it is long. Throws a KeysRefusedError if the text can't be parsed or is too long. Throws the
 * signal's reason if the signal is aborted.
 */
export async function parse<Part, Rest>(
  pieces: AsyncIterable<string>,
  job: ParserJob,
  take: (parts: readonly Part[]) => void,
  signal?: AbortSignal,
): Promise<Rest> {
  const megabytes = MAX_MEGABYTES[job.kind === 'keys' && job.source.format === 'yaml' ? 'yaml' : 'json'];
  const texts: string[] = [];
  let characters = 0;
  for await (const text of pieces) {
    texts.push(text);
    characters += text.length;
    if (characters > megabytes * 1_000_000) throw new KeysRefusedError({ code: 'tooLarge', megabytes });
  }
  if (characters > MAX_WITHOUT_WORKER) return parseByThread(texts, job, take, signal);
  const parsed = (await parseJob(texts.join(''), job)) as Parsed<Part, Rest>;
  if (parsed.refusal) throw new KeysRefusedError(parsed.refusal);
  take(parsed.parts);
  return parsed.rest;
}

async function parseByThread<Part, Rest>(
  texts: readonly string[],
  job: ParserJob,
  take: (parts: readonly Part[]) => void,
  signal: AbortSignal | undefined,
): Promise<Rest> {
  const worker = new Worker(workerFile, { execArgv: [] });
  const ask = async (message: MessageToWorker): Promise<MessageFromWorker<Part, Rest>> => {
    worker.postMessage(message);
    const [answer] = (await once(worker, 'message', { signal })) as [MessageFromWorker<Part, Rest>];
    return answer;
  };
  try {
    for (const text of texts) {
      worker.postMessage({ text } satisfies MessageToWorker);
      await setImmediate();
    }
    for (let answer = await ask({ job }); ; answer = await ask('next')) {
      if ('refusal' in answer) throw new KeysRefusedError(answer.refusal);
      take(answer.parts);
      if (answer.rest !== undefined) return answer.rest;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
