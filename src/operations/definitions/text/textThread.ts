/** The thread of `askText`: run as a file of its own, it answers one question about one text. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { AskedOfThread } from './askText.ts';
import { answerHere } from './textAnswers.ts';

// What is thrown ends the thread, and is thrown again to whoever waits for it.
export async function serveTextQuestion(port: MessagePort, { text, code, about }: AskedOfThread): Promise<void> {
  port.postMessage(await answerHere(text, code, about));
}

if (parentPort) void serveTextQuestion(parentPort, workerData as AskedOfThread);
