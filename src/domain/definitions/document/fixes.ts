/** Edits for what has one right answer, or a few. */
import type { DefinitionText, LocatedList, LocatedMap, LocatedNode, Span } from './located.ts';
import type { Fix, FixCode } from './problem.ts';
import { valueOf } from './readBody.ts';
import { editsTo, removalEdits } from './rewrite.ts';
import { fieldsOfKind, map, matcherTypeOf, type ObjectKind, type ValueShape } from './shapes.ts';
import { similarTo } from './similar.ts';
import { lineStart, replaceSpan } from './textEdits.ts';
import { yamlName } from './writeYaml.ts';

/** More than this is no help but a list. */
export const MAX_CHOICES = 4;

export type Choice = FixCode & Pick<Fix, 'edits'>;

/** The one is preferred; of a few none is. More are none. */
export function choices(fixes: readonly Choice[]): readonly Fix[] {
  if (fixes.length > MAX_CHOICES) return [];
  return fixes.map((fix) => ({ ...fix, isPreferred: fixes.length === 1 }));
}

export const theFix = (code: FixCode, edits: Fix['edits']): readonly Fix[] => [{ ...code, edits, isPreferred: true }];

/** Another text in the place of this one, if there is one. */
export function replaceText(span: Span, text: string | undefined): readonly Fix[] {
  return text === undefined ? [] : theFix({ code: 'replaceBy', text }, [replaceSpan(span, yamlName(text))]);
}

export function setValue(document: DefinitionText, node: LocatedNode, shape: ValueShape, value: unknown): Fix['edits'] {
  return editsTo(document.text, node, shape, value);
}

/** Lists and maps that are larger are not put together again for a fix. */
const MAX_SIZE = 500;
const isSmall = (node: LocatedMap | LocatedList): boolean =>
  (node.kind === 'map' ? node.fields.length : node.items.length) <= MAX_SIZE;

/** False of a block with an anchor, a tag or a question mark before its first name: what is written there would be of those. */
const isPlainlyBegun = ({ text }: DefinitionText, { span, isFlow }: LocatedMap | LocatedList): boolean =>
  isFlow || (text[span.start] !== '?' && /^\uFEFF?[ \t]*(?:-[ \t]+)*$/.test(text.slice(lineStart(text, span.start), span.start)));

/** The edits that add a field, or fill one that is empty, where it is best written. */
export function addField(
  document: DefinitionText,
  node: LocatedMap,
  of: ObjectKind,
  field: string,
  value: unknown,
): Fix['edits'] {
  if (!isSmall(node) || !isPlainlyBegun(document, node)) return [];
  const body = valueOf(node, map(of)) as Readonly<Record<string, unknown>>;
  const order = Object.keys(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(node) : undefined));
  const before = new Set(order.slice(0, order.indexOf(field)));
  const entries = Object.entries(body).filter(([name]) => name !== field);
  const place = entries.findLastIndex(([name]) => before.has(name)) + 1;
  return editsTo(document.text, node, map(of), Object.fromEntries(entries.toSpliced(place, 0, [field, value])));
}

/** The edits that take the how many-th field or item away. */
export function removeAt(document: DefinitionText, node: LocatedMap | LocatedList, place: number): Fix['edits'] {
  return isSmall(node) && isPlainlyBegun(document, node) ? removalEdits(document.text, node, place) : [];
}

/** A field of the map that it does not have, by a name that is like it. */
export function freeName(node: LocatedMap, name: string, names: readonly string[]): string | undefined {
  if (!isSmall(node)) return undefined;
  const taken = new Set(node.fields.map((field) => field.name));
  return similarTo(name, names.filter((other) => !taken.has(other))); // prettier-ignore
}
