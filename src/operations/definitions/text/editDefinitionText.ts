/** A definition's text, made to say another definition: in the library's document of it, so that comments and order stay. */
import type * as Yaml from 'yaml';
import type { FlagDefinition, Rule } from '../../../api/model.ts';
import type { DefinitionText } from '../../../domain/definitions/document/problem.ts';
import {
  definitionShape,
  innerShape,
  isFields,
  isResponseOnly,
  itemShape,
  sendable,
  type ValueShape,
} from '../../../domain/definitions/document/shapes.ts';
import { pairRules } from '../../../domain/definitions/rulePairs.ts';
import { canonical, fieldOf, isSame, saysNothing } from '../../../domain/definitions/sameValue.ts';
import { pairEqual, type MatchedItem } from '../../../domain/definitions/sequence.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import { layout, nodeOf, writeDefinitionText, written } from './writeDefinitionText.ts';

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
  return after.replaceAll(/\r?\n/g, text.includes('\r\n') ? '\r\n' : '\n');
}

const firstComment = (text: string): string => /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text)![0];

type Fields = Readonly<Record<string, unknown>>;

/** Undefined = what came of it says something else, as it may where YAML is at its strangest. */
async function edited({ text, definition }: DefinitionText, body: FlagDefinition): Promise<string | undefined> {
  if (!definition) return undefined;
  const yaml = await import('yaml');
  const source = text.replaceAll(/\r\n?/g, '\n');
  const document = yaml.parseDocument(source, { ...written, stringKeys: true, uniqueKeys: false });
  // Of brackets over several lines the library would make one line.
  yaml.visit(document, {
    Collection(_, node) {
      if (node.flow && (node.items.length === 0 || source.slice(node.range![0], node.range![1]).includes('\n')))
        node.flow = false;
    },
  });
  createEditor(yaml, document, source)(document.contents, definition, definitionShape, body);
  const after = `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}${document.toString(layout)}`;
  const again = await readDefinitionText(after);
  return again.definition && isSame(again.definition, body) ? after : undefined;
}

/** Gives what stands in a node's place: itself, where it says the same, or can be made to. */
function createEditor(yaml: typeof Yaml, document: Yaml.Document, source: string) {
  return say;

  function say(node: unknown, before: unknown, shape: ValueShape, value: unknown): unknown {
    if (isSame(before, value)) return node;
    if (yaml.isMap(node) && isFields(before) && isFields(value)) {
      node.items = fieldsOf(node, before, shape, value);
      return node;
    }
    if (yaml.isSeq(node) && Array.isArray(before) && Array.isArray(value)) {
      node.items = itemsOf(node, before, itemShape(shape), value);
      return node;
    }
    const other = nodeOf(yaml, document, value, shape);
    if (yaml.isNode(node)) {
      const { comment, commentBefore, spaceBefore } = node;
      Object.assign(other, { comment, commentBefore, spaceBefore });
    }
    return other;
  }

  function fieldsOf(map: Yaml.YAMLMap, before: Fields, shape: ValueShape, value: Fields): Yaml.Pair[] {
    giveComment(map, map.items[0]?.key);
    const entries: { readonly name: string; readonly pair: Yaml.Pair }[] = [];
    for (const pair of map.items) {
      const name = String(yaml.isScalar(pair.key) ? pair.key.value : pair.key);
      const [old, wanted] = [fieldOf(before, name), fieldOf(value, name)];
      const isUntouched = shape.kind === 'map' && isResponseOnly(shape.of, name);
      if (!isUntouched && wanted === undefined && !saysNothing(name, old)) continue;
      if (!isUntouched && wanted !== undefined) pair.value = say(pair.value, old, innerShape(shape, value, name), wanted);
      entries.push({ name, pair });
    }
    // What is new stands behind what stands before it.
    let place = 0;
    for (const [name, inner] of Object.entries(value)) {
      const at = entries.findLastIndex((entry) => entry.name === name);
      if (at >= 0) place = at + 1;
      else if (!saysNothing(name, inner)) {
        const node = nodeOf(yaml, document, inner, innerShape(shape, value, name));
        entries.splice(place, 0, { name, pair: new yaml.Pair(document.createNode(name), node) });
        place += 1;
      }
    }
    return entries.map(({ pair }) => pair);
  }

  function itemsOf(list: Yaml.YAMLSeq, before: readonly unknown[], shape: ValueShape, value: readonly unknown[]): unknown[] {
    giveComment(list, list.items[0]);
    const froms = new Map(pairItems(before, value, shape).map(({ from, to }) => [to, from]));
    const items = value.map((item, to) => {
      const from = froms.get(to);
      return from === undefined ? nodeOf(yaml, document, item, shape) : say(list.items[from], before[from], shape, item);
    });
    // An empty line stands between two.
    if (yaml.isNode(items[0])) items[0].spaceBefore = false;
    return items;
  }

  /** To the library what stands above the first entry is the list's: it goes where that goes. What stands beside the list's name does not. */
  function giveComment(list: Yaml.YAMLMap | Yaml.YAMLSeq, first: unknown): void {
    if (!yaml.isNode(first) || first.commentBefore || !list.commentBefore) return;
    const lines = list.commentBefore.split('\n');
    const above = source.slice(0, list.range![0]).trimEnd().split('\n');
    const beside =
      above.findLast((line) => !/^\s*(?:#|$)/.test(line))?.includes(`#${lines[0]}`) === true ? lines.shift() : undefined;
    list.commentBefore = beside;
    first.commentBefore = lines.length > 0 ? lines.join('\n') : undefined;
  }
}

/** What names an object in a list. */
const NAMES = ['name', 'treatment', 'type'];

/**
 * Which item of a list in a text is which of the list that is to be written: equal ones, then objects of one name, then what objects
 * are left in their order if there are as many on both sides. An item that is in no pair goes, or is new.
 */
export function pairItems(before: readonly unknown[], after: readonly unknown[], shape: ValueShape): readonly MatchedItem[] {
  if (shape.kind === 'map' && shape.of === 'rule') return pairRules(before as readonly Rule[], after as readonly Rule[]);
  const pairs = [...pairEqual(before.map(canonical), after.map(canonical))];
  const open = (list: readonly unknown[], end: keyof MatchedItem): readonly number[] => {
    const paired = new Set(pairs.map((pair) => pair[end]));
    return [...list.keys()].filter((index) => !paired.has(index) && isFields(list[index]));
  };
  const pairBy = (keyOf: (item: unknown) => string): void => {
    const [froms, tos] = [open(before, 'from'), open(after, 'to')];
    const [olds, news] = [froms.map((index) => keyOf(before[index])), tos.map((index) => keyOf(after[index]))];
    pairs.push(...pairEqual(olds, news).map(({ from, to }) => ({ from: froms[from]!, to: tos[to]! })));
  };
  pairBy((item) => canonical(NAMES.map((name) => fieldOf(item as object, name))));
  if (open(before, 'from').length === open(after, 'to').length) pairBy(() => '');
  return pairs.toSorted((one, other) => one.from - other.from);
}
