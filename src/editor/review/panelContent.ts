/**
 * The interface between a kind of panel (review or comparison) and its session. The session reads the content and fills the
 * panel.
 */
import type { ActionId, QueueView } from '../../webview/protocol.ts';
import type { Connected } from '../window/connected.ts';
import type { OpenPanel } from './reviewContext.ts';
import type { PanelPage } from './panelPage.ts';

/** What each kind of panel provides to its session. `Read` is the type of the data that `read` returns. */
export interface Content<Read> {
  readonly reading: string;
  read(connected: Connected, signal: AbortSignal): Promise<Read>;
  /** Returns `now` with additional values that are only known from `earlier`. */
  after?(now: Read, earlier: Read): Read;
  /** `foundChange` is what `findChange` has returned. */
  page(now: Read, foundChange: string | undefined): PanelPage;
  /**
   * Returns a sentence that something has changed since `now` was read. Undefined if nothing has changed. Makes only a few
   * calls, so it can miss a change.
   */
  findChange(now: Read, signal: AbortSignal): Promise<string | undefined>;
  act(id: ActionId, now: Read): Promise<unknown>;
  /** Called when the user presses Refresh. Forgets which actions the service refused, because it might allow them now. */
  forget?(now: Read): Promise<void>;
  /** The bar with the position in the queue and its buttons. Absent for a comparison. */
  readonly queue?: { view(isKept: boolean): QueueView; move(step: 1 | -1): Promise<void> };
  /** Returns a better message for an error. Undefined if there is none. */
  explain?(error: unknown, connected: Connected | undefined): string | undefined;
}

export interface Session<Read> {
  /**
   * Reads and shows the content, and returns it. Undefined if the read request failed, or if a newer one has started. `doubt`
   * is a sentence about something unknown, such as the outcome of a decision. If the read request fails, the page shows the
   * sentence and a button to check again.
   */
  read(doubt?: string): Promise<Read | undefined>;
  show(now: Read): void;
  /**
   * Shows the known part of the content while the rest is being read. The preview has no buttons for actions, and never
   * replaces content that was read.
   */
  preview(page: PanelPage): void;
  redraw(): void;
}

export interface SessionOptions {
  readonly refill?: OpenPanel['refill'];
  /** True if the page is already loaded, and still shows a different request. */
  readonly isRefill?: boolean | undefined;
}
