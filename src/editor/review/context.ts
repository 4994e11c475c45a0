/** The data that the reviews and comparisons of a window share. */
import type * as vscode from 'vscode';
import type { Services } from '../window/services.ts';

export interface ReviewContext extends Services {
  /** The open panels. They are stored here because the file that creates them is loaded late. */
  readonly panels: Set<OpenPanel>;
  /**
   * The key that was typed last in Explain Flag for a Key…, by connection. It is not lost if the service fails or the user cancels,
   * and it is not used for a different connection.
   */
  readonly typedKeys: Map<string, TypedKey>;
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
}

/** The action for which a command opens a review. */
export type ReviewAction = 'open' | 'approve' | 'withdraw' | 'reject';
