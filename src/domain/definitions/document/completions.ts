/** What may be written at a place of a definition's text, however broken the rest of it is. */
import type { Completion, CompletionCode, SnippetName } from './completion.ts';
import { bestFirst, isOfOtherType, type Known } from './known.ts';
import { fieldIn, nodeAt, writtenText, type DefinitionText, type LocatedNode } from './located.ts';
import { matcherShapes, type MatcherType } from './matcherShapes.ts';
import { otherNames, placeAt, shapeAt, type Place } from './place.ts';
import { fieldCode, fieldsOfKind, matcherTypeOf, requiredFields, type ObjectKind, type ValueShape } from './shapes.ts';
import { bucketOf, halves, matcherFields, namesFor, ruleOf, treatmentOf, valueOfShape, type Names } from './snippets.ts';
import { lineStart } from './textEdits.ts';
import { Template, type Style } from './template.ts';
import { jsonValue } from './writeJson.ts';
import { yamlName } from './writeYaml.ts';

/** In the order in which they are best shown: what is missing first. None within a comment. */
export function completionsAt(document: DefinitionText, offset: number, known: Known = {}): readonly Completion[] {
  const place = placeAt(document, offset);
  return place ? new Completions(document, known, place).all() : [];
}

class Completions {
  readonly #document: DefinitionText;
  readonly #known: Known;
  readonly #place: Place;
  readonly #names: Names;
  readonly #style: Style;
  /** The quote that is typed. */
  readonly #quote: string;
  /** How far in the word stands, beside the line's own spaces. */
  readonly #indent: number;
  /** What has to come before an item on a line of its own. */
  #dash = '';

  constructor(document: DefinitionText, known: Known, place: Place) {
    const { text, format, root } = document;
    this.#document = document;
    this.#known = known;
    this.#place = place;
    this.#names = namesFor(root, known);
    this.#style = format === 'json' ? 'json' : place.isFlow ? 'flow' : 'block';
    this.#quote = /^["']/.exec(text.slice(place.word.start, place.word.end))?.[0] ?? '';
    const line = text.slice(lineStart(text, place.word.start), place.word.start);
    this.#indent = line.length - /^\s*/.exec(line)![0].length;
  }

  all(): readonly Completion[] {
    const { at, path } = this.#place;
    const { root } = this.#document;
    const shape = shapeAt(root, path);
    if (at === 'name' && shape?.kind === 'map') return this.#fieldsOf(shape.of, path);
    // On a line of its own below the name of a list, an item is to begin.
    if (at === 'name' && shape?.kind === 'list' && this.#style === 'block') {
      this.#dash = '- ';
      return this.#itemsOf(shape.item);
    }
    if (at === 'item') return shape?.kind === 'list' ? this.#itemsOf(shape.item) : [];
    const field = path.at(-1);
    if (path.length === 2 && path[0] === 'rolloutStatus' && (field === 'id' || field === 'name')) return this.#statuses(field);
    return at === 'value' && shape ? this.#values(shape) : [];
  }

  #add(code: CompletionCode, label: string, insert: string, isSnippet = false): Completion {
    const filter = this.#quote === '' ? {} : { filter: `${this.#quote}${label}${this.#quote}` };
    return { ...code, label, insert, isSnippet, span: this.#place.word, ...filter };
  }

  #name(code: CompletionCode, name: string): Completion {
    const isJson = this.#document.format === 'json' || this.#quote === '"';
    return this.#add(code, name, this.#dash + (isJson ? jsonValue(name, 0) : yamlName(name)));
  }

  #snippet(snippet: SnippetName, insert: string): Completion {
    return this.#add({ code: 'snippet', snippet }, snippet, insert, true);
  }

  #fieldsOf(of: ObjectKind, path: Place['path']): readonly Completion[] {
    const { root, text } = this.#document;
    const { word } = this.#place;
    const node = nodeAt(root, path);
    const others = otherNames(root, path, word);
    const hasColon = /^[ \t]*:/.test(text.slice(word.end, word.end + 80));
    const required = requiredFields(of);
    const free = Object.entries(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(node) : undefined)).filter(([name]) => !others.has(name)); // prettier-ignore
    const fields = free.map(([name, shape]) => {
      const field = fieldCode(of, name);
      const code = { code: 'field', isRequired: required.includes(name), ...(field && { field }) } as const;
      if (!hasColon)
        return this.#add(code, name, this.#dash + new Template(this.#style).field(name, valueOfShape(shape), this.#indent), true);
      return this.#name(code, name);
    });
    const halved = free.find(
      ([name]) => (of === 'definition' && name === 'defaultRule') || (of === 'rule' && name === 'buckets'),
    );
    const insert = halved && new Template(this.#style).field(halved[0], halves(this.#names), this.#indent);
    const snippets = insert === undefined || hasColon ? [] : [this.#snippet('halfRollout', this.#dash + insert)];
    const isRequired = (one: Completion): boolean => one.code === 'field' && one.isRequired;
    return [...fields.filter(isRequired), ...snippets, ...fields.filter((one) => !isRequired(one))];
  }

  #itemsOf(shape: ValueShape): readonly Completion[] {
    if (shape.kind !== 'map') return this.#values(shape);
    const template = (): Template => new Template(this.#style);
    const item = (value: object): string => this.#dash + template().item(value, this.#indent + this.#dash.length);
    const fields = this.#dash === '' && this.#style === 'block' ? this.#fieldsOf(shape.of, [...this.#place.path, -1]) : [];
    switch (shape.of) {
      case 'rule':
        return [this.#snippet('rule', item(ruleOf(this.#names))), ...fields.filter(({ code }) => code === 'field')];
      case 'treatment':
        return [this.#snippet('treatment', item(treatmentOf())), ...fields];
      case 'matcher':
        return [...this.#matchers((type, inner) => item({ type, ...inner })), ...fields];
      case 'bucket': {
        const { treatments } = this.#names;
        const both = template();
        const between =
          this.#style === 'block' ? `\n${' '.repeat(Math.max(0, this.#indent - (this.#dash === '' ? 2 : 0)))}- ` : ', ';
        const inner = this.#indent + this.#dash.length;
        const rollout = this.#dash + halves(this.#names).map((bucket) => both.item(bucket, inner)).join(between); // prettier-ignore
        return [this.#snippet('bucket', item(bucketOf(treatments[0]!, 100))), this.#snippet('halfRollout', rollout), ...fields];
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
    if (shape.kind === 'bool') return ['true', 'false'].map((word) => this.#add({ code: 'word' }, word, this.#dash + word));
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
    const isJson = this.#style === 'json';
    const line = this.#document.text.slice(lineStart(this.#document.text, this.#place.word.start), this.#place.word.start);
    // The fields stand below the name, behind the dashes before it.
    const indent = /^\s*((?:- +)*)/.exec(line)![1]!.length;
    const separator = this.#style === 'block' ? `\n${' '.repeat(indent)}` : ', ';
    const written = (type: MatcherType, fields: object): string => {
      const rest = new Template(this.#style).fields(fields, indent);
      const name = isJson || this.#quote === '"' ? `"${type}"` : type;
      return rest === '' ? name : `${name}${separator}${rest}`;
    };
    return this.#matchers(written, has);
  }

  #statuses(field: 'id' | 'name'): readonly Completion[] {
    return (this.#known.rolloutStatuses ?? []).map(({ id, name }) => {
      const completion = this.#name({ code: 'rolloutStatus' }, field === 'id' ? id : name);
      return { ...completion, label: name };
    });
  }
}
