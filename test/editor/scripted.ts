/**
 * Answers several questions in a row: a text answers a box, a label a choice, and labels tick rows. `{typed}` types into a choice
 * and takes its first row, or the row that `take` names; in a box, it types and presses Escape. `{press}` presses a button of the
 * title bar, or of the row that `onRow` names. `back` goes one step back, and `undefined` cancels. Records the questions.
 */
import assert from 'node:assert/strict';
import './fakeVscode.ts';
import { createBox, createPick, type Answer, type Asked, type Reply } from './questions.ts';
import { currentFake } from './standIn.ts';

export { back, type Answer, type Asked } from './questions.ts';

/** The row that submits the confirmation list of a change request, with any label. */
export const submit = 'Submit: …';

/** Fills in fields of that confirmation list, each in its own box. */
export const fill = (fields: {
  readonly title?: string;
  readonly comment?: string;
  readonly approvers?: string;
  readonly rolloutStatus?: string;
}): readonly string[] => {
  const rows = {
    title: 'Title: …',
    comment: 'Comment: …',
    approvers: 'Approvers: …',
    rolloutStatus: 'Rollout status: …',
  } as const;
  return Object.entries(fields).flatMap(([field, text]) => [rows[field as keyof typeof rows], text]);
};

const isConfirmation = ({ options }: Asked): boolean => options[0]?.startsWith('Submit: ') === true;
let confirmationAnswer: ((list: Asked) => Reply) | undefined;

/** From now on, `answer` answers each confirmation of a change request that no script answers. */
export function answerConfirmations(answer: typeof confirmationAnswer): void {
  confirmationAnswer = answer;
  const fake = currentFake().window!;
  fake.createQuickPick = () => createPick((question) => (isConfirmation(question) ? answer?.(question) : undefined));
}

/**
 * Runs `act` with these answers. There must be exactly as many questions. Returns the questions. With `answersConfirmations` false,
 * answerConfirmations handles all confirmation lists of change requests.
 */
export async function answering(
  answers: readonly Answer[],
  act: () => Promise<unknown>,
  { answersConfirmations = true } = {},
): Promise<readonly Asked[]> {
  const fake = currentFake().window!;
  const before = { box: fake.createInputBox, pick: fake.createQuickPick };
  const left = [...answers];
  const asked: Asked[] = [];
  const next = (question: Asked): Answer => {
    asked.push(question);
    assert.ok(left.length > 0, `nothing is left to answer: ${question.title} / ${question.prompt}`);
    return left.shift();
  };
  const refuse = (refused: string): unknown => asked.push({ ...asked.pop()!, refused });
  fake.createInputBox = () => createBox(next, refuse);
  fake.createQuickPick = () =>
    createPick((question) =>
      confirmationAnswer && isConfirmation(question) && (left.length === 0 || !answersConfirmations)
        ? confirmationAnswer(question)
        : next(question),
    );
  try {
    await act();
  } finally {
    fake.createInputBox = before.box;
    fake.createQuickPick = before.pick;
  }
  assert.deepEqual(left, [], 'not asked for');
  return asked;
}
