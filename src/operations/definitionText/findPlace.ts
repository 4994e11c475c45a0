/** Where somebody types in a definition's text: the library reads the text with a word of ours at the place, and the tree says where that is. */
import { isMarked, MARK, type Place } from '../../domain/definitions/document/completion.ts';
import { lineEnd, lineStart, type LocatedNode, type Path, type Span } from '../../domain/definitions/document/located.ts';
import { readTree } from './readDefinitionText.ts';

/** Characters: longer lines are none that somebody types. */
const MAX_LINE = 2000;

/** What may stand before a name on its line, and the rest of the name behind the place: then a colon is missing. */
const BEFORE_NAME = /^\uFEFF?[ \t]*(?:- +)*(?:["']?[^\s:#,[\]{}"'&*!|>%@`-][^:#,[\]{}"']*|["'])?$/;
const REST_OF_NAME = /^([\w.-]*["']?)[ \t]*(?:#.*)?$/;

/** Undefined in a comment, and in a block of text. */
export async function findPlace(text: string, offset: number): Promise<Place | undefined> {
  const [start, end] = [lineStart(text, offset), lineEnd(text, offset)];
  const [before, after] = [text.slice(start, offset), text.slice(offset, end)];
  // A value needs a space before it.
  if (end - start > MAX_LINE || /[^"']:$|(?:^|\s)-$/.test(before)) return undefined;
  // Of a list that is empty, the brackets around the place or before it give way to a block.
  const [, brackets = ''] = /^[^[{]*: +(\[ *\]?)$/.exec(before) ?? [];
  const closing = brackets.endsWith(']') ? '' : (/^ *\]/.exec(after)?.[0] ?? '');
  const opening = brackets.endsWith(']') || closing !== '' ? brackets : '';
  const rest = BEFORE_NAME.test(before) ? REST_OF_NAME.exec(after)?.[1] : undefined;
  const name = rest === undefined ? after.slice(opening === '' ? 0 : closing.length) : `${rest}:${after.slice(rest.length)}`;
  const { root } = await readTree(text.slice(0, offset - opening.length) + MARK + name + text.slice(end));
  const found = root && seek(root, [], undefined, /^\uFEFF?[ \t]*-[ \t]/.test(before));
  // A block of text is no word.
  if (!root || !found || /^(?:!\S* +)?[|>]/.test(text.slice(found.span.start, end))) return undefined;
  const { span, path, around, at } = found;
  const from = Math.max(span.start, start + /^\s*/.exec(before)![0].length);
  const until = Math.max(offset, Math.min(span.end - MARK.length + (opening === '' ? 0 : opening.length + closing.length), end));
  // Before brackets that hold something.
  if (at === 'value' && opening === '' && /[[{]/.test(text.slice(offset, until))) return undefined;
  const word = { start: Math.min(from, offset), end: until };
  return { path, at, word, isFlow: 'isFlow' in around && around.isFlow, root };
}

interface Sought {
  readonly path: Path;
  readonly at: Place['at'];
  readonly span: Span;
  /** The map or list that it is in. */
  readonly around: LocatedNode;
}

/** `isDashed` = the line of the mark begins with a dash. */
function seek(node: LocatedNode, path: Path, around: LocatedNode | undefined, isDashed: boolean): Sought | undefined {
  if (node.kind === 'map') {
    for (const { name, nameSpan, value } of node.fields) {
      if (isMarked(name)) {
        // The first field of an item may as well be another item.
        const isItem = around?.kind === 'list' && nameSpan.start === node.span.start && (around.isFlow || isDashed);
        if (isItem) return { path: path.slice(0, -1), at: 'item', span: nameSpan, around };
        return { path, at: 'name', span: nameSpan, around: node };
      }
      const found = seek(value, [...path, name], node, isDashed);
      if (found) return found;
    }
  } else if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) {
      const found = seek(item, [...path, index], node, isDashed);
      if (found) return found;
    }
  } else if (node.kind === 'text' && isMarked(node.value) && around) {
    const isItem = around.kind === 'list';
    return { path: isItem ? path.slice(0, -1) : path, at: isItem ? 'item' : 'value', span: node.span, around };
  }
  return undefined;
}
