/** Where somebody types in a definition's text; found by its lines and marks, since half of a text is no tree. */
import { nodeAt, type DefinitionText, type LocatedNode, type Path, type Span } from './located.ts';
import { blockPlace } from './blockPlace.ts';
import { flowPlace } from './flowPlace.ts';
import { definitionShape, matcherTypeOf, shapeOfField, type ValueShape } from './shapes.ts';

export interface Place {
  /** Of the map for a name, of the field for its value, of the list for an item. */
  readonly path: Path;
  readonly at: 'name' | 'value' | 'item';
  /** What is typed so far, to both sides of the place, with its quotes; of one line. */
  readonly word: Span;
  /** In brackets. */
  readonly isFlow: boolean;
  /** In brackets: where a comma is missing before what is typed. */
  readonly comma?: number;
  /** On an empty line: the field above that has no value yet, and the column of its name, which is not further out. */
  readonly below?: { readonly path: Path; readonly column: number };
}

/** Undefined in a comment, and in a block of text. */
export function placeAt({ text, root }: DefinitionText, offset: number): Place | undefined {
  const flow = flowAround(text, root, offset, []);
  return flow ? flowPlace(text, flow, offset) : blockPlace(text, offset);
}

/** The outermost brackets that the place is in. */
function flowAround(
  text: string,
  node: LocatedNode | undefined,
  offset: number,
  path: Path,
): { start: number; path: Path } | undefined {
  if (node?.kind !== 'map' && node?.kind !== 'list') return undefined;
  const { start, end } = node.span;
  const isOpen = node.isFlow && (end - start < 2 || !/[\]}]/.test(text[end - 1]!));
  if (node.isFlow) return start < offset && (isOpen || offset < end) ? { start, path } : undefined;
  const inner: readonly (readonly [string | number, LocatedNode])[] =
    node.kind === 'map'
      ? node.fields.map(({ name, value }) => [name, value] as const)
      : node.items.map((item, index) => [index, item] as const);
  for (const [step, child] of inner) {
    // Of brackets that are open, the rest of the line is in them.
    if (child.span.start > offset || /[\r\n]/.test(text.slice(child.span.end, offset))) continue;
    const found = flowAround(text, child, offset, [...path, step]);
    if (found) return found;
  }
  return undefined;
}

/** What stands at the path by the definition's shape; undefined = nobody knows. */
export function shapeAt(root: LocatedNode | undefined, path: Path): ValueShape | undefined {
  let shape: ValueShape | undefined = definitionShape;
  for (const [depth, step] of path.entries()) {
    if (typeof step === 'number') shape = shape?.kind === 'list' ? shape.item : undefined;
    else if (shape?.kind !== 'map') return undefined;
    else {
      const type = shape.of === 'matcher' ? matcherTypeOf(nodeAt(root, path.slice(0, depth))) : undefined;
      shape = shapeOfField(shape.of, step, type);
    }
  }
  return shape;
}

/** The names that the map at the path has, but for the one that is being typed. */
export function otherNames(root: LocatedNode | undefined, path: Path, word: Span): ReadonlySet<string> {
  const node = nodeAt(root, path);
  if (node?.kind !== 'map') return new Set();
  const others = node.fields.filter(({ nameSpan }) => nameSpan.end < word.start || nameSpan.start > word.end);
  return new Set(others.map(({ name }) => name));
}
