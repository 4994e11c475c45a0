/** What the reviews and comparisons of a window share. */
import type * as vscode from 'vscode';
import type { Services } from '../window/services.ts';

export interface ReviewContext extends Services {
  /** The open panels. They are here because the file that makes them is loaded late. */
  readonly panels: Set<OpenPanel>;
  /**
   * The key that was typed last in Explain Flag for a Key…, by connection: nothing of it is lost if the service fails or the user
   * walks away, and nothing of it is used for another connection.
   */
  readonly typedKeys: Map<string, TypedKey>;
}

/** A key that was typed, and what was typed of its attributes: by name, undefined = it has none. */
export interface TypedKey {
  readonly key: string;
  readonly attributes: Map<string, string | undefined>;
}

export interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  /** What it shows, and through which connection (`panelKey`). */
  key(): string;
}

/** What the command was called for that opens a review. */
export type ReviewAction = 'open' | 'approve' | 'withdraw' | 'reject';
