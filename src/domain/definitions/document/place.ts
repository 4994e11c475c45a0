/** Where somebody types in a definition's text. Found by `operations/definitionText`, in the text with `MARK` at the place. */
import { nodeAt, type LocatedNode, type Path, type Span } from './located.ts';
import { definitionShape, matcherTypeOf, shapeOfField, type ValueShape } from './shapes.ts';

/** Characters of nobody's: no text has them, and what stands around them is a word with them. */
export const MARK = '\uE1A7\uE1A8';
/** Of a text in quotes that nobody closed, the library takes the last character for the quote. */
export const isMarked = (text: string): boolean => text.includes(MARK[0]!);

export interface Place {
  /** Of the map for a name, of the field for its value, of the list for an item. */
  readonly path: Path;
  readonly at: 'name' | 'value' | 'item';
  /** What is typed so far, to both sides of the place, with its quotes; of one line. */
  readonly word: Span;
  /** In brackets. */
  readonly isFlow: boolean;
  /** On an empty line: the field above that has no value yet, and the column of its name, which is not further out. */
  readonly below?: { readonly path: Path; readonly column: number };
}

export interface FoundPlace {
  readonly place: Place;
  /** Of the text with `MARK` in it: its ranges behind the place are not those of the text. */
  readonly root: LocatedNode;
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
export function otherNames(root: LocatedNode | undefined, path: Path): ReadonlySet<string> {
  const node = nodeAt(root, path);
  return new Set(node?.kind === 'map' ? node.fields.flatMap(({ name }) => (isMarked(name) ? [] : [name])) : []);
}
