/** A definition's text, made to say another definition: in the library's document of it, so that comments and order stay. */
import type * as Yaml from 'yaml';
import type { FlagDefinition, Rule } from '../../api/model.ts';
import type { LocatedNode } from '../../domain/definitions/document/located.ts';
import type { DefinitionText } from '../../domain/definitions/document/problem.ts';
import { valueOf } from '../../domain/definitions/document/readBody.ts';
import {
  definitionShape,
  innerShape,
  isFields,
  isResponseOnly,
  itemShape,
  sendable,
  type ValueShape,
} from '../../domain/definitions/document/shapes.ts';
import { lineMark } from '../../domain/definitions/document/textEdits.ts';
import { pairRules } from '../../domain/definitions/rulePairs.ts';
import { canonical, fieldOf, isSame } from '../../domain/definitions/sameValue.ts';
import { pairEqual, type Pair } from '../../domain/definitions/sequence.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import { exactTags, layout, nodeOf, writeDefinitionText } from './writeDefinitionText.ts';

/**
 * The text with only that rewritten which says something else than `definition`: the user's comments, order, empty lines,
 * response-only fields and the digits of numbers stay; how a line is laid out need not. A comment goes with what it stands above
 * or beside. A text that can't be edited like that is written anew, below the comment that it begins with.
 */
export async function editDefinitionText(text: string, definition: FlagDefinition): Promise<string> {
  const read = await readDefinitionText(text);
  const body = sendable(definition);
  if (read.definition && isSame(read.definition, body)) return text;
  const after = (await edited(read, body)) ?? `${firstComment(text)}${await writeDefinitionText(body)}`;
  return after.replaceAll(/\r?\n/g, lineMark(text));
}

const firstComment = (text: string): string => /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text)![0];

/** Undefined = what came of it says something else, as it may where YAML is at its strangest. */
async function edited({ text, root, definition }: DefinitionText, body: FlagDefinition): Promise<string | undefined> {
  if (!root || !definition) return undefined;
  const yaml = await import('yaml');
  const source = text.replaceAll(/\r\n?/g, '\n');
  const document = yaml.parseDocument(source, { customTags: exactTags, stringKeys: true, uniqueKeys: false, logLevel: 'silent' });
  // Of brackets over several lines the library would make one line.
  yaml.visit(document, {
    Collection(_, node) {
      if (node.flow && (node.items.length === 0 || source.slice(node.range![0], node.range![1]).includes('\n')))
        node.flow = false;
    },
  });
  new Editing(yaml, document, source).say(document.contents, root, definitionShape, body);
  const after = `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}${document.toString(layout)}`;
  const again = await readDefinitionText(after);
  return again.definition && isSame(again.definition, body) ? after : undefined;
}

class Editing {
  readonly #yaml: typeof Yaml;
  readonly #document: Yaml.Document;
  readonly #source: string;

  constructor(yaml: typeof Yaml, document: Yaml.Document, source: string) {
    this.#yaml = yaml;
    this.#document = document;
    this.#source = source;
  }

  /** What stands in the node's place: itself, where it says the same, or can be made to. */
  say(node: unknown, located: LocatedNode, shape: ValueShape, value: unknown): unknown {
    const { isMap, isSeq, isNode } = this.#yaml;
    if (isSame(valueOf(located, shape), value)) return node;
    if (isMap(node) && located.kind === 'map' && isFields(value)) {
      node.items = this.#fields(node, located.fields, shape, value);
      return node;
    }
    if (isSeq(node) && located.kind === 'list' && Array.isArray(value)) {
      node.items = this.#items(node, located.items, itemShape(shape), value);
      return node;
    }
    const other = nodeOf(this.#yaml, this.#document, value, shape);
    if (isNode(node)) {
      const { comment, commentBefore, spaceBefore } = node;
      Object.assign(other, { comment, commentBefore, spaceBefore });
    }
    return other;
  }

  #fields(
    map: Yaml.YAMLMap,
    located: readonly { readonly name: string; readonly value: LocatedNode }[],
    shape: ValueShape,
    value: Readonly<Record<string, unknown>>,
  ): Yaml.Pair[] {
    this.#giveComment(map, map.items[0]?.key);
    const kept: { readonly name: string; readonly pair: Yaml.Pair }[] = [];
    for (const [at, { name, value: node }] of located.entries()) {
      const pair = map.items[at]!;
      const inner = innerShape(shape, value, name);
      const wanted = fieldOf(value, name);
      const isUntouched = shape.kind === 'map' && isResponseOnly(shape.of, name);
      if (!isUntouched && wanted === undefined && !saysNothing(name, valueOf(node, inner))) continue;
      if (!isUntouched && wanted !== undefined) pair.value = this.say(pair.value, node, inner, wanted);
      kept.push({ name, pair });
    }
    // What is new stands behind what stands before it.
    let place = 0;
    for (const [name, inner] of Object.entries(value)) {
      const at = kept.findLastIndex((entry) => entry.name === name);
      if (at >= 0) place = at + 1;
      else if (!saysNothing(name, inner)) {
        const node = nodeOf(this.#yaml, this.#document, inner, innerShape(shape, value, name));
        kept.splice(place, 0, { name, pair: new this.#yaml.Pair(this.#document.createNode(name), node) });
        place += 1;
      }
    }
    return kept.map(({ pair }) => pair);
  }

  #items(list: Yaml.YAMLSeq, located: readonly LocatedNode[], shape: ValueShape, value: readonly unknown[]): unknown[] {
    this.#giveComment(list, list.items[0]);
    const pairs = pairItems(
      located.map((item) => valueOf(item, shape)),
      value,
      shape,
    );
    const froms = new Map(pairs.map(({ from, to }) => [to, from]));
    const items = value.map((item, to) => {
      const from = froms.get(to);
      if (from === undefined) return nodeOf(this.#yaml, this.#document, item, shape);
      return this.say(list.items[from], located[from]!, shape, item);
    });
    // An empty line stands between two.
    if (this.#yaml.isNode(items[0])) items[0].spaceBefore = false;
    return items;
  }

  /** To the library what stands above the first entry is the list's: it goes where that goes. What stands beside the list's name does not. */
  #giveComment(list: Yaml.YAMLMap | Yaml.YAMLSeq, first: unknown): void {
    if (!this.#yaml.isNode(first) || first.commentBefore || !list.commentBefore) return;
    const lines = list.commentBefore.split('\n');
    const above = this.#source.slice(0, list.range![0]).trimEnd().split('\n');
    const beside =
      above.findLast((line) => !/^\s*(?:#|$)/.test(line))?.includes(`#${lines[0]}`) === true ? lines.shift() : undefined;
    list.commentBefore = beside;
    first.commentBefore = lines.length > 0 ? lines.join('\n') : undefined;
  }
}

/** True for a field that may as well be absent. */
const saysNothing = (name: string, value: unknown): boolean => isSame({ fields: { [name]: value } }, { fields: {} });

/** What names an object in a list. */
const NAMES = ['name', 'treatment', 'type'];

/**
 * Which item of a list in a text is which of the list that is to be written: equal ones, then objects of one name, then what objects
 * are left in their order if there are as many on both sides. An item that is in no pair goes, or is new.
 */
export function pairItems(before: readonly unknown[], after: readonly unknown[], shape: ValueShape): readonly Pair[] {
  if (shape.kind === 'map' && shape.of === 'rule' && [...before, ...after].every(isRule))
    return pairRules(before as readonly Rule[], after as readonly Rule[]);
  const pairs = [...pairEqual(before.map(canonical), after.map(canonical))];
  const left = (): readonly (readonly number[])[] => {
    const [froms, tos] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))];
    return [
      [...before.keys()].filter((from) => !froms.has(from) && isFields(before[from])),
      [...after.keys()].filter((to) => !tos.has(to) && isFields(after[to])),
    ];
  };
  const pairBy = (labelOf: (value: unknown, place: number) => string): void => {
    const [froms, tos] = left() as [readonly number[], readonly number[]];
    const found = pairEqual(
      froms.map((from, place) => labelOf(before[from], place)),
      tos.map((to, place) => labelOf(after[to], place)),
    );
    pairs.push(...found.map(({ from, to }) => ({ from: froms[from]!, to: tos[to]! })));
  };
  pairBy((value) => canonical(NAMES.map((name) => fieldOf(value as object, name))));
  const [froms, tos] = left();
  if (froms!.length === tos!.length) pairBy((_, place) => String(place));
  return pairs.toSorted((one, other) => one.from - other.from);
}

/** As far as pairing looks into it. */
function isRule(value: unknown): boolean {
  if (!isFields(value) || !isFields(value['condition'])) return false;
  return isListOfObjects(value['buckets']) && isListOfObjects(value['condition']['matchers']);
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isFields);
