/**
 * The functions that each kind of panel provides to the session that fills it, and the functions that the session provides to
 * the panel.
 */
import type { ActionId, QueueView } from '../../webview/protocol.ts';
import type { Connected } from '../window/connected.ts';
import type { OpenPanel } from './reviewContext.ts';
import type { PanelPage } from './panelPage.ts';

/** The parts that differ between the kinds of panels. `Read` is the type of the data that one call of `read` returns. */
export interface Content<Read> {
  readonly reading: string;
  read(connected: Connected, signal: AbortSignal): Promise<Read>;
  /** Returns the new reading, with additions from the earlier reading that it replaces. */
  after?(now: Read, earlier: Read): Read;
  page(now: Read, isStale: boolean): PanelPage;
  /** Returns true if something changed since the reading `now`. Makes few calls, and may therefore miss a change. */
  isMoved(now: Read, signal: AbortSignal): Promise<boolean>;
  act(id: ActionId, now: Read): Promise<unknown>;
  /** Called when the user presses Refresh. Forgets the refusals of the service, because the service may allow the actions now. */
  forget?(now: Read): Promise<void>;
  /** The strip above the review, and what its buttons do. Absent for a comparison. */
  readonly queue?: { view(isKept: boolean): QueueView; move(step: 1 | -1): Promise<void> };
  /** Returns a better message for a failure; undefined if there is none. */
  explain?(error: unknown, connected: Connected | undefined): string | undefined;
}

export interface Session<Read> {
  /**
   * Reads the content and returns it. Undefined if that failed, or if a newer reading has started. `doubt`: a sentence about
   * what is unknown until a reading succeeds. If the reading fails, the page shows this sentence, and offers to check again.
   */
  read(doubt?: string): Promise<Read | undefined>;
  show(now: Read): void;
  /** Shows the known part while the rest is being read. The preview has no actions and never replaces a reading. */
  preview(page: PanelPage): void;
  redraw(): void;
}

export interface SessionOptions {
  readonly refill?: OpenPanel['refill'];
  /** True if the panel already has its page, which still shows a different request. */
  readonly isRefill?: boolean | undefined;
}
