/** The error of a failed change. It contains the attempted change and its known outcome, so that the message can show both. */
import * as vscode from 'vscode';
import type { NextStep } from './nextSteps.ts';

const { t } = vscode.l10n;

/** Sentences for the possible outcomes of a change that failed. */
export interface Tried {
  readonly notDone: string;
  /** The current state, if it was read after the failure. */
  readonly stays: string;
  readonly unknown: string;
  /** For a change that failed at first, if a later check shows that it was made. */
  readonly done: string;
  /** The button that starts the change again. */
  readonly again?: NextStep;
}

export interface ChangeFailed extends Error {
  readonly kind: 'changeFailed';
  readonly tried: Tried;
  /**
   * `refused`: the service did not make the change. `readAgain`: a reading after the failure showed that the change was not
   * made. `unknown`: it is not known whether the change was made.
   */
  readonly state: 'refused' | 'readAgain' | 'unknown';
  /** Checks again whether the change was made. */
  readonly check?: (() => Promise<boolean>) | undefined;
}

/** `what`: “Kill new-search in Storefront / production”. */
export const triedTo = (what: string, again?: NextStep): Tried => ({
  notDone: t('Not done: {0}.', what),
  stays: t('Nothing was changed.'),
  unknown: t('It is not known whether this was done: {0}.', what),
  done: t('Done: {0}.', what),
  ...(again && { again }),
});

export const isChangeFailed = (error: unknown): error is ChangeFailed =>
  error instanceof Error && 'kind' in error && error.kind === 'changeFailed';

/** Returns the failure if it is unknown whether the change was made. */
export const doubtIn = (error: unknown): ChangeFailed | undefined =>
  isChangeFailed(error) && error.state === 'unknown' ? error : undefined;
