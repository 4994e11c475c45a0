/** A completion of a definition's text, and the place that it is for. */
import type { LocatedNode, Path, Span } from './located.ts';
import type { FieldCode } from './shapes.ts';

export type CompletionCode =
  | { readonly code: 'treatment' | 'flag' | 'matcherType' }
  | { readonly code: 'segment'; readonly isActive?: boolean; readonly trafficType?: string }
  | { readonly code: 'rolloutStatus'; readonly description?: string }
  /** A word that the service has: `AND`, `true`. */
  | { readonly code: 'word' }
  /** `field` is missing for one that is not documented. */
  | { readonly code: 'field'; readonly isRequired: boolean; readonly field?: FieldCode }
  /** The label is for the editor to word. */
  | { readonly code: 'snippet'; readonly snippet: SnippetName };

export type SnippetName = 'rule' | 'halfRollout' | 'bucket' | 'treatment';

export type Completion = CompletionCode & {
  /** A name, a field, a type; a snippet's own name, to be worded. */
  readonly label: string;
  /** What the typed text is compared with where that is not the label: with the quote or the bracket that is typed. */
  readonly filter?: string;
  /**
   * `isSnippet`: with tab stops as the editor has them, `${1:on}`, and all else escaped. Lines after the first stand as far in as
   * they do beside the line's own spaces, which the editor adds.
   */
  readonly insert: string;
  readonly isSnippet: boolean;
  /** What the insertion replaces. It is of one line, and the place asked about is in it or at an end of it. */
  readonly span: Span;
};

/** Where somebody types. Found by `operations/definitions/text`, in the text with `MARK` at the place. */
export interface CompletionPlace {
  /** Of the map for a name, of the field for its value, of the list for an item. */
  readonly path: Path;
  readonly at: 'name' | 'value' | 'item';
  /** What is typed so far, to both sides of the place, with its quotes, or brackets that are empty; of one line. */
  readonly word: Span;
  /** In brackets: there names are offered, and no snippets. */
  readonly isFlow: boolean;
  /** Of the text with `MARK` in it: its ranges behind the place are not those of the text. */
  readonly root: LocatedNode;
}

/** Characters of nobody's: no text has them, and what stands around them is a word with them. */
export const MARK = '\uE1A7\uE1A8';
/** Of a text in quotes that nobody closed, the library takes the last character for the quote. */
export const isMarked = (text: string): boolean => text.includes(MARK[0]!);
