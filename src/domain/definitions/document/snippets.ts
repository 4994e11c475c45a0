/** The snippets that are offered, and what stands in them at first. */
import { bestFirst, isOfOtherType, type Known } from './known.ts';
import { fieldIn, itemsOf, writtenText, type LocatedNode } from './located.ts';
import { scalarText } from './scalarText.ts';
import { isFields, matcherShapes, requiredFields, shapeOfField, type MatcherType, type ValueShape } from './shapes.ts';

/** A place to fill in; `text` is what stands there at first. */
export interface Stop {
  readonly stop: string;
  /** False for a number or a word. */
  readonly isText: boolean;
}

const stop = (text: string, isText = true): Stop => ({ stop: text, isText });
const isStop = (value: unknown): value is Stop => isFields(value) && 'stop' in value && 'isText' in value;

export type Style = 'block' | 'flow';

/** Writes one snippet; the stops are numbered as they come. */
export class Template {
  readonly #style: Style;
  #count = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  /** For what is no part of a template. */
  static escape(text: string): string {
    return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
  }

  /** `name: value`; lines after the first stand `indent` further in than the line that the snippet is inserted in. */
  field(name: string, value: unknown, indent: number): string {
    const written = Template.escape(scalarText(name));
    return `${written}:${this.#after(value, indent, false)}`;
  }

  fields(value: object, indent: number): string {
    return Object.entries(value)
      .map(([name, inner]) => this.field(name, inner, indent))
      .join(this.between(indent));
  }

  /** What stands between two fields, or two items in brackets. */
  between(indent: number): string {
    const line = `\n${' '.repeat(indent)}`;
    return this.#style === 'block' ? line : ', ';
  }

  /** As it stands behind a dash, or in brackets. */
  item(value: unknown, indent: number): string {
    return this.#after(value, this.#style === 'block' ? indent - 2 : indent, true).slice(1);
  }

  #after(value: unknown, indent: number, isItem: boolean): string {
    if (isStop(value) || (!isFields(value) && !Array.isArray(value))) return ` ${this.#scalar(value)}`;
    const inner = indent + 2;
    const line = `\n${' '.repeat(inner)}`;
    if (this.#style !== 'block') {
      if (!Array.isArray(value)) return ` {${this.fields(value, inner)}}`;
      return ` [${value.map((item) => this.item(item, inner)).join(this.between(inner))}]`;
    }
    if (Array.isArray(value)) return `${line}${value.map((item) => `- ${this.item(item, inner + 2)}`).join(line)}`;
    return isItem ? ` ${this.fields(value, inner)}` : `${line}${this.fields(value, inner)}`;
  }

  #scalar(value: unknown): string {
    const { stop: text, isText } = isStop(value) ? value : stop(value as string);
    const written = text === '' ? '' : Template.escape(isText ? scalarText(text) : text);
    return isStop(value) ? `\${${(this.#count += 1)}${written === '' ? '' : `:${written}`}}` : written;
  }
}

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
