/** Edits for what has one right answer, or a few: each replaces what stands at a node, or stands beside one. */
import type { LocatedField, LocatedList, LocatedMap, Span, TextEdit } from './located.ts';
import type { DefinitionText, Fix, FixCode } from './problem.ts';
import { scalarText } from './scalarText.ts';
import { fieldsOfKind, matcherTypeOf, type ObjectKind } from './shapes.ts';
import { similarTo } from './similar.ts';
import { columnOf, insertAt, lineEnd, lineMark, lineStart, nextLine, replaceSpan } from './textEdits.ts';

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
  return text === undefined ? [] : theFix({ code: 'replaceBy', text }, [replaceSpan(span, scalarText(text))]);
}

/** A share of everything. */
export const wholeShare = (treatment: string): string => `[{treatment: ${scalarText(treatment)}, size: 100}]`;

/** Lists and maps that are larger are not compared with names. */
const MAX_SIZE = 500;

/** False of a block with an anchor, a tag or a question mark before its first name: what is written there would be of those. */
const isPlainlyBegun = ({ text }: DefinitionText, { span, isFlow }: LocatedMap | LocatedList): boolean =>
  isFlow || (text[span.start] !== '?' && /^\uFEFF?[ \t]*(?:-[ \t]+)*$/.test(text.slice(lineStart(text, span.start), span.start)));

/** The edits that add a field, or fill one that is empty, where it is best written; `written` is its value on one line. */
export function addField(
  document: DefinitionText,
  map: LocatedMap,
  of: ObjectKind,
  name: string,
  written: string,
): readonly TextEdit[] {
  const { text } = document;
  const { fields, isFlow, span } = map;
  const found = fields.findLast((field) => field.name === name);
  if (found) return [fillField(text, found, written)];
  if (!isPlainlyBegun(document, map)) return [];
  if (fields.length === 0) return isFlow ? [replaceSpan(span, `{${name}: ${written}}`)] : [];
  const order = Object.keys(fieldsOfKind(of, of === 'matcher' ? matcherTypeOf(map) : undefined));
  const before = new Set(order.slice(0, order.indexOf(name)));
  const above = fields.findLast((field) => before.has(field.name));
  const line = isFlow ? ', ' : lineMark(text) + ' '.repeat(columnOf(text, span.start));
  if (!above) return [insertAt(fields[0]!.nameSpan.start, `${name}: ${written}${line}`)];
  const end = Math.max(above.nameSpan.end, above.value.span.end);
  return [insertAt(isFlow ? end : lineEnd(text, end), `${line}${name}: ${written}`)];
}

/** In brackets a name may stand without a colon. */
function fillField(text: string, { nameSpan, value }: LocatedField, written: string): TextEdit {
  if (text.slice(nameSpan.end, value.span.start).includes(':') || text[value.span.start - 1] === ':')
    return replaceSpan(value.span, text[value.span.start - 1] === ':' ? ` ${written}` : written);
  return insertAt(nameSpan.end, `: ${written}`);
}

/** The edits that take the how many-th field or item away, with the comments above it. */
export function removeAt(document: DefinitionText, node: LocatedMap | LocatedList, place: number): readonly TextEdit[] {
  if (!isPlainlyBegun(document, node)) return [];
  const { text } = document;
  const spans: readonly Span[] =
    node.kind === 'map'
      ? node.fields.map(({ nameSpan, value }) => ({ start: nameSpan.start, end: Math.max(nameSpan.end, value.span.end) }))
      : node.items.map(({ span }) => span);
  if (spans.length === 1) return [replaceSpan(node.span, node.kind === 'map' ? '{}' : '[]')];
  const [before, own, after] = [spans[place - 1], spans[place]!, spans[place + 1]];
  if (node.isFlow)
    return [replaceSpan(after ? { start: own.start, end: after.start } : { start: before!.end, end: own.end }, '')];
  const end = lineEnd(text, own.end);
  if (before) return [replaceSpan({ start: lineEnd(text, before.end), end }, '')];
  // The first, which may stand beside a dash.
  const next = nextLine(text, end);
  const spaces = /^ */.exec(text.slice(next))![0].length;
  return [replaceSpan({ start: node.span.start, end: next + spaces }, '')];
}

/** A field of the map that it does not have, by a name that is like it. */
export function freeName(node: LocatedMap, name: string, names: readonly string[]): string | undefined {
  if (node.fields.length > MAX_SIZE) return undefined;
  const taken = new Set(node.fields.map((field) => field.name));
  return similarTo(name, names.filter((other) => !taken.has(other))); // prettier-ignore
}
