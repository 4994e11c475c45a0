/** Keys out of YAML by the whole parser, which can't be stopped half way: it runs in a thread of its own, and this one gets the outcome in parts. */
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { KeyProblem, KeysFound, KeysRefusal, KeysResult, LookAlike } from '../domain/keys/keysFound.ts';
import type { ListSource } from '../domain/keys/keySource.ts';

/** What the thread is told: the text part by part, then where the keys are in it, then to go on with each part of the outcome. */
export type ToParser = { readonly part: string } | { readonly source: YamlSource } | 'next';

/** Where the keys are. */
export type YamlSource = Pick<ListSource, 'field' | 'list'>;

/** `found` has the next items of each list, and the counts of all. */
export type FromParser = { readonly refusal: KeysRefusal } | { readonly found: KeysFound; readonly isLast: boolean };

/** Characters of YAML that the parser is given; it needs some hundred bytes of memory for each. */
const MAX_PARSED = 10_000_000;
/** Characters in a message: to copy them takes about a millisecond. */
const PART = 1 << 20;

/** The built files lie in one folder; the sources are run as they are. */
const thread = path.join(import.meta.dirname, `parserThread${path.extname(import.meta.filename)}`);

/** `needsParser` = too long for it. Throws the signal's reason where it is aborted. */
export async function keysByParser(text: string, source: YamlSource, signal?: AbortSignal): Promise<KeysResult> {
  signal?.throwIfAborted();
  if (text.length > MAX_PARSED) return { ok: false, refusal: { code: 'needsParser' } };
  const worker = new Worker(thread, { execArgv: [] });
  const ask = async (...messages: readonly ToParser[]): Promise<FromParser> => {
    for (const message of messages) worker.postMessage(message);
    const [answer] = (await once(worker, 'message', { signal })) as [FromParser];
    return answer;
  };
  try {
    for (let start = 0; start < text.length; start += PART) {
      worker.postMessage({ part: text.slice(start, start + PART) } satisfies ToParser);
      await setImmediate();
    }
    const all = { keys: [] as string[], problems: [] as KeyProblem[], lookAlikes: [] as LookAlike[], trimmed: [] as number[] };
    for (let answer = await ask({ source }); ; answer = await ask('next')) {
      if ('refusal' in answer) return { ok: false, refusal: answer.refusal };
      const { found, isLast } = answer;
      all.keys.push(...found.keys);
      all.problems.push(...found.problems);
      all.lookAlikes.push(...found.lookAlikes);
      all.trimmed.push(...found.trimmed);
      if (isLast) return { ok: true, found: { ...found, ...all } };
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
