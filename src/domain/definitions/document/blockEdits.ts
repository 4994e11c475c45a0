/** Edits to the fields or items of a block of YAML, line by line. A comment above an entry goes where the entry goes. */
import type { LocatedList, LocatedMap, TextEdit } from './located.ts';
import type { Entry } from './rewrite.ts';
import { applyWithin, columnOf, insertAt, lineEnd, lineStart, lineMark, nextLine } from './textEdits.ts';

/** An entry's place: from its name, or of an item from its comments or its dash, to the end of its last line. */
interface Lines {
  readonly start: number;
  readonly end: number;
  /** Where the comments above it begin, on a line of its own; `start` for the first entry. */
  readonly lead: number;
}

interface Block {
  readonly column: number;
  readonly entries: readonly Lines[];
}

export function blockEntries(text: string, node: LocatedMap | LocatedList): Block {
  const ends = node.kind === 'map' ? node.fields.map(({ value }) => value.span.end) : node.items.map(({ span }) => span.end);
  const column = columnOf(text, node.span.start);
  const entries: Lines[] = [];
  for (const [place, end] of ends.entries()) {
    const before = entries.at(-1);
    const lead = before ? nextLine(text, before.end) : node.span.start;
    const start = node.kind === 'map' ? node.fields[place]!.nameSpan.start : lead;
    entries.push({ start, end: ownEnd(text, lineEnd(text, Math.max(start, end)), column), lead });
  }
  return { column, entries };
}

/** With the comments below that stand further in, up to the last of them. */
function ownEnd(text: string, end: number, column: number): number {
  let own = end;
  for (let place = nextLine(text, end); place < text.length; place = nextLine(text, place)) {
    const [, spaces, mark] = /^([ ]*)(#?)/.exec(text.slice(place, lineEnd(text, place)))!;
    const isBlank = lineEnd(text, place) === place + spaces!.length;
    if (!isBlank && (mark === '' || spaces!.length <= column)) break;
    if (!isBlank) own = lineEnd(text, place);
  }
  return own;
}

export function blockEdits(text: string, { column, entries: lines }: Block, entries: readonly Entry[]): readonly TextEdit[] {
  const mark = lineMark(text);
  const pad = ' '.repeat(column);
  const edits: TextEdit[] = [];
  /** Behind which entry of the text comes what; -1 = before all that stay. */
  const added = new Map<number, string[]>();
  const staying = new Set<number>();
  let last = -1;
  for (const entry of entries) {
    if ('from' in entry && !entry.isMoved) {
      edits.push(...entry.edits);
      staying.add((last = entry.from));
      continue;
    }
    const written = 'write' in entry ? entry.write(pad).replaceAll('\n', mark) : moved(text, lines[entry.from]!, entry.edits);
    added.set(last, [...(added.get(last) ?? []), written]);
  }
  const first = lines.findIndex((_, place) => staying.has(place));
  for (const [after, texts] of added) {
    if (after === -1)
      edits.push(insertAt(lines[0]!.start, texts.map((written) => written + (first === -1 ? '' : mark + pad)).join(first === -1 ? mark + pad : ''))); // prettier-ignore
    else edits.push(insertAt(lines[after]!.end, texts.map((written) => mark + pad + written).join('')));
  }
  return [...edits, ...removals(text, lines, staying, first)];
}

function removals(text: string, lines: readonly Lines[], staying: ReadonlySet<number>, first: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  // All go: the first entry's place, which may be beside a dash, is taken by what is new.
  if (first === -1) return [{ span: { start: lines[0]!.start, end: lines.at(-1)!.end }, newText: '' }];
  if (first > 0) {
    const lead = lines[first]!.lead;
    const spaces = /^[ ]*/.exec(text.slice(lead, lineEnd(text, lead)))![0].length;
    edits.push({ span: { start: lines[0]!.start, end: lead + spaces }, newText: '' });
  }
  for (let place = first + 1; place < lines.length; place += 1) {
    if (!staying.has(place)) edits.push({ span: { start: lines[place - 1]!.end, end: lines[place]!.end }, newText: '' });
  }
  return edits;
}

/** The entry's lines with the comments above them, without the spaces before the first. */
function moved(text: string, { lead, end }: Lines, edits: readonly TextEdit[]): string {
  const start = lead + /^[\s\uFEFF]*/.exec(text.slice(lead, end))![0].length;
  return applyWithin(text, { start: Math.max(start, lineStart(text, start)), end }, edits);
}
