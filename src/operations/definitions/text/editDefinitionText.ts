/**
 * Changes a definition's text to match a different definition. Edits the document tree of the YAML library, so that comments
 * and order remain.
 */
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
import { hasNoMeaning } from '../../../domain/definitions/fieldMeaning.ts';
import { canonical, fieldOf, isSame } from '../../../domain/definitions/sameValue.ts';
import { pairEqual, type MatchedItem } from '../../../domain/definitions/sequence.ts';
import { readDefinitionText } from './readDefinitionText.ts';
import { layoutOptions, nodeOf, writeDefinitionText, documentOptions } from './writeDefinitionText.ts';

/**
 * Rewrites only the parts of the text that differ from `definition`. The user's comments, order, empty lines, response-only
 * fields and the digits of numbers remain; the layout of a line may change. A comment moves, or is removed, with the part below
 * or beside it. If a text can't be edited in this way, the whole text is written again below its leading comment.
 */
export async function editDefinitionText(text: string, definition: FlagDefinition): Promise<string> {
  const read = await readDefinitionText(text);
  const body = sendable(definition);
  if (read.definition && isSame(read.definition, body)) return text;
  const after = (await editedText(read, body)) ?? `${firstComment(text)}${await writeDefinitionText(body)}`;
  return after.replaceAll(/\r?\n/g, text.includes('\r\n') ? '\r\n' : '\n');
}

const firstComment = (text: string): string => /^\uFEFF?(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text)![0];

type Fields = Readonly<Record<string, unknown>>;

/** Returns undefined if the text can't be read, or if the result does not match `body`, which can happen with unusual YAML. */
async function editedText({ text, definition }: DefinitionText, body: FlagDefinition): Promise<string | undefined> {
  if (!definition) return undefined;
  const yaml = await import('yaml');
  const source = text.replaceAll(/\r\n?/g, '\n');
  const document = yaml.parseDocument(source, { ...documentOptions, stringKeys: true, uniqueKeys: false });
  // Turns brackets that span several lines into a block, because the library would print them on one line.
  yaml.visit(document, {
    Collection(_, node) {
      if (node.flow && (node.items.length === 0 || source.slice(node.range![0], node.range![1]).includes('\n')))
        node.flow = false;
    },
  });
  createEditor(yaml, document, source)(document.contents, definition, definitionShape, body);
  const after = `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}${document.toString(layoutOptions)}`;
  const again = await readDefinitionText(after);
  return again.definition && isSame(again.definition, body) ? after : undefined;
}

/**
 * Returns a function that makes a node match a value. The function returns the same node if its value is equal or the node can
 * be changed to match, otherwise a new node.
 */
function createEditor(yaml: typeof Yaml, document: Yaml.Document, source: string) {
  return changeNode;

  function changeNode(node: unknown, before: unknown, shape: ValueShape, value: unknown): unknown {
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
      if (!isUntouched && wanted === undefined && !hasNoMeaning(name, old)) continue;
      if (!isUntouched && wanted !== undefined) pair.value = changeNode(pair.value, old, innerShape(shape, value, name), wanted);
      entries.push({ name, pair });
    }
    // A new field follows the field that precedes it in `value`.
    let place = 0;
    for (const [name, inner] of Object.entries(value)) {
      const at = entries.findLastIndex((entry) => entry.name === name);
      if (at >= 0) place = at + 1;
      else if (!hasNoMeaning(name, inner)) {
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
      return from === undefined ? nodeOf(yaml, document, item, shape) : changeNode(list.items[from], before[from], shape, item);
    });
    // An empty line separates two items, so there is none before the first.
    if (yaml.isNode(items[0])) items[0].spaceBefore = false;
    return items;
  }

  /**
   * Moves the comment above the first entry from the list to the entry. The library assigns this comment to the list, so it
   * would not move with the entry. A comment on the line of the list's name remains with the list.
   */
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

/** The fields that identify an object in a list. */
const NAMES = ['name', 'treatment', 'type'];

/**
 * Pairs the items of a list in a text with the items of the wanted list. Pairs equal items first, then objects with the same
 * name. The remaining objects are paired in order if their number is the same on both sides. An item without a partner was
 * removed or is new.
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
