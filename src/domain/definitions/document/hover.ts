/** Finds the meaning of a part of a definition's text. */
import type { MatcherMeaning } from '../matcherMeaning.ts';
import { fieldIn, itemsOf, nodeAt, partsOf, writtenText, type LocatedNode, type Path, type Span } from './located.ts';
import type { DefinitionText } from './problem.ts';
import type { Known } from './known.ts';
import { fieldCode, matcherTypeOf, shapeAt, type FieldCode } from './shapes.ts';
import { meaningOfNode } from './outline.ts';

export type HoverMeaning =
  /** The meaning of the matcher, in the same codes from which a review creates its sentences. */
  | { readonly code: 'matcher'; readonly matcher: MatcherMeaning }
  | { readonly code: 'treatment'; readonly name: string; readonly description?: string; readonly isDefault: boolean }
  | { readonly code: 'unknownTreatment'; readonly name: string }
  | { readonly code: 'segment'; readonly name: string; readonly isActive?: boolean; readonly trafficType?: string }
  | { readonly code: 'flag'; readonly name: string }
  /** `rule` is the index of the rule, starting at 0. `of` is the number of rules. */
  | { readonly code: 'rule'; readonly rule: number; readonly of: number }
  /** A time, written in epoch milliseconds. */
  | { readonly code: 'date'; readonly time: number };

export interface Hover {
  readonly span: Span;
  /** Identifies the field's documentation. */
  readonly field?: FieldCode;
  readonly meaning?: HoverMeaning;
}

/** Returns the meaning of the part at this position. Undefined if there is none. */
export function hoverAt({ root }: DefinitionText, offset: number, known: Known = {}): Hover | undefined {
  const found =
    root &&
    partsOf(root, offset).find(({ span, scalar }) => {
      const isNothing = scalar?.kind === 'null' && !scalar.isWritten;
      return !isNothing && span.start <= offset && offset <= span.end;
    });
  if (!found) return undefined;
  const { path, span } = found;
  const isName = !found.scalar;
  // The items of a list have the same documentation as the list's field.
  const depth = path.findLastIndex((step) => typeof step === 'string');
  const [outer, name] = [path.slice(0, depth), path[depth]];
  const shape = shapeAt(root, outer);
  const field = shape?.kind === 'map' && typeof name === 'string' ? fieldCode(shape.of, name) : undefined;
  const meaning = isName ? ruleMeaning(root, outer) : meaningAt(root, path, field, known);
  if (!field && (isName || !meaning)) return undefined;
  return { span, ...(field && { field }), ...(meaning && { meaning }) };
}

/** For the path of a rule, returns its number in the order of evaluation and the number of rules. Undefined for other paths. */
function ruleMeaning(root: LocatedNode, [name, rule, ...inner]: Path): HoverMeaning | undefined {
  if (name !== 'rules' || typeof rule !== 'number' || inner.length > 0) return undefined;
  return { code: 'rule', rule, of: itemsOf(nodeAt(root, ['rules'])).length };
}

function meaningAt(root: LocatedNode, path: Path, field: FieldCode | undefined, known: Known): HoverMeaning | undefined {
  const [node, shape] = [nodeAt(root, path), shapeAt(root, path)];
  const name = writtenText(node);
  // Times are written in milliseconds, which people can't read, so the hover shows the date.
  const isInRange = field === 'numberRange.from' || field === 'numberRange.to';
  const isDate = field === 'matcher.date' || (isInRange && matcherTypeOf(nodeAt(root, path.slice(0, -2))) === 'BETWEEN_DATE');
  if (node?.kind === 'number' && isDate) return { code: 'date', time: node.value };
  if (shape?.kind !== 'text' || name === undefined) return undefined;
  switch (shape.names) {
    case 'treatment':
    case 'ownTreatment':
      return treatmentMeaning(root, name);
    case 'segment':
      return { code: 'segment', name, ...known.segments?.items.find((one) => one.name === name) };
    case 'flag':
    case 'otherFlag':
      return { code: 'flag', name };
    case 'matcherType': {
      const [matcher] = meaningOfNode(nodeAt(root, path.slice(0, -1))!);
      // An unknown matcher has no meaning beyond its text.
      return matcher && matcher.code !== 'unknown' ? { code: 'matcher', matcher } : undefined;
    }
    default:
      return undefined;
  }
}

function treatmentMeaning(root: LocatedNode, name: string): HoverMeaning {
  const treatments = itemsOf(fieldIn(root, 'treatments')?.value);
  const found = treatments.find((item) => writtenText(fieldIn(item, 'name')?.value) === name);
  if (!found) return { code: 'unknownTreatment', name };
  const description = writtenText(fieldIn(found, 'description')?.value);
  const isDefault = writtenText(fieldIn(root, 'defaultTreatment')?.value) === name;
  return { code: 'treatment', name, isDefault, ...(description !== undefined && description !== '' && { description }) };
}
