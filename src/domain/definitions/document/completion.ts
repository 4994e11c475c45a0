/** A completion of a definition's text, and the position where it is offered. */
import type { LocatedNode, Path, Span } from './located.ts';
import type { FieldCode } from './shapes.ts';

export type CompletionCode =
  | { readonly code: 'treatment' | 'flag' | 'matcherType' }
  | { readonly code: 'segment'; readonly isActive?: boolean; readonly trafficType?: string }
  | { readonly code: 'rolloutStatus'; readonly description?: string }
  /** A word that the service defines: `AND`, `true`. */
  | { readonly code: 'word' }
  /** `field` is undefined for an undocumented field. */
  | { readonly code: 'field'; readonly isRequired: boolean; readonly field?: FieldCode }
  /** The editor provides the label. */
  | { readonly code: 'snippet'; readonly snippet: SnippetName };

export type SnippetName = 'rule' | 'halfRollout' | 'bucket' | 'treatment';

export type Completion = CompletionCode & {
  /** A name, a field or a type. For a snippet: its code, which the editor replaces with a label. */
  readonly label: string;
  /** The text to compare with the typed text instead of the label, because the person has typed a quote or a bracket. */
  readonly filter?: string;
  /**
   * The text to insert. The indentation of lines after the first is relative to the indentation of the current line, which the
   * editor adds.
   */
  readonly insert: string;
  /** True if `insert` contains tab stops of the editor, such as `${1:on}`, and everything else in it is escaped. */
  readonly isSnippet: boolean;
  /**
   * The range that the insertion replaces. It is within one line, and the requested position is in it or at one of its ends.
   */
  readonly span: Span;
};

/**
 * The position where a person types. `operations/definitions/text` inserts `MARK` at the position, reads the text, and finds
 * `MARK` in the tree.
 */
export interface CompletionPlace {
  /** The path of the map if the person types a name, of the field if they type its value, of the list if they type an item. */
  readonly path: Path;
  readonly at: 'name' | 'value' | 'item';
  /**
   * The range of the text typed so far, on both sides of the position, with its quotes or empty brackets. It is within one
   * line.
   */
  readonly word: Span;
  /** True if the position is in brackets, where names are offered but no snippets. */
  readonly isFlow: boolean;
  /** The tree of the text with `MARK` in it. Its ranges after the position differ from those of the text. */
  readonly root: LocatedNode;
}

/** Private-use characters that no text contains. YAML reads them as a part of the word around them. */
export const MARK = '\uE1A7\uE1A8';
/** Checks only the first character, because the YAML library treats the last one as the closing quote of an unclosed text. */
export const isMarked = (text: string): boolean => text.includes(MARK[0]!);
