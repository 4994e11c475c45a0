/** The thread of `askText`: run as a file of its own, it answers one question about one text. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AskedOfThread } from './askText.ts';
import { answerHere } from './textAnswers.ts';

const { text, code, about } = workerData as AskedOfThread;
// What is thrown ends the thread, and is thrown again to whoever waits for it.
void answerHere(text, code, about).then((answer) => parentPort!.postMessage(answer));
