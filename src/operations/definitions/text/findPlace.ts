/**
 * Finds the part of a definition at the cursor, so that it can be completed: inserts a marker word into the text, parses the
 * text, and looks for the marker in the tree.
 */
import { isMarked, MARK, type CompletionPlace } from '../../../domain/definitions/document/completion.ts';
import { lineEnd, lineStart, partsOf, type LocatedPart } from '../../../domain/definitions/document/located.ts';
import { readTree } from './readDefinitionText.ts';
import type { RuleTrees } from './ruleTrees.ts';

/** The maximum length of a line in characters. On a longer line, nothing is completed, because people don't type such lines. */
const MAX_LINE = 2000;

/**
 * BEFORE_NAME matches the text before the cursor if the name of a field may be typed there. REST_OF_NAME matches the text after
 * the cursor if it is the rest of this name and has no colon.
 */
const BEFORE_NAME = /^\uFEFF?[ \t]*(?:- +)*(?:["']?[^\s:#,[\]{}"'&*!|>%@`-][^:#,[\]{}"']*|["'])?$/;
const REST_OF_NAME = /^([\w.-]*["']?)[ \t]*(?:#.*)?$/;

/**
 * Returns the part of the definition at the offset. Returns undefined if there is nothing to complete: in a comment, and
 * below the first line of a multi-line text outside of brackets. `trees` as in `readTree`.
 */
export async function findPlace(text: string, offset: number, trees?: RuleTrees): Promise<CompletionPlace | undefined> {
  const [start, end] = [lineStart(text, offset), lineEnd(text, offset)];
  const [before, after] = [text.slice(start, offset), text.slice(offset, end)];
  // Directly behind a colon or a dash, nothing is completed, because a value needs a space before it.
  if (end - start > MAX_LINE || /[^"']:$|(?:^|\s)-$/.test(before)) return undefined;
  // If the cursor is in or behind the brackets of an empty list, the completion replaces these brackets by a block.
  const [, brackets = ''] = /^[^[{]*: +(\[ *\]?)$/.exec(before) ?? [];
  const closing = brackets.endsWith(']') ? '' : (/^ *\]/.exec(after)?.[0] ?? '');
  const opening = brackets.endsWith(']') || closing !== '' ? brackets : '';
  const rest = BEFORE_NAME.test(before) ? REST_OF_NAME.exec(after)?.[1] : undefined;
  const name = rest === undefined ? after.slice(opening === '' ? 0 : closing.length) : `${rest}:${after.slice(rest.length)}`;
  const marked = offset - opening.length;
  const { root } = await readTree(text.slice(0, marked) + MARK + name + text.slice(end), trees);
  const found = root && partsOf(root, marked).find((part) => part.text !== undefined && isMarked(part.text));
  // There is nothing to complete in a block of text, which begins with `|` or `>`.
  if (!root || !found || /^(?:!\S* +)?[|>]/.test(text.slice(found.span.start, end))) return undefined;
  const { span } = found;
  const place = placeOf(found, /^\uFEFF?[ \t]*-[ \t]/.test(before));
  // Outside of brackets, there is also nothing to complete in a text that began on an earlier line, for example after an
  // unclosed quote.
  if (!place || (span.start < start && !place.isFlow)) return undefined;
  const from = Math.max(span.start, start + /^\s*/.exec(before)![0].length);
  const until = Math.max(offset, Math.min(span.end - MARK.length + (opening === '' ? 0 : opening.length + closing.length), end));
  // Before brackets that are not empty, nothing is completed.
  if (place.at === 'value' && opening === '' && /[[{]/.test(text.slice(offset, until))) return undefined;
  return { ...place, word: { start: Math.min(from, offset), end: until }, root };
}

/** `isDashed` = the line begins with a dash. */
function placeOf(part: LocatedPart, isDashed: boolean): Pick<CompletionPlace, 'path' | 'at' | 'isFlow'> | undefined {
  const { path, span, scalar, around } = part;
  const [inner, outer] = around;
  if (!inner) return undefined;
  const above = path.slice(0, -1);
  if (scalar && inner.kind === 'map') return { path, at: 'value', isFlow: inner.isFlow };
  if (scalar) return { path: above, at: 'item', isFlow: inner.isFlow };
  // Text at the start of a list item may become the name of its first field or the item itself, so both are completed.
  const isItem = outer?.kind === 'list' && span.start === inner.span.start && (outer.isFlow || isDashed);
  if (isItem) return { path: above.slice(0, -1), at: 'item', isFlow: outer.isFlow };
  return { path: above, at: 'name', isFlow: inner.isFlow };
}
