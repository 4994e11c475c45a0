/** The data that the reviews and comparisons of a window share. */
import type * as vscode from 'vscode';
import type { ActionId } from '../../webview/protocol.ts';
import type { PanelConnection } from './subject.ts';
import type { Services } from '../window/services.ts';

export interface ReviewContext extends Services {
  /** The open panels. They are stored here, because the file that creates them is only loaded when a panel is opened. */
  readonly panels: Set<OpenPanel>;
  /**
   * The last typed key of Explain Flag for a Key…, by connection. It is kept if the command fails or is cancelled, and is not
   * suggested for a different connection.
   */
  readonly typedKeys: Map<string, TypedKey>;
  /** The change requests that the user reviews one after the other. */
  readonly queue: ReviewQueue;
}

export interface ReviewQueue {
  /**
   * The ids of the requests in review order. Requests that have been decided stay in the list. Empty before Review What Waits
   * for Me was used, and after a different connection or API key came into use.
   */
  ids: readonly string[];
}

/** A typed key, and its typed attributes by name. Undefined for an attribute that the key does not have. */
export interface TypedKey {
  readonly key: string;
  readonly attributes: Map<string, string | undefined>;
}

export interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  /** Returns a string that identifies the content of the panel and its connection (`panelKey`). */
  key(): string;
  /** Identifies the request or the comparison (`subjectId`). */
  readonly id: string;
  /** True if the user keeps the panel open. Otherwise, the next review that is opened replaces its content. */
  isKept: boolean;
  /** Presses a button of the page. If the page does not have it, tells the user why. */
  press(action: ActionId): Promise<void>;
  /** Replaces the content of this panel by the review of a different request. Undefined for a comparison. */
  readonly refill: ((requestId: string, bound: PanelConnection | undefined) => void) | undefined;
}

/** What the user wants to do in a review that a command opens. */
export type ReviewAction = 'open' | 'approve' | 'withdraw' | 'reject';
