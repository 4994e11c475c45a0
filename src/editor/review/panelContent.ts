/** The functions that each kind of panel provides so that a session can fill it, and those that the session offers in return. */
import type { ActionId, QueueView } from '../../webview/protocol.ts';
import type { Connected } from '../window/connected.ts';
import type { OpenPanel } from './reviewContext.ts';
import type { PanelPage } from './panelPage.ts';

/** The parts that differ between the kinds of panels. `Read` is the type of a reading. */
export interface Content<Read> {
  readonly reading: string;
  read(connected: Connected, signal: AbortSignal): Promise<Read>;
  /** Connects a new reading with the one that it replaces. */
  after?(now: Read, earlier: Read): Read;
  page(now: Read, isStale: boolean): PanelPage;
  /** Returns true if something changed. Must be cheap, and may miss a change. */
  isMoved(now: Read, signal: AbortSignal): Promise<boolean>;
  act(id: ActionId, now: Read): Promise<unknown>;
  /** Called when the user asks to read again: forgets what the service has refused, because that may have changed. */
  forget?(now: Read): Promise<void>;
  /** The strip above the review, and what its buttons do. Absent for a comparison. */
  readonly queue?: { view(isKept: boolean): QueueView; move(step: 1 | -1): Promise<void> };
  /** Returns a better message for a failure; undefined if there is none. */
  explain?(error: unknown, connected: Connected | undefined): string | undefined;
}

export interface Session<Read> {
  /**
   * Returns the reading; undefined if it failed or a newer one replaced it. `doubt`: a sentence about what is unknown if it
   * fails. The page then shows the sentence, and offers to check again.
   */
  read(doubt?: string): Promise<Read | undefined>;
  show(now: Read): void;
  /** Shows the known part while the rest is being read. The preview has no actions and never replaces a reading. */
  preview(page: PanelPage): void;
  redraw(): void;
}

export interface SessionOptions {
  readonly refill?: OpenPanel['refill'];
  /** True if the panel already has its page, which shows something else. */
  readonly isRefill?: boolean | undefined;
}
