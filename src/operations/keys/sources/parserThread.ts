/** The worker thread of `parse`. It runs as a separate file, parses one text and returns the result part by part. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { MessageFromWorker, MessageToWorker } from './parseInThread.ts';
import { parseJob, type Parsed } from './parsers.ts';

/** The number of parts of the result in one message. Receiving such a message takes a few milliseconds. */
const MANY = 4000;

export function serveParsing(port: MessagePort): void {
  const texts: string[] = [];
  let found: Parsed | undefined;
  let start = 0;

  async function take(message: MessageToWorker): Promise<void> {
    if (message !== 'next' && 'text' in message) {
      texts.push(message.text);
      return;
    }
    if (message !== 'next') found = await parseJob(texts.splice(0).join(''), message.job);
    if (!found) throw new Error('nothing was parsed yet');
    port.postMessage(found.refusal ? found : nextOf(found.parts, found.rest));
  }

  function nextOf(all: readonly unknown[], rest: unknown): MessageFromWorker {
    const parts = all.slice(start, start + MANY);
    start += MANY;
    return start < all.length ? { parts } : { parts, rest };
  }

  // An error ends the thread, and `parse` rejects with that error.
  port.on('message', (message: MessageToWorker) => void take(message));
}

if (parentPort) serveParsing(parentPort);
