/** What something in a definition's text means. */
import type { MatcherMeaning } from '../matcherMeaning.ts';
import { fieldIn, itemsOf, writtenText, type LocatedMap, type LocatedNode, type Span } from './located.ts';
import type { DefinitionText } from './problem.ts';
import type { Known } from './known.ts';
import {
  type MatcherType,
  definitionShape,
  fieldCode,
  matcherTypeOf,
  shapeOfField,
  type FieldCode,
  type ValueShape,
} from './shapes.ts';
import { meaningOfNode } from './outline.ts';

export type Meaning =
  /** What the condition asks, in the codes that a review has sentences for. */
  | { readonly code: 'matcher'; readonly matcher: MatcherMeaning }
  | { readonly code: 'treatment'; readonly name: string; readonly description?: string; readonly isDefault: boolean }
  | { readonly code: 'unknownTreatment'; readonly name: string }
  | { readonly code: 'segment'; readonly name: string; readonly isActive?: boolean; readonly trafficType?: string }
  | { readonly code: 'flag'; readonly name: string }
  /** `rule` counts from 0; the first rule that matches decides. */
  | { readonly code: 'rule'; readonly rule: number; readonly of: number }
  /** The time that is written in epoch milliseconds. */
  | { readonly code: 'date'; readonly time: number };

export interface Hover {
  readonly span: Span;
  /** Names the field's documentation. */
  readonly field?: FieldCode;
  /** That of the matcher, where its type is written. */
  readonly type?: MatcherType;
  readonly meaning?: Meaning;
}

/** What stands at the place; undefined where nothing does that means anything. */
export function hoverAt(document: DefinitionText, offset: number, known: Known = {}): Hover | undefined {
  const { root } = document;
  return root && within(document, known, offset, { node: root, shape: definitionShape, parents: [] });
}

interface Place {
  readonly node: LocatedNode;
  readonly shape: ValueShape | undefined;
  /** What it is in, the nearest last. */
  readonly parents: readonly LocatedNode[];
  readonly field?: FieldCode;
}

const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

function within(document: DefinitionText, known: Known, offset: number, place: Place): Hover | undefined {
  const { node, shape, field, parents } = place;
  const inner = [...parents, node];
  if (node.kind === 'list') {
    const item = node.items.find(({ span }) => holds(span, offset));
    if (!item) return undefined;
    const itemShape = shape?.kind === 'list' ? shape.item : undefined;
    return within(document, known, offset, { node: item, shape: itemShape, parents: inner, ...(field && { field }) });
  }
  if (node.kind === 'map') return inMap(document, known, offset, node, place);
  if (!holds(node.span, offset) || (node.kind === 'null' && !node.isWritten)) return undefined;
  const meaning = meaningAt(document, known, place);
  if (!field && !meaning) return undefined;
  const type = field === 'matcher.type' ? matcherTypeOf(parents.at(-1)) : undefined;
  return { span: node.span, ...(field && { field }), ...(type && { type }), ...(meaning && { meaning }) };
}

function inMap(
  document: DefinitionText,
  known: Known,
  offset: number,
  node: LocatedMap,
  { shape, parents }: Place,
): Hover | undefined {
  const of = shape?.kind === 'map' ? shape.of : undefined;
  for (const { name, nameSpan, value } of node.fields) {
    const field = of && fieldCode(of, name);
    if (holds(nameSpan, offset)) {
      const meaning = of === 'rule' ? ruleMeaning(parents.at(-1), node) : undefined;
      return field && { span: nameSpan, field, ...(meaning && { meaning }) };
    }
    if (!holds(value.span, offset)) continue;
    const inner = of && shapeOfField(of, name, of === 'matcher' ? matcherTypeOf(node) : undefined);
    const place = { node: value, shape: inner, parents: [...parents, node], ...(field && { field }) };
    return within(document, known, offset, place);
  }
  return undefined;
}

function ruleMeaning(rules: LocatedNode | undefined, node: LocatedNode): Meaning | undefined {
  const rule = itemsOf(rules).indexOf(node);
  return rule < 0 ? undefined : { code: 'rule', rule, of: itemsOf(rules).length };
}

function meaningAt({ root }: DefinitionText, known: Known, { node, shape, field, parents }: Place): Meaning | undefined {
  const name = writtenText(node);
  if (node.kind === 'number' && isDate(field, parents)) return { code: 'date', time: node.value };
  if (shape?.kind !== 'text' || name === undefined) return undefined;
  switch (shape.names) {
    case 'treatment':
    case 'ownTreatment':
      return treatmentMeaning(root, name);
    case 'segment': {
      const segment = known.segments?.items.find((one) => one.name === name);
      const { isActive, trafficType } = segment ?? {};
      return {
        code: 'segment',
        name,
        ...(isActive !== undefined && { isActive }),
        ...(trafficType !== undefined && { trafficType }),
      };
    }
    case 'flag':
    case 'otherFlag':
      return { code: 'flag', name };
    case 'matcherType': {
      const [matcher] = meaningOfNode(parents.at(-1)!);
      // What nobody knows means no more than it says.
      return matcher && matcher.code !== 'unknown' ? { code: 'matcher', matcher } : undefined;
    }
    case 'combiner':
    case 'rolloutStatus':
    case undefined:
      return undefined;
    default:
      return shape.names satisfies never;
  }
}

/** Times are written in milliseconds, which nobody reads. */
function isDate(field: FieldCode | undefined, parents: readonly LocatedNode[]): boolean {
  const isInRange = field === 'numberRange.from' || field === 'numberRange.to';
  const type = isInRange ? matcherTypeOf(parents.at(-2)) : undefined;
  return field === 'matcher.date' || type === 'BETWEEN_DATE';
}

function treatmentMeaning(root: LocatedNode | undefined, name: string): Meaning {
  const treatments = itemsOf(fieldIn(root, 'treatments')?.value);
  const found = treatments.find((item) => writtenText(fieldIn(item, 'name')?.value) === name);
  if (!found) return { code: 'unknownTreatment', name };
  const description = writtenText(fieldIn(found, 'description')?.value);
  const isDefault = writtenText(fieldIn(root, 'defaultTreatment')?.value) === name;
  return { code: 'treatment', name, isDefault, ...(description !== undefined && description !== '' && { description }) };
}
