/** What a parser finds that can't be stopped half way: a long text goes to a thread, and this one gets the outcome in parts. */
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { KeysRefusal } from '../../../domain/keys/keysFound.ts';
import { parseJob, type Parsed, type ParserJob } from './parsers.ts';
import { KeysRefusedError } from './pieces.ts';

/** Messages to the thread: the text in parts, then the job, then a request for each further part of the outcome. */
export type ToThread = { readonly text: string } | { readonly job: ParserJob } | 'next';

/** `rest` comes with the last part. */
export type FromThread<Part = unknown, Rest = unknown> =
  { readonly refusal: KeysRefusal } | { readonly parts: readonly Part[]; readonly rest?: Rest };

/** Of the characters that a parser is given: YAML's needs some hundred bytes of memory for each, and a second for two millions. */
const MEGABYTES = { json: 150, yaml: 10 } as const;

/** The built files lie in one folder; the sources are run as they are. */
const thread = path.join(import.meta.dirname, `parserThread${path.extname(import.meta.filename)}`);

/** Characters that are parsed in some milliseconds: there a thread would take longer to begin. */
const SHORT = 1 << 15;

/** Refuses what can't be parsed, or is too long to be. Throws the signal's reason where it is aborted. */
export async function parse<Part, Rest>(
  pieces: AsyncIterable<string>,
  job: ParserJob,
  take: (parts: readonly Part[]) => void,
  signal?: AbortSignal,
): Promise<Rest> {
  const megabytes = MEGABYTES[job.kind === 'keys' && job.source.format === 'yaml' ? 'yaml' : 'json'];
  const texts: string[] = [];
  let characters = 0;
  for await (const text of pieces) {
    texts.push(text);
    characters += text.length;
    if (characters > megabytes * 1_000_000) throw new KeysRefusedError({ code: 'tooLarge', megabytes });
  }
  if (characters > SHORT) return parseByThread(texts, job, take, signal);
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
  const worker = new Worker(thread, { execArgv: [] });
  const ask = async (message: ToThread): Promise<FromThread<Part, Rest>> => {
    worker.postMessage(message);
    const [answer] = (await once(worker, 'message', { signal })) as [FromThread<Part, Rest>];
    return answer;
  };
  try {
    for (const text of texts) {
      worker.postMessage({ text } satisfies ToThread);
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
