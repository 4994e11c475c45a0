/** The worker thread of `askText`. It runs as a separate file and answers one question at a time. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { Known } from '../../../domain/definitions/document/known.ts';
import type { DefinitionText } from '../../../domain/definitions/document/problem.ts';
import type { WorkerQuestion } from './askText.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import type { RuleTrees } from './ruleTrees.ts';
import { answerInThisThread, type QuestionInput } from './textAnswers.ts';

// An error in this function ends the thread, and `askText` rejects with that error.
export function serveTextQuestions(port: MessagePort): void {
  const trees: RuleTrees = new Map();
  let latest: { readonly text: string; readonly read: Promise<DefinitionText> } | undefined;
  let known: Known | undefined;
  /** Caches the latest text, because the editor asks for the problems and for the outline of the same text after each change. */
  const read = async (text: string): Promise<DefinitionText> => {
    if (latest?.text !== text) latest = { text, read: readDefinitionText(text, trees) };
    return latest.read;
  };
  port.on('message', ({ text, code, about, same }: WorkerQuestion) => {
    if ('known' in about) {
      const lists = Object.fromEntries(same.map((list) => [list, known?.[list]]));
      known = { ...about.known, ...lists };
    }
    const whole = ('known' in about ? { ...about, known } : about) as QuestionInput<typeof code>;
    void answerInThisThread(text, code, whole, { readText: read, trees }).then((answer) => port.postMessage(answer));
  });
}

if (parentPort) serveTextQuestions(parentPort);
