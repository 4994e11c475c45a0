/** The data that the reviews and comparisons of a window share. */
import type * as vscode from 'vscode';
import type { ActionId } from '../../webview/protocol.ts';
import type { Bound } from './subject.ts';
import type { Services } from '../window/services.ts';

export interface ReviewContext extends Services {
  /** The open panels. They are stored here because the file that creates them is loaded late. */
  readonly panels: Set<OpenPanel>;
  /**
   * The key that was typed last in Explain Flag for a Key…, by connection. It is not lost if the service fails or the user cancels,
   * and it is not used for a different connection.
   */
  readonly typedKeys: Map<string, TypedKey>;
  /** The requests that the user reviews one after the other. */
  readonly queue: ReviewQueue;
}

export interface ReviewQueue {
  /**
   * The ids of the requests in the order of the review, including requests that have been decided since. Empty until Review
   * What Waits for Me begins, and again when a different connection or API key comes into use.
   */
  ids: readonly string[];
}

/** A typed key and its typed attributes, by name. Undefined = the key does not have the attribute. */
export interface TypedKey {
  readonly key: string;
  readonly attributes: Map<string, string | undefined>;
}

export interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  /** Identifies what the panel shows, and its connection (`panelKey`). */
  key(): string;
  /** The id of the request, or of the comparison (`subjectId`). */
  readonly id: string;
  /** True if the user keeps the panel open. Otherwise the panel shows the next review that is opened. */
  isKept: boolean;
  /** Presses the button of the page, or tells the user why there is no such button. */
  press(action: ActionId): Promise<void>;
  /** Shows the review of a different request in this panel. Undefined for a comparison. */
  readonly refill: ((requestId: string, bound: Bound | undefined) => void) | undefined;
}

/** The action for which a command opens a review. */
export type ReviewAction = 'open' | 'approve' | 'withdraw' | 'reject';
