/** The thread of `askText`: run as a file of its own, it answers one question after another. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { DefinitionText } from '../../../domain/definitions/document/problem.ts';
import type { AskedOfThread } from './askText.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import { answerHere } from './textAnswers.ts';

// What is thrown ends the thread, and is thrown again to whoever waits for it.
export function serveTextQuestions(port: MessagePort): void {
  let latest: { readonly text: string; readonly read: Promise<DefinitionText> } | undefined;
  /** After each change, the editor asks for problems and for the outline of the same text. */
  const read = async (text: string): Promise<DefinitionText> => {
    if (latest?.text !== text) latest = { text, read: readDefinitionText(text) };
    return latest.read;
  };
  port.on('message', ({ text, code, about }: AskedOfThread) => {
    void answerHere(text, code, about, read).then((answer) => port.postMessage(answer));
  });
}

if (parentPort) serveTextQuestions(parentPort);
