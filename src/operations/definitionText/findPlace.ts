/** Where somebody types in a definition's text: the library reads the text with a word of ours at the place, and the tree says where that is. */
import type { LocatedField, LocatedNode, Path, Span } from '../../domain/definitions/document/located.ts';
import { isMarked, MARK, type FoundPlace, type Place } from '../../domain/definitions/document/place.ts';
import { columnOf, lineEnd, lineStart } from '../../domain/definitions/document/textEdits.ts';
import { readTree } from './readDefinitionText.ts';

/** Characters: longer lines are none that somebody types. */
const MAX_LINE = 2000;

/** What may stand before a name on its line, and the rest of the name behind the place: then a colon is missing. */
const BEFORE_NAME = /^\uFEFF?[ \t]*(?:- +)*(?:["']?[^\s:#,[\]{}"'&*!|>%@`-][^:#,[\]{}"']*|["'])?$/;
const REST_OF_NAME = /^([\w.-]*["']?)[ \t]*(?:#.*)?$/;

/** Undefined in a comment, and in a block of text. */
export async function findPlace(text: string, offset: number): Promise<FoundPlace | undefined> {
  const [start, end] = [lineStart(text, offset), lineEnd(text, offset)];
  const [before, after] = [text.slice(start, offset), text.slice(offset, end)];
  // A value needs a space before it.
  if (end - start > MAX_LINE || /[^"']:$|(?:^|\s)-$/.test(before)) return undefined;
  // Right behind brackets that are empty, they are what is typed.
  const brackets = /[[{] *[\]}]$/.exec(before)?.[0].length ?? 0;
  const rest = BEFORE_NAME.test(before) ? REST_OF_NAME.exec(after)?.[1] : undefined;
  const name = rest === undefined ? after : `${rest}:${after.slice(rest.length)}`;
  const dash = rest !== undefined && isBesideDash(text.slice(0, start), before) ? '- ' : '';
  const { root } = await readTree(text.slice(0, offset - brackets) + dash + MARK + (dash ? after : name) + text.slice(end));
  const found = root && seek(root, [], undefined, dash !== '' || /^\uFEFF?[ \t]*-[ \t]/.test(before));
  // A block of text is no word.
  if (!root || !found || /^(?:!\S* +)?[|>]/.test(text.slice(found.span.start, end))) return undefined;
  const { span, path, around } = found;
  const from = Math.max(span.start - dash.length, start + /^\s*/.exec(before)![0].length);
  const until = Math.max(offset, Math.min(span.end - dash.length - MARK.length + brackets, end));
  const word = { start: Math.min(from, offset), end: until };
  // Before brackets that hold something.
  if (found.at === 'value' && /[[{](?! *[\]}])/.test(text.slice(offset, until))) return undefined;
  const isFlow = 'isFlow' in around && around.isFlow;
  const at = dash ? 'name' : found.at;
  const below = at === 'name' && /^[ \t]*[^\s-]*$/.test(before) ? emptyAbove(text, around, path) : undefined;
  return { place: { path, at, word, isFlow, ...(below && { below }) }, root };
}

/** Where the nearest line above that is no further in begins an item: there, another one is to begin. */
function isBesideDash(above: string, before: string): boolean {
  const column = /^\uFEFF?( *)\S*$/.exec(before)?.[1]!.length ?? -1;
  const indentOf = (line: string): number => /^ */.exec(line)![0].length;
  const outer = above.split(/\r?\n/).findLast((line) => /^ *[^\s#]/.test(line) && indentOf(line) <= column);
  return outer !== undefined && indentOf(outer) === column && /^ *-(?: |$)/.test(outer);
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
  switch (node.kind) {
    case 'map': {
      for (const { name, nameSpan, value } of node.fields) {
        if (isMarked(name)) {
          // The first field of an item may as well be another item.
          const isItem = around?.kind === 'list' && nameSpan.start === node.span.start && (around.isFlow || isDashed);
          return isItem ? { path: path.slice(0, -1), at: 'item', span: nameSpan, around } : { path, at: 'name', span: nameSpan, around: node }; // prettier-ignore
        }
        const found = seek(value, [...path, name], node, isDashed);
        if (found) return found;
      }
      return undefined;
    }
    case 'list': {
      for (const [index, item] of node.items.entries()) {
        const found = seek(item, [...path, index], node, isDashed);
        if (found) return found;
      }
      return undefined;
    }
    case 'text': {
      if (!isMarked(node.value) || !around) return undefined;
      const isItem = around.kind === 'list';
      return { path: isItem ? path.slice(0, -1) : path, at: isItem ? 'item' : 'value', span: node.span, around };
    }
    default:
      return undefined;
  }
}

/** The editor begins a line where the one above began, also below a name: what is written there is to stand further in. */
function emptyAbove(text: string, around: LocatedNode, path: Path): Place['below'] {
  const isOwn = (node: LocatedNode): boolean => seek(node, [], around, false) !== undefined;
  let below: Place['below'];
  let [node, way]: [LocatedNode | undefined, Path] = [around, path];
  while (node && 'isFlow' in node && !node.isFlow) {
    if (node.kind === 'list') {
      const own: number = node.items.findIndex(isOwn);
      const place: number = own < 0 ? node.items.length - 1 : own - 1;
      [node, way] = [node.items[place], [...way, place]];
    } else {
      const own: number = node.fields.findIndex(({ name }) => isMarked(name));
      // What stands below already would be held by what is new.
      if (own >= 0 && node.fields[own]!.value.kind !== 'null') return undefined;
      const field: LocatedField | undefined = own < 0 ? node.fields.at(-1) : node.fields[own - 1];
      if (!field) return undefined;
      [node, way] = [field.value, [...way, field.name]];
      below = { path: way, column: columnOf(text, field.nameSpan.start) };
    }
  }
  return node?.kind === 'null' && !node.isWritten ? below : undefined;
}
