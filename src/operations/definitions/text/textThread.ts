/** The worker thread of `askText`. It runs as a separate file and answers one question at a time. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { DefinitionText } from '../../../domain/definitions/document/problem.ts';
import type { AskedOfThread } from './askText.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import { answerHere } from './textAnswers.ts';

// An error ends the thread, and `askText` rejects with it.
export function serveTextQuestions(port: MessagePort): void {
  let latest: { readonly text: string; readonly read: Promise<DefinitionText> } | undefined;
  /** Caches the latest text, because the editor asks for the problems and for the outline of the same text after each change. */
  const read = async (text: string): Promise<DefinitionText> => {
    if (latest?.text !== text) latest = { text, read: readDefinitionText(text) };
    return latest.read;
  };
  port.on('message', ({ text, code, about }: AskedOfThread) => {
    void answerHere(text, code, about, read).then((answer) => port.postMessage(answer));
  });
}

if (parentPort) serveTextQuestions(parentPort);
