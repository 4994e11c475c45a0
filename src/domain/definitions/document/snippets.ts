/** The snippets that are offered, and what stands in them at first. */
import { bestFirst, isOfOtherType, type Known } from './known.ts';
import { fieldIn, itemsOf, writtenText, type LocatedNode } from './located.ts';
import { matcherShapes, type MatcherType } from './matcherShapes.ts';
import { stop } from './template.ts';
import { requiredFields, shapeOfField, type ValueShape } from './shapes.ts';

export interface Names {
  /** The definition's own; the usual two while there are none. */
  readonly treatments: readonly string[];
  readonly segment: string;
}

export function namesFor(root: LocatedNode | undefined, known: Known): Names {
  const items = itemsOf(fieldIn(root, 'treatments')?.value);
  const treatments = items.flatMap((item) => writtenText(fieldIn(item, 'name')?.value) ?? []);
  const [best] = bestFirst(known.segments?.items ?? [], known);
  const first = best && best.isActive !== false && !isOfOtherType(known, best) ? best.name : undefined;
  return { treatments: treatments.length > 0 ? treatments : ['on', 'off'], segment: first ?? 'segment' };
}

/** Half of the traffic each. */
export function halves({ treatments: [one = 'on', other = 'off'] }: Names): readonly object[] {
  return [bucketOf(one, 50), bucketOf(other, 50)];
}

export const bucketOf = (treatment: string, size: number): object => ({
  treatment: stop(treatment),
  size: stop(String(size), false),
});

export function ruleOf(names: Names): object {
  const matchers = [{ type: 'IN_SEGMENT', string: stop(names.segment) }];
  return { buckets: [bucketOf(names.treatments[0]!, 100)], condition: { combiner: 'AND', matchers } };
}

export const treatmentOf = (): object => ({ name: stop('name'), description: stop('') });

/** The fields that a matcher of this type needs besides its type, but for those that it has. */
export function matcherFields(type: MatcherType, names: Names, has: ReadonlySet<string> = new Set()): object {
  const { attribute, fields, oneOf } = matcherShapes[type];
  const needed: readonly string[] = oneOf[0]!;
  const entries: (readonly [string, unknown])[] = attribute === 'required' ? [['attribute', stop('attribute')]] : [];
  for (const [name, shape] of Object.entries(fields) as readonly (readonly [string, ValueShape])[])
    if (needed.includes(name)) entries.push([name, valueFor(shape, names)]);
  return Object.fromEntries(entries.filter(([name]) => !has.has(name)));
}

function valueFor(shape: ValueShape, names: Names): unknown {
  if (shape.kind === 'text' && shape.names === 'segment') return stop(names.segment);
  return shape.kind === 'bool' ? stop('true', false) : valueOfShape(shape);
}

/** What stands behind the colon of a field that is new: of a map, the fields that it needs. */
export function valueOfShape(shape: ValueShape): unknown {
  switch (shape.kind) {
    case 'text':
      return stop('');
    case 'list':
      return [shape.item.kind === 'text' ? stop('') : stop('', false)];
    case 'map':
      return Object.fromEntries(requiredFields(shape.of).map((name) => [name, valueOfShape(shapeOfField(shape.of, name)!)]));
    case 'number':
    case 'bool':
    case 'any':
      return stop('', false);
    default:
      return shape satisfies never;
  }
}
