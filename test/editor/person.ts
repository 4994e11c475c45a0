/** Answers the questions of a command one after the other, and records questions and messages. */
import assert from 'node:assert/strict';
import './fakeDocuments.ts';
import { shown } from './fakeVscode.ts';
import { createBox, createPick, isNamed, type Answer, type Asked, type Reply as Given } from './questions.ts';
import { currentFake } from './standIn.ts';

interface Question {
  readonly title: string;
  /** The prompt of a box, the placeholder of a list. */
  readonly text: string;
  /** The labels of a list, with their details: "Upload 3 keys: From keys.txt". */
  readonly options: readonly string[];
  /** The descriptions next to the labels. Empty if there are none. */
  readonly descriptions: readonly string[];
}

/**
 * The next answers. Undefined = Escape. A label answers a list, and a text answers a box. `{keep: true}` accepts the current
 * text. `pick` with `after` answers a list with a label once `after` has run, while the list is open.
 */
export type Reply = string | undefined | { readonly keep: true } | Late;

interface Late {
  readonly pick: string;
  readonly after: () => Promise<unknown>;
}

/** An answer that accepts the text in the box. */
export const acceptText = { keep: true } as const;

const replies: Reply[] = [];
let problem: Error | undefined;
export const questions: Question[] = [];

/** Answers the questions. Returns the messages since then. Throws if there are more or fewer questions than answers. */
export async function withReplies(script: readonly Reply[], act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = shown.length;
  replies.splice(0, replies.length, ...script);
  questions.length = 0;
  problem = undefined;
  await act();
  if (problem) throw problem as Error;
  assert.deepEqual(replies, [], `not asked for; the last question was ${JSON.stringify(questions.at(-1))}`);
  return shown.slice(before).map(({ message }) => message);
}

/** Returns the next answer. A question without a valid one is cancelled, so that the command ends. */
function answerTo(question: Asked, isList: boolean): Answer | Late {
  const { title, prompt, rows, value } = question;
  const options = rows.map(({ label, detail }) => (detail === undefined ? label : `${label}: ${detail}`));
  questions.push({ title, text: prompt, options, descriptions: rows.map(({ description }) => description ?? '') });
  try {
    assert.ok(replies.length > 0, `one question too many: ${JSON.stringify(questions.at(-1))}`);
    const given = replies.shift();
    if (typeof given === 'object' && 'keep' in given) return value;
    const label = typeof given === 'object' ? given.pick : given;
    const chosen = rows.filter((row) => label !== undefined && isNamed(row, label));
    if (isList && label !== undefined)
      assert.equal(chosen.length, 1, `“${label}” is not to be chosen once among ${JSON.stringify(questions.at(-1))}`);
    return given;
  } catch (error) {
    problem ??= error as Error;
    replies.length = 0;
    return undefined;
  }
}

/** Answers a list: at once, or after `after` has ended. If `after` fails, the test fails, and the list is cancelled. */
function pickFrom(question: Asked): Given {
  const answer = answerTo(question, true);
  if (typeof answer !== 'object' || !('after' in answer)) return answer;
  return answer.after().then(
    () => answer.pick,
    (error: unknown) => {
      problem ??= error as Error;
      return undefined;
    },
  );
}

const { window, workspace } = currentFake();
/** True if the user trusts the workspace. */
export const setTrusted = (isTrusted: boolean): void => void (workspace!.isTrusted = isTrusted);
window!.createQuickPick = () => createPick(pickFrom);
window!.createInputBox = () =>
  createBox(
    (question) => answerTo(question, false) as Answer,
    (message) => void (problem ??= new Error(`the answer was not taken: ${message}`)),
  );
