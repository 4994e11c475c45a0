/** What the flow mappings of YAML, `{id: a, plan: pro}`, look like by their characters: a parser says later what they are. */

/** Names and values as written, without quotes; the value of what is no scalar is empty. */
export type FlowFields = readonly (readonly [name: string, value: string])[];

const BLANK = /[\s,]*/y;
const SPACES = /\s*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"?|'((?:[^']|'')*)'?/y;
const PLAIN = /(?:[^,:{}[\]]|:(?! |$|\n))*/y;

/** Of the mapping that begins at `start`; one that is cut off has what stands before. `end` is after it. */
export function flowMapping(text: string, start: number): { readonly fields: FlowFields; readonly end: number } {
  const fields: (readonly [string, string])[] = [];
  let at = start + 1;
  const match = (pattern: RegExp): RegExpExecArray => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)!;
    at = pattern.lastIndex;
    return found;
  };
  const isAt = (...characters: readonly string[]): boolean => characters.includes(text[at] ?? '');
  function scalar(): string {
    if (!isAt('"', "'")) return match(PLAIN)[0].trim();
    const [, double, single] = match(QUOTED);
    return (double ?? single ?? '').trim();
  }
  while (at < text.length) {
    match(BLANK);
    if (isAt('}')) return { fields, end: at + 1 };
    const before = at;
    const name = scalar();
    match(SPACES);
    if (isAt(':')) {
      at += 1;
      match(SPACES);
      const isScalar = !isAt('{', '[');
      const value = isScalar ? scalar() : '';
      if (!isScalar) at = afterNested(text, at);
      fields.push([name, value]);
    }
    // What is no mapping at all ends it.
    if (at === before) break;
  }
  return { fields, end: text.length };
}

/** The mappings in the list that begins at `start`, `most` of them at most; none where it has anything else. */
export function flowList(text: string, start: number, most: number): readonly FlowFields[] {
  const rows: FlowFields[] = [];
  for (let at = start + 1; rows.length < most;) {
    BLANK.lastIndex = at;
    BLANK.exec(text);
    if (text[BLANK.lastIndex] !== '{') break;
    const { fields, end } = flowMapping(text, BLANK.lastIndex);
    rows.push(fields);
    at = end;
  }
  return rows;
}

/** After the list or mapping that begins at `start`: quotes in it are not looked at, which may end it early. */
function afterNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{' || text[at] === '[') depth += 1;
    else if ((text[at] === '}' || text[at] === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}
