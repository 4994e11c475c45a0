/** Offers completions for a position in a definition's text, even if other parts of it are broken. */
import { MARK, type Completion, type CompletionCode, type CompletionPlace, type SnippetName } from './completion.ts';
import { sortByUsability, type Known } from './known.ts';
import { lineStart, fieldIn, itemsOf, nodeAt, writtenText, type Path, type Span } from './located.ts';
import { scalarText } from './scalarText.ts';
import {
  fieldCode,
  fieldsOfKind,
  matcherShapes,
  matcherTypeOf,
  requiredFields,
  shapeAt,
  shapeOfField,
  type MatcherType,
  type ObjectKind,
  type ValueShape,
} from './shapes.ts';

/** Returns the completions in the best order: missing parts first. */
export function completionsAt(text: string, place: CompletionPlace, known: Known = {}): readonly Completion[] {
  const shape = shapeAt(place.root, place.path);
  return shape ? new Completions(text, place, known, shape).all(shape) : [];
}

class Completions {
  readonly #place: CompletionPlace;
  readonly #known: Known;
  readonly #treatments: readonly string[];
  readonly #segment: string;
  /** The typed quote, or the brackets of an empty list. The completion replaces them. */
  readonly #opening: string;
  readonly #hasColon: boolean;
  /** The indentation of lines after the first, relative to the current line. */
  #indent: number;
  /** The text to insert before a list item: its dash, which is on a new line if the position is after the name of the list. */
  #before = '';
  readonly #span: Span;

  constructor(text: string, place: CompletionPlace, known: Known, shape: ValueShape) {
    const { word, root } = place;
    this.#place = place;
    this.#known = known;
    const items = itemsOf(fieldIn(root, 'treatments')?.value);
    const names = items.flatMap((item) => writtenText(fieldIn(item, 'name')?.value) ?? []);
    this.#treatments = names.length > 0 ? names : ['on', 'off'];
    const [best] = sortByUsability(known.segments?.items ?? [], known);
    this.#segment = best && best.isActive !== false ? best.name : 'segment';
    this.#opening = /^(?:["']|\[ *\]$)/.exec(text.slice(word.start, word.end))?.[0] ?? '';
    this.#hasColon = /^[ \t]*:/.test(text.slice(word.end, word.end + 80));
    const line = text.slice(lineStart(text, word.start), word.start);
    const spaces = line.length - line.trimEnd().length;
    const isListBehindName = place.at === 'value' && !place.isFlow && shape.kind === 'list';
    this.#span = isListBehindName ? { start: word.start - spaces, end: word.end } : word;
    // For a value, further lines are indented relative to the name of its field. That name may follow the dashes of list items.
    this.#indent = (place.at === 'value' ? /^\s*((?:- +)*)/.exec(line)![1]! : line.trimStart()).length;
  }

  all(shape: ValueShape): readonly Completion[] {
    const { at, isFlow, path } = this.#place;
    if (shape.kind === 'map') return at === 'name' ? this.#fields(shape.of, path) : [];
    if (shape.kind !== 'list') return at === 'value' ? this.#values(shape) : [];
    if (at !== 'item') {
      if (isFlow) return [];
      const spaces = ' '.repeat(this.#indent + 2);
      this.#before = at === 'name' ? '- ' : `\n${spaces}- `;
      this.#indent += at === 'name' ? 2 : 4;
    }
    return this.#items(shape.item);
  }

  #items(shape: ValueShape): readonly Completion[] {
    if (shape.kind !== 'map') return this.#values(shape);
    if (this.#place.isFlow) return [];
    const fields = this.#before === '' ? this.#fields(shape.of, [...this.#place.path, -1]) : [];
    switch (shape.of) {
      case 'rule': {
        const matchers = [{ type: 'IN_SEGMENT', string: tabStop(this.#segment) }];
        const rule = { buckets: [this.#bucket(100)], condition: { combiner: 'AND', matchers } };
        return [this.#snippet('rule', rule), ...fields.filter(({ code }) => code === 'field')];
      }
      case 'treatment':
        return [this.#snippet('treatment', { name: tabStop('name'), description: tabStop() }), ...fields];
      case 'matcher':
        return [...this.#types(true), ...fields];
      case 'bucket': {
        const bucket = this.#snippet('bucket', this.#bucket(100));
        // The second half is a new list item, and its dash must be directly below the dash of the first half. If the
        // indentation is smaller than a dash, the first dash is on a different line or missing, so the snippet is not offered.
        if (this.#indent < '- '.length) return [bucket, ...fields];
        const halves = blockOf(this.#halves(), this.#indent - 2).slice('- '.length);
        const snippet = this.#written({ code: 'snippet', snippet: 'halfRollout' }, 'halfRollout', halves);
        return [bucket, snippet, ...fields];
      }
      default:
        return fields;
    }
  }

  #fields(of: ObjectKind, path: Path): readonly Completion[] {
    const node = nodeAt(this.#place.root, path);
    const shapes = Object.entries(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(node) : undefined));
    const free = shapes.filter(([name]) => !fieldIn(node, name));
    const required = requiredFields(of);
    const { isFlow } = this.#place;
    const fields = free.map(([name, shape]) => {
      const field = fieldCode(of, name);
      const code = { code: 'field', isRequired: required.includes(name), ...(field && { field }) } as const;
      if (this.#hasColon) return this.#name(code, name);
      return this.#written(code, name, isFlow ? `${name}: ` : blockOf({ [name]: this.#emptyValue(shape) }, this.#indent));
    });
    const halved = free.find(([name]) => `${of}.${name}` === 'definition.defaultRule' || `${of}.${name}` === 'rule.buckets');
    const isOffered = halved && !this.#hasColon && !isFlow;
    const snippets = isOffered ? [this.#snippet('halfRollout', { [halved[0]]: this.#halves() })] : [];
    const isRequired = (one: Completion): boolean => one.code === 'field' && one.isRequired;
    return [...fields.filter(isRequired), ...snippets, ...fields.filter((one) => !isRequired(one))];
  }

  #values(shape: ValueShape): readonly Completion[] {
    if (shape.kind === 'bool') return ['true', 'false'].map((word) => this.#add({ code: 'word' }, word, word));
    if (shape.kind !== 'text') return [];
    const { flag, flags, segments, rolloutStatuses } = this.#known;
    switch (shape.names) {
      case 'treatment':
        return [...new Set(this.#treatments)].map((name) => this.#name({ code: 'treatment' }, name));
      case 'segment':
        return sortByUsability(segments?.items ?? [], this.#known).map(({ name, ...about }) =>
          this.#name({ code: 'segment', ...about }, name),
        );
      case 'flag':
        return flag === undefined ? [] : [this.#name({ code: 'flag' }, flag)];
      case 'otherFlag':
        return (flags?.items ?? []).flatMap(({ name }) => (name === flag ? [] : [this.#name({ code: 'flag' }, name)]));
      case 'matcherType':
        return this.#types(false);
      case 'combiner':
        return [this.#name({ code: 'word' }, 'AND')];
      case 'rolloutStatus':
        return (rolloutStatuses ?? []).map(({ name, description }) =>
          this.#name({ code: 'rolloutStatus', ...(description && { description }) }, name),
        );
      case 'ownTreatment':
      case undefined:
        return [];
      default:
        return shape.names satisfies never;
    }
  }

  /** Returns whole matchers, or the text after `type:`. Each completion adds the required fields that are missing. */
  #types(isWhole: boolean): readonly Completion[] {
    const around = isWhole ? undefined : nodeAt(this.#place.root, this.#place.path.slice(0, -1));
    return matcherTypes.map((type) => {
      const missing = Object.entries(this.#needed(type)).filter(([name]) => !fieldIn(around, name));
      if (this.#place.isFlow || missing.length === 0) return this.#name({ code: 'matcherType' }, type);
      const text = blockOf({ type, ...Object.fromEntries(missing) }, this.#indent);
      return this.#written({ code: 'matcherType' }, type, isWhole ? text : text.slice('type: '.length));
    });
  }

  #needed(type: MatcherType): object {
    const { attribute, fields, oneOf } = matcherShapes[type];
    const shapes: Readonly<Record<string, ValueShape>> = fields;
    const needed = oneOf[0]!.map((name) => [name, this.#emptyValue(shapes[name]!)] as const);
    return { ...(attribute === 'required' && { attribute: tabStop('attribute') }), ...Object.fromEntries(needed) };
  }

  /** Returns the value to insert after the colon of a new field. For a map, it contains the required fields. */
  #emptyValue(shape: ValueShape): unknown {
    if (shape.kind === 'list') return [tabStop()];
    if (shape.kind === 'map')
      return Object.fromEntries(requiredFields(shape.of).map((name) => [name, this.#emptyValue(shapeOfField(shape.of, name)!)]));
    return shape.kind === 'text' && shape.names === 'segment' ? tabStop(this.#segment) : tabStop();
  }

  #bucket(size: number, treatment = this.#treatments[0]!): object {
    return { treatment: tabStop(treatment), size: tabStop(size) };
  }

  #halves(): readonly object[] {
    const [one = 'on', other = 'off'] = this.#treatments;
    return [this.#bucket(50, one), this.#bucket(50, other)];
  }

  #snippet(snippet: SnippetName, value: object): Completion {
    return this.#written({ code: 'snippet', snippet }, snippet, blockOf(value, this.#indent));
  }

  #name(code: CompletionCode, name: string): Completion {
    return this.#add(code, name, this.#opening === '"' ? JSON.stringify(name) : scalarText(name));
  }

  /** Creates a completion with tab stops: numbers them in order, and escapes all other text. */
  #written(code: CompletionCode, label: string, text: string): Completion {
    let count = 0;
    const insert = text
      .replaceAll(/[\\$}]/g, String.raw`\$&`)
      .replaceAll(TAB_STOP, (_, at: string) => `\${${(count += 1)}${at === '' ? '' : `:${at}`}}`);
    return { ...this.#add(code, label, insert), isSnippet: true };
  }

  #add(code: CompletionCode, label: string, insert: string): Completion {
    const filter = `${this.#opening}${label}${this.#opening.length === 1 ? this.#opening : ''}`;
    const span = this.#span;
    return { ...code, label, insert: this.#before + insert, isSnippet: false, span, ...(filter !== label && { filter }) };
  }
}

const matcherTypes = Object.keys(matcherShapes) as readonly MatcherType[];

/** Returns a placeholder for a tab stop with this initial text. `#written` replaces it with the editor's syntax. */
const tabStop = (at: string | number = ''): string => MARK[0]! + (at === '' ? '' : scalarOf(at)) + MARK[1]!;
const TAB_STOP = new RegExp(`${MARK[0]!}([^${MARK[1]!}]*)${MARK[1]!}`, 'g');
const scalarOf = (value: string | number): string => (typeof value === 'number' ? String(value) : scalarText(value));

const newLine = (indent: number): string => `\n${' '.repeat(indent)}`;

/** Formats a value as a block that begins at the insertion. Lines after the first are indented by `indent`. */
function blockOf(value: unknown, indent: number): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => `- ${blockOf(item, indent + 2)}`).join(newLine(indent));
  const lines = Object.entries(value as object).map(([name, inner]: [string, unknown]) => {
    return `${name}:${typeof inner === 'string' ? ' ' : newLine(indent + 2)}${blockOf(inner, indent + 2)}`;
  });
  return lines.join(newLine(indent));
}
