/** A write that must not be sent twice: after a lost answer it is looked whether it was done. */
import { isAnswerLost } from './lostAnswer.ts';

export type Seen =
  /** The service said so, or after a lost answer it was seen. */
  | { readonly outcome: 'done' }
  /** The answer was lost; looking afterwards, it is not done. */
  | { readonly outcome: 'notDone'; readonly error: unknown }
  /** The answer was lost, and so was that to the question whether it was done. */
  | { readonly outcome: 'unknown'; readonly error: unknown };

/** Sends once. Throws what `write` throws, unless the answer was lost: then `isDone` looks. */
export async function seeAfterLoss(write: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<Seen> {
  try {
    await write();
    return { outcome: 'done' };
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    // Why the looking failed says nothing of the write.
    const seen = await isDone().catch(() => undefined);
    return seen === true ? { outcome: 'done' } : { outcome: seen === false ? 'notDone' : 'unknown', error };
  }
}
