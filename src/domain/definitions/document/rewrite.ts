/** Edits that make a text say another value, and touch only what says something else: comments, order and layout stay. */
import { fieldOf, isSame } from '../sameValue.ts';
import { keepingPlace, type Pair } from '../sequence.ts';
import { blockEdits, blockEntries } from './blockEdits.ts';
import { flowEdits } from './flowEdits.ts';
import type { LocatedField, LocatedList, LocatedMap, LocatedNode, TextEdit } from './located.ts';
import { pairItems } from './pairItems.ts';
import { valueOf } from './readBody.ts';
import { isResponseOnly, type ValueShape } from './shapes.ts';
import { columnOf, insertAt, lineMark, replaceSpan } from './textEdits.ts';
import { afterMark, innerShape, isFields, itemShape, yamlField, yamlInline, yamlItem, yamlName } from './writeYaml.ts';

/** What an item or a field of the text becomes: it stays, with edits inside, or it is written anew. */
export type Entry =
  | { readonly from: number; readonly isMoved: boolean; readonly edits: readonly TextEdit[] }
  /** `write`: for a place behind this white space. */
  | { readonly write: (pad: string) => string };

/** Of the value at `node`, which stands where such a value belongs. Nested values that are equal in meaning stay as they are. */
export function editsTo(text: string, node: LocatedNode, shape: ValueShape, value: unknown): readonly TextEdit[] {
  if (isSame(valueOf(node, shape), value)) return [];
  if (node.kind === 'map' && isFields(value)) return mapEdits(text, node, shape, value);
  if (node.kind === 'list' && Array.isArray(value)) return listEdits(text, node, shape, value);
  return [replaceSpan(node.span, inline(text, node, shape, value))];
}

/** Takes the how many-th field or item away, from 0. */
export function removalEdits(text: string, node: LocatedMap | LocatedList, place: number): readonly TextEdit[] {
  const size = node.kind === 'map' ? node.fields.length : node.items.length;
  const entries = Array.from({ length: size }, (_, from): Entry => ({ from, isMoved: false, edits: [] }));
  return edited(text, node, entries.toSpliced(place, 1));
}

function mapEdits(
  text: string,
  node: LocatedMap,
  shape: ValueShape,
  value: Readonly<Record<string, unknown>>,
): readonly TextEdit[] {
  const kept: { readonly name: string; readonly entry: Entry }[] = [];
  /** Of those with one name, the last: it is what is read. */
  const fields = new Map(node.fields.map((field) => [field.name, field]));
  for (const [from, field] of node.fields.entries()) {
    const inner = fieldOf(value, field.name);
    const isUntouched = fields.get(field.name) !== field || (shape.kind === 'map' && isResponseOnly(shape.of, field.name));
    const fieldShape = innerShape(shape, value, field.name);
    if (!isUntouched && inner === undefined && !saysNothing(field.name, valueOf(field.value, fieldShape))) continue;
    const edits = isUntouched || inner === undefined ? [] : fieldEdits(text, node, field, fieldShape, inner);
    kept.push({ name: field.name, entry: { from, isMoved: false, edits } });
  }
  // What is new stands behind what stands before it.
  let place = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (fields.has(name)) place = kept.findLastIndex((entry) => entry.name === name) + 1 || place;
    else if (!saysNothing(name, inner)) {
      const write = (pad: string): string => writeField(node, name, innerShape(shape, value, name), inner, pad);
      kept.splice(place, 0, { name, entry: { write } });
      place += 1;
    }
  }
  return edited(
    text,
    node,
    kept.map(({ entry }) => entry),
  );
}

function listEdits(text: string, node: LocatedList, shape: ValueShape, value: readonly unknown[]): readonly TextEdit[] {
  const inner = itemShape(shape);
  const pairs = pairItems(
    node.items.map((item) => valueOf(item, inner)),
    value,
    inner,
  );
  const still = keepingPlace<Pair>(pairs);
  const byTo = new Map(pairs.map((pair) => [pair.to, pair]));
  const entries = value.map((item, to): Entry => {
    const pair = byTo.get(to);
    if (!pair) return { write: (pad) => writeItem(node, inner, item, pad) };
    return { from: pair.from, isMoved: !still.has(pair), edits: editsTo(text, node.items[pair.from]!, inner, item) };
  });
  return edited(text, node, entries);
}

function edited(text: string, node: LocatedMap | LocatedList, entries: readonly Entry[]): readonly TextEdit[] {
  const size = node.kind === 'map' ? node.fields.length : node.items.length;
  const isSameList = entries.length === size && entries.every((entry, place) => 'from' in entry && entry.from === place);
  if (isSameList) return entries.flatMap((entry) => ('from' in entry ? entry.edits : []));
  // A block of nothing that can be read.
  if (size === 0 && !node.isFlow) return [];
  if (entries.length === 0) return [replaceSpan(node.span, node.kind === 'map' ? '{}' : '[]')];
  if (node.isFlow) return flowEdits(text, node, entries);
  return blockEdits(text, blockEntries(text, node), entries);
}

/** Of a field that stays. */
function fieldEdits(
  text: string,
  map: LocatedMap,
  { nameSpan, value: node }: LocatedField,
  shape: ValueShape,
  value: unknown,
): readonly TextEdit[] {
  const edits = editsTo(text, node, shape, value);
  const isEditedInside =
    (node.kind === 'map' && isFields(value) && node.fields.length > 0) ||
    (node.kind === 'list' && Array.isArray(value) && value.length > 0 && node.items.length > 0);
  const isReplaced = edits.length === 1 && !isEditedInside;
  const gap = text.slice(nameSpan.end, node.span.start);
  // In brackets a name may stand without a colon.
  if (isReplaced && map.isFlow && gap === '') return [insertAt(nameSpan.end, `: ${edits[0]!.newText}`)];
  if (!isReplaced || map.isFlow || !/^:?[ ]*$|^:[ \t]*\r?\n[ \t]*$/.test(gap)) return edits;
  // What doesn't fit on the line goes below it, and what stood below goes up.
  const after = afterMark(value, shape, columnOf(text, nameSpan.start), false).replaceAll('\n', lineMark(text));
  return [replaceSpan({ start: nameSpan.end, end: node.span.end }, `:${after}`)];
}

function inline(text: string, node: LocatedNode, shape: ValueShape, value: unknown): string {
  // Right behind a colon there is no value.
  const isBehind = /[:-]/.test(text[node.span.start - 1] ?? '');
  return (isBehind && node.kind === 'null' && !node.isWritten ? ' ' : '') + yamlInline(value, shape);
}

function writeField(map: LocatedMap, name: string, shape: ValueShape, value: unknown, pad: string): string {
  return map.isFlow
    ? `${yamlName(name)}: ${yamlInline(value, shape)}`
    : yamlField(name, value, shape, pad.length).slice(pad.length);
}

function writeItem(list: LocatedList, shape: ValueShape, value: unknown, pad: string): string {
  return list.isFlow ? yamlInline(value, shape) : yamlItem(value, shape, pad.length).slice(pad.length);
}

/** True for a field that may as well be absent. */
const saysNothing = (name: string, value: unknown): boolean => isSame({ fields: { [name]: value } }, { fields: {} });
