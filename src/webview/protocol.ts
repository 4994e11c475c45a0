/**
 * The messages between the editor and the review panel. Types only, so that both sides may import them. The editor parses what
 * it receives, because the page could have been taken over. The panel receives finished words.
 */

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'danger';
export type ChangeMark = 'added' | 'removed' | 'edited' | 'moved' | 'same';

/** One share of the traffic in a bar: what it was and what it would be, in per cent; `undefined` = not there. */
export interface Bar {
  readonly treatment: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** One thing in a row that came, went or changed, in words: "segment beta added". */
export interface Detail {
  readonly change: ChangeMark;
  readonly text: string;
}

/** One line of the diff. `before` and `after` are lines of text, shown beside each other. */
export interface DiffRow {
  readonly change: ChangeMark;
  /** The change in words, for those who don't see colours: "added", "moved from 3 to 1". */
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
  /** What its two sides are called; undefined = as in `ReviewWords`. */
  readonly sides?: Sides | undefined;
}

/** The keys a segment request would add or remove. */
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
  | 'explain'
  | 'count'
  | 'showChanges'
  | 'switchConnection';

/** A button of the bar. What can't be done has none. */
export interface Action extends StepButton {
  readonly isPrimary: boolean;
  /** It decides nothing: it stands after the others, apart. */
  readonly isTool: boolean;
}

/** A button beside a notice or a failure. */
export interface StepButton {
  readonly id: ActionId;
  readonly label: string;
}

/** `info`: nothing is wrong, but there is something to know or to do first. */
export interface Notice {
  readonly text: string;
  readonly tone: Tone;
  readonly steps: readonly StepButton[];
}

/** A line of the summary; `mark` says in a word or two what not to overlook, and is empty or absent if there is nothing. */
export interface SummaryLine {
  readonly text: string;
  readonly tone: Tone;
  readonly mark?: string;
  /** The text in two, where a row is short: for whom, and what they get. */
  readonly parts?: readonly [string, string];
}

/** A text that the page writes anew as it ages: `{age}` in `template` becomes how long ago `at` was, in epoch milliseconds. */
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
  /** The value, if it has an age. */
  readonly aging?: Aging | undefined;
}

/** Everything the panel shows, but for the keys. */
export interface ReviewView {
  /** What is shown: two views with the same id are one, updated in place. */
  readonly id: string;
  /** What the editor needs to find it again after a reload: the page keeps it, and does not look into it. No secrets. */
  readonly restore: string;
  readonly heading: string;
  readonly subheading: string;
  /** Who wants it, and since when; empty if nobody does. */
  readonly byline: string;
  /** The byline, if it has an age. */
  readonly bylineAging?: Aging | undefined;
  /** Why they want it, in their words; may be empty. */
  readonly reason: string;
  readonly object: 'flag' | 'segment';
  /** The environment, production in its colour; undefined = there are several. */
  readonly place?: { readonly label: string; readonly tone: Tone };
  /** No label = there is no status to show. */
  readonly status: { readonly label: string; readonly tone: Tone };
  /** Who gets something else, and what is folded: more of them, and who gets what they had; undefined where that is not known. */
  readonly forWhom?: ForWhomView | undefined;
  readonly summary: readonly SummaryLine[];
  readonly notices: readonly Notice[];
  readonly facts: readonly Fact[];
  readonly sections: readonly Section[];
  readonly timeline: readonly TimelineEntry[];
  readonly actions: readonly Action[];
  /** What to know before a decision, or why there is none to make, in a line; empty if there is nothing to say. */
  readonly note: string;
  readonly words: ReviewWords;
}

/** The panel's fixed words, already in the user's language. */
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
  /** Shown on the fold of rows that don't change; `{count}` is replaced by a number. */
  readonly unchanged: string;
  /** Shown on the fold of a text that is very long; `{count}` is replaced by a number. */
  readonly showAll: string;
}

/** What was tried last did not work; what is on the page can be read, but not acted upon. */
export interface FailureMessage extends Notice {
  readonly type: 'failure';
}

export type ToWebview =
  | { readonly type: 'view'; readonly view: ReviewView }
  | { readonly type: 'keys'; readonly lists: readonly KeyList[] }
  | { readonly type: 'busy'; readonly message: string | undefined }
  | FailureMessage;

export type FromWebview = { readonly type: 'ready' } | { readonly type: 'action'; readonly id: ActionId };
