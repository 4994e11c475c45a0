/**
 * The error of a change that failed. It contains what was tried and what is known about the outcome, so that a message can show
 * both.
 */
import * as vscode from 'vscode';
import type { NextStep } from './nextSteps.ts';

const { t } = vscode.l10n;

/** Sentences for the possible outcomes of a change that failed. */
export interface OutcomeSentences {
  readonly notDone: string;
  /** Says that nothing was changed. Shown if the object was read after the failure and was unchanged. */
  readonly unchanged: string;
  readonly unknown: string;
  /** Says that the change was made. Shown if a check after the failure finds this. */
  readonly done: string;
  /** The button that starts the change again. */
  readonly retryStep?: NextStep;
}

export interface ChangeFailed extends Error {
  readonly kind: 'changeFailed';
  readonly outcomes: OutcomeSentences;
  /**
   * `refused`: the service refused the change. `readAgain`: the call failed, and reading the object afterwards showed that the
   * change was not made. `unknown`: it is not known whether the change was made.
   */
  readonly state: 'refused' | 'readAgain' | 'unknown';
  /** Reads the object and returns whether the change was made. */
  readonly check?: (() => Promise<boolean>) | undefined;
}

/** Returns the sentences for a change. `what` is for example “Kill new-search in Storefront / production”. */
export const outcomeSentences = (what: string, retryStep?: NextStep): OutcomeSentences => ({
  notDone: t('Not done: {0}.', what),
  unchanged: t('Nothing was changed.'),
  unknown: t('It is not known whether this was done: {0}.', what),
  done: t('Done: {0}.', what),
  ...(retryStep && { retryStep }),
});

export const isChangeFailed = (error: unknown): error is ChangeFailed =>
  error instanceof Error && 'kind' in error && error.kind === 'changeFailed';

/** Returns the error if it leaves open whether the change was made, else undefined. */
export const unknownOutcomeIn = (error: unknown): ChangeFailed | undefined =>
  isChangeFailed(error) && error.state === 'unknown' ? error : undefined;
