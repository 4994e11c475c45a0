/**
 * The messages between the editor and the review panel. This file contains only types, so that both sides may import it. The
 * editor parses what it receives, because the page could be compromised. The panel receives finished sentences.
 */

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'danger';
export type ChangeMark = 'added' | 'removed' | 'edited' | 'moved' | 'same';

/**
 * A treatment's share of the traffic, in percent. `before` or `after` is undefined if the treatment does not exist on that
 * side.
 */
export interface Bar {
  readonly treatment: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** An added, removed or changed part of a row, as text: "segment beta added". */
export interface Detail {
  readonly change: ChangeMark;
  readonly text: string;
}

/** One row of the diff. `before` and `after` are lines of text, shown beside each other. */
export interface DiffRow {
  readonly change: ChangeMark;
  /** The change in words, for people who don't see colours: "added", "moved from 3 to 1". */
  readonly changeLabel: string;
  readonly title: string;
  readonly details: readonly Detail[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly bars: readonly Bar[];
}

export interface Sides {
  readonly before: string;
  readonly after: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly DiffRow[];
  /** The names of the two sides. Undefined = the names in `ReviewWords`. */
  readonly sides?: Sides | undefined;
}

/** The keys that a segment request would add, remove, or leave unchanged. */
export interface KeyList {
  readonly id: 'added' | 'removed' | 'unchanged';
  readonly title: string;
  readonly change: ChangeMark;
  readonly keys: readonly string[];
}

export type ActionId =
  | 'approve'
  | 'approveWith'
  | 'withdraw'
  | 'reject'
  | 'inverse'
  | 'history'
  | 'useKey'
  | 'refresh'
  | 'textDiff'
  | 'copyMarkdown'
  | 'compare'
  | 'propose'
  | 'copyLink'
  | 'copyId'
  | 'reveal'
  | 'explain'
  | 'count'
  | 'showChanges'
  | 'switchConnection'
  | 'previous'
  | 'next'
  | 'keepOpen';

/** A button of the bar. An impossible action has no button. */
export interface Action extends StepButton {
  readonly isPrimary: boolean;
  /** True if the button decides nothing. Such buttons are in a separate group after the others. */
  readonly isTool: boolean;
}

/** A button beside a notice or a failure. */
export interface StepButton {
  readonly id: ActionId;
  readonly label: string;
}

/** `info`: not a problem, but something that the user should know or do first. */
export interface Notice {
  readonly text: string;
  readonly tone: Tone;
  readonly steps: readonly StepButton[];
}

/** A line of the summary. `mark`: one or two words of warning; empty or absent if there is none. */
export interface SummaryLine {
  readonly text: string;
  readonly tone: Tone;
  readonly mark?: string;
  /** The text in two parts, for a short row: who is affected, and what they get. */
  readonly parts?: readonly [string, string];
}

/** A text with an age that the page updates. In `template`, `{age}` is replaced by the time since `at` (epoch milliseconds). */
export interface Aging {
  readonly template: string;
  readonly at: number;
}

export interface TimelineEntry {
  readonly who: string;
  readonly what: string;
  readonly when: string;
  readonly comment: string;
}

export interface ForWhomView {
  readonly title: string;
  readonly lines: readonly SummaryLine[];
  readonly folds: readonly { readonly label: string; readonly lines: readonly SummaryLine[] }[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** The template of the value, if the value contains an age. */
  readonly aging?: Aging | undefined;
}

/**
 * The strip above a review: the position of the request among those that wait for the person, such as "3 of 14", and buttons
 * such as Next and Previous.
 */
export interface QueueView {
  readonly title: string;
  /** The position. Empty if the request does not wait for the person. */
  readonly label: string;
  readonly steps: readonly StepButton[];
}

/** Everything that the panel shows, except for the keys. */
export interface ReviewView {
  /** Identifies the content. A view with the same id is updated in place. */
  readonly id: string;
  /**
   * The data that the editor needs to restore the panel after a reload. The page stores it without reading it. Contains no
   * secrets.
   */
  readonly restore: string;
  readonly queue?: QueueView | undefined;
  readonly heading: string;
  readonly subheading: string;
  /** Who submitted the request, and when. Empty if the view is not about a submitted request. */
  readonly byline: string;
  /** The template of the byline, if the byline contains an age. */
  readonly bylineAging?: Aging | undefined;
  /** The reason in the submitter's own words. May be empty. */
  readonly reason: string;
  readonly object: 'flag' | 'segment';
  /** The environment. Production has its own colour. Undefined = the view is about several environments. */
  readonly place?: { readonly label: string; readonly tone: Tone };
  /** The status. If its label is empty, there is no status to show. */
  readonly status: { readonly label: string; readonly tone: Tone };
  /**
   * Who gets a different treatment. One fold contains the lines beyond the visible ones, and one contains the lines in full
   * detail. Undefined if it is not known who gets a different treatment.
   */
  readonly forWhom?: ForWhomView | undefined;
  readonly summary: readonly SummaryLine[];
  readonly notices: readonly Notice[];
  readonly facts: readonly Fact[];
  readonly sections: readonly Section[];
  readonly timeline: readonly TimelineEntry[];
  readonly actions: readonly Action[];
  /**
   * What the user should know before a decision, or why no decision is possible, in one line. Empty if there is nothing to say.
   */
  readonly note: string;
  readonly words: ReviewWords;
}

/** The fixed words of the panel, in the user's language. */
export interface ReviewWords {
  readonly summary: string;
  readonly history: string;
  readonly actions: string;
  readonly tools: string;
  readonly before: string;
  readonly after: string;
  readonly nothing: string;
  readonly searchKeys: string;
  /** `{shown}` and `{all}` are replaced by numbers. */
  readonly keysShown: string;
  /** The label of the fold of unchanged rows. `{count}` is replaced by a number. */
  readonly unchanged: string;
  /** The label of the fold of a very long text. `{count}` is replaced by a number. */
  readonly showAll: string;
}

/** Says that the editor's last read request or action failed. The user can then read the page, but not act on it. */
export interface FailureMessage extends Notice {
  readonly type: 'failure';
}

export type ToWebview =
  | { readonly type: 'view'; readonly view: ReviewView }
  | { readonly type: 'keys'; readonly lists: readonly KeyList[] }
  | { readonly type: 'busy'; readonly message: string | undefined }
  /**
   * The panel is about to show a different object. The page removes its content at once, so that nobody mistakes one request
   * for the other. `restore` replaces that of the earlier view.
   */
  | { readonly type: 'refill'; readonly restore: string }
  | FailureMessage;

/** `view`: the id of the view on which the user pressed the button; undefined if none was shown. */
export type FromWebview =
  { readonly type: 'ready' } | { readonly type: 'action'; readonly id: ActionId; readonly view?: string | undefined };
