/** What may be written at a place of a definition's text, however broken the rest of it is. */
import type { Completion, CompletionCode, SnippetName } from './completion.ts';
import { bestFirst, isOfOtherType, type Known } from './known.ts';
import { fieldIn, itemsOf, nodeAt, writtenText, type LocatedNode, type Path } from './located.ts';
import {
  otherNames,
  settingBelow,
  settingOf,
  shapeAt,
  type FoundPlace,
  type Place,
  type Setting,
  type TypedText,
} from './place.ts';
import { scalarText } from './scalarText.ts';
import {
  fieldCode,
  fieldsOfKind,
  matcherShapes,
  matcherTypeOf,
  requiredFields,
  text,
  type MatcherType,
  type ObjectKind,
  type ValueShape,
} from './shapes.ts';
import {
  bucketOf,
  halves,
  matcherFields,
  namesFor,
  ruleOf,
  Template,
  treatmentOf,
  valueOfShape,
  type Names,
} from './snippets.ts';
import { lineStart } from './textEdits.ts';

/** In the order in which they are best shown: what is missing first. */
export function completionsAt(text: string, { place, root }: FoundPlace, known: Known = {}): readonly Completion[] {
  return new Completions({ text, root }, known, place).all();
}

class Completions {
  readonly #document: TypedText;
  readonly #known: Known;
  readonly #place: Place;
  readonly #names: Names;
  /** The quote that is typed. */
  readonly #quote: string;
  #setting!: Setting;

  constructor(document: TypedText, known: Known, place: Place) {
    const { text, root } = document;
    this.#document = document;
    this.#known = known;
    this.#place = place;
    this.#names = namesFor(root, known);
    this.#quote = /^["']/.exec(text.slice(place.word.start, place.word.end))?.[0] ?? '';
  }

  all(): readonly Completion[] {
    const { at, path, below } = this.#place;
    const { root } = this.#document;
    const inside = below ? this.#inside(below.path, below.column) : [];
    const field = path.at(-1);
    const isStatus = path.length === 2 && path[0] === 'rolloutStatus' && (field === 'id' || field === 'name');
    const shape = isStatus ? text : shapeAt(root, path);
    const setting = shape && settingOf(this.#document, this.#place, shape);
    if (!setting) return inside;
    this.#setting = setting;
    if (isStatus) return this.#statuses(field);
    if (at !== 'value') return [...inside, ...(shape.kind === 'list' || at === 'name' ? this.#within(shape, path) : [])];
    return shape.kind === 'list' || shape.kind === 'map' ? this.#inside(path) : this.#values(shape);
  }

  /** What a list or a map holds that is empty. */
  #inside(path: Path, column?: number): readonly Completion[] {
    const { root } = this.#document;
    const shape = shapeAt(root, path);
    const node = nodeAt(root, path);
    if (!shape || (node?.kind === 'map' && node.fields.length > 0) || itemsOf(node).length > 0) return [];
    if (column !== undefined) this.#setting = settingBelow(this.#document, this.#place, column, shape.kind === 'list');
    return this.#within(shape, path);
  }

  #within(shape: ValueShape, path: Path): readonly Completion[] {
    if (shape.kind === 'list') return this.#itemsOf(shape.item);
    return shape.kind === 'map' ? this.#fieldsOf(shape.of, path) : [];
  }

  #add(code: CompletionCode, label: string, insert: string, isSnippet = false): Completion {
    const { span, before, after, open } = this.#setting;
    const filter = `${open || this.#quote}${label}${this.#quote}`;
    return {
      ...code,
      label,
      insert: before + insert + after,
      isSnippet,
      span,
      ...(filter !== label && { filter }),
    };
  }

  #name(code: CompletionCode, name: string): Completion {
    return this.#add(code, name, this.#quote === '"' ? JSON.stringify(name) : scalarText(name));
  }

  #snippet(snippet: SnippetName, insert: string): Completion {
    return this.#add({ code: 'snippet', snippet }, snippet, insert, true);
  }

  #fieldsOf(of: ObjectKind, path: Path): readonly Completion[] {
    const { root, text } = this.#document;
    const { word } = this.#place;
    const { style, indent } = this.#setting;
    const template = (): Template => new Template(style);
    const node = nodeAt(root, path);
    const others = otherNames(root, path);
    const hasColon = /^[ \t]*:/.test(text.slice(word.end, word.end + 80));
    const required = requiredFields(of);
    const free = Object.entries(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(node) : undefined)).filter(([name]) => !others.has(name)); // prettier-ignore
    const fields = free.map(([name, shape]) => {
      const field = fieldCode(of, name);
      const code = { code: 'field', isRequired: required.includes(name), ...(field && { field }) } as const;
      return hasColon ? this.#name(code, name) : this.#add(code, name, template().field(name, valueOfShape(shape), indent), true);
    });
    const halved = free.find(
      ([name]) => (of === 'definition' && name === 'defaultRule') || (of === 'rule' && name === 'buckets'),
    );
    const snippets =
      halved && !hasColon ? [this.#snippet('halfRollout', template().field(halved[0], halves(this.#names), indent))] : [];
    const isRequired = (one: Completion): boolean => one.code === 'field' && one.isRequired;
    return [...fields.filter(isRequired), ...snippets, ...fields.filter((one) => !isRequired(one))];
  }

  #itemsOf(shape: ValueShape): readonly Completion[] {
    if (shape.kind !== 'map') return this.#values(shape);
    const { style, indent, before } = this.#setting;
    const item = (value: object, template = new Template(style)): string => template.item(value, indent);
    const fields = before === '' && style === 'block' ? this.#fieldsOf(shape.of, [...this.#place.path, -1]) : [];
    switch (shape.of) {
      case 'rule':
        return [this.#snippet('rule', item(ruleOf(this.#names))), ...fields.filter(({ code }) => code === 'field')];
      case 'treatment':
        return [this.#snippet('treatment', item(treatmentOf())), ...fields];
      case 'matcher':
        return [...this.#matchers((type, inner) => item({ type, ...inner })), ...fields];
      case 'bucket': {
        const both = new Template(style);
        const between = style === 'block' ? `${both.between(indent - 2)}- ` : both.between(indent);
        const rollout = halves(this.#names).map((bucket) => item(bucket, both)).join(between); // prettier-ignore
        const one = item(bucketOf(this.#names.treatments[0]!, 100));
        return [this.#snippet('bucket', one), this.#snippet('halfRollout', rollout), ...fields];
      }
      case 'definition':
      case 'condition':
      case 'depends':
      case 'numberRange':
      case 'versionRange':
        return fields;
      default:
        return shape.of satisfies never;
    }
  }

  #matchers(insert: (type: MatcherType, fields: object) => string, has?: ReadonlySet<string>): readonly Completion[] {
    return (Object.keys(matcherShapes) as readonly MatcherType[]).map((type) =>
      this.#add({ code: 'matcherType', type }, type, insert(type, matcherFields(type, this.#names, has)), true),
    );
  }

  #values(shape: ValueShape): readonly Completion[] {
    if (shape.kind === 'bool') return ['true', 'false'].map((word) => this.#add({ code: 'word' }, word, word));
    if (shape.kind !== 'text') return [];
    const { flag, flags, segments } = this.#known;
    switch (shape.names) {
      case 'treatment':
        return [...new Set(this.#names.treatments)].map((name) => this.#name({ code: 'treatment' }, name));
      case 'segment':
        // Those that are active here first, those of another traffic type last.
        return bestFirst(segments?.items ?? [], this.#known).map((segment) => {
          const { name, ...about } = segment;
          return this.#name(
            { code: 'segment', ...about, ...(isOfOtherType(this.#known, segment) && { isOfOtherType: true }) },
            name,
          );
        });
      case 'flag':
        return flag === undefined ? [] : [this.#name({ code: 'flag' }, flag)];
      case 'otherFlag':
        return (flags?.items ?? []).flatMap(({ name }) => (name === flag ? [] : [this.#name({ code: 'flag' }, name)]));
      case 'treatmentOfFlag': {
        const depends = writtenText(fieldIn(this.#around(), 'splitName')?.value);
        const treatments = flags?.items.find(({ name }) => name === depends)?.treatments ?? [];
        return treatments.map((name) => this.#name({ code: 'treatment' }, name));
      }
      case 'matcherType':
        return this.#typesHere();
      case 'combiner':
        return [this.#name({ code: 'word' }, 'AND')];
      case 'rolloutStatus':
        return this.#statuses('name');
      case 'ownTreatment':
      case undefined:
        return [];
      default:
        return shape.names satisfies never;
    }
  }

  /** The map whose field's value is asked for. */
  #around(): LocatedNode | undefined {
    return nodeAt(this.#document.root, this.#place.path.slice(0, -1));
  }

  /** A type, with the fields that it needs and that are not there. */
  #typesHere(): readonly Completion[] {
    const node = this.#around();
    const has = new Set(node?.kind === 'map' ? node.fields.map(({ name }) => name) : []);
    const { style, span } = this.#setting;
    const line = this.#document.text.slice(lineStart(this.#document.text, span.start), span.start);
    // The fields stand below the name, behind the dashes before it.
    const indent = /^\s*((?:- +)*)/.exec(line)![1]!.length;
    const written = (type: MatcherType, fields: object): string => {
      const template = new Template(style);
      const rest = template.fields(fields, indent);
      const name = this.#quote === '"' ? `"${type}"` : type;
      return rest === '' ? name : name + template.between(indent) + rest;
    };
    return this.#matchers(written, has);
  }

  #statuses(field: 'id' | 'name'): readonly Completion[] {
    return (this.#known.rolloutStatuses ?? []).map(({ id, name, description }) => {
      const completion = this.#name({ code: 'rolloutStatus', ...(description && { description }) }, field === 'id' ? id : name);
      return { ...completion, label: name };
    });
  }
}
