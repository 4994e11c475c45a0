/** A definition as a person may write it: any YAML layout with the same meaning, with comments at each place. */
import {
  definitionShape,
  innerShape,
  isFields,
  itemShape,
  type ValueShape,
} from '../../../../src/domain/definitions/document/shapes.ts';

interface Emitted {
  /** The text after the colon or the dash on its line. */
  readonly head: string;
  readonly lines: readonly string[];
}

const pad = (indent: number): string => ' '.repeat(indent);

/** A text of one line that needs no quotes anywhere, not even in brackets. */
const PLAIN = /^[\p{L}\p{N}_/](?:[\p{L}\p{M}\p{N} _./@+%-]*[\p{L}\p{M}\p{N}_./@+%-])?$/u;
/** Texts that YAML reads as a different type. */
const NO_TEXT = /^(?:null|true|false|0o[0-7]+|0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
/** Characters that are invisible or would change when saved: half a character, a different line end. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;
/** A text of several lines that `|` can represent: no invisible characters, and no space before its first line. */
const LINES = /^[^\s][^]*\n[^]*[^\n]\n?$/;

const hasUnseen = (value: string): boolean => value.search(UNSEEN) !== -1;

function textScalar(value: string): string {
  if (PLAIN.test(value) && !NO_TEXT.test(value)) return value;
  // A configuration in JSON is easier to read between the other kind of quotes.
  if (/["\\]/.test(value) && !hasUnseen(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replaceAll(UNSEEN, (mark) => {
    const code = mark.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** A scalar or an empty value on one line. */
function yamlInline(value: unknown, shape: ValueShape): string {
  if (typeof value === 'string') return textScalar(value);
  const written = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  // If the service expects a text, the reader takes any scalar as a text.
  if (shape.kind !== 'text' || typeof value === 'object') return written;
  if (typeof value === 'boolean') return `!!bool ${written}`;
  return `${/^-?\d+$/.test(written) ? '!!int' : '!!float'} ${written}`;
}

/** A text of several lines after its colon or dash. */
function yamlLines(value: string, indent: number): string {
  if (!LINES.test(value) || hasUnseen(value.replaceAll('\n', ''))) return ` ${textScalar(value)}`;
  const lines = value.replace(/\n$/, '').split('\n');
  return ` |${value.endsWith('\n') ? '' : '-'}\n${lines.map((line) => (line === '' ? '' : pad(indent + 2) + line)).join('\n')}`;
}

/** `seed` chooses the layout. The same seed gives the same layout. */
export function handwritten(definition: object, seed: number): string {
  let state = seed | 1;
  let count = 0;
  /** Returns true once in `n` calls on average. */
  const once = (times: number): boolean => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return (state >>> 8) % times === 0;
  };
  const pick = <T>(...values: readonly T[]): T => values.find((_, place) => once(values.length - place)) ?? values.at(-1)!;
  const comment = (): string => `# c${(count += 1)}. ${pick('', 'it’s: "x" {', '- a', '*b &c')}`.trimEnd();
  const behind = (): string => (once(3) ? `${pick(' ', '   ')}${comment()}` : '');
  const above = (indent: number): readonly string[] => [...(once(8) ? [''] : []), ...(once(4) ? [pad(indent) + comment()] : [])];

  /** A different notation of the same text: an unused anchor, and the default tag of a text. */
  function scalar(value: unknown, shape: ValueShape): string {
    const plain = yamlInline(value, shape);
    if (typeof value !== 'string') return plain;
    const isSeen = /^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(value);
    const written = isSeen ? pick(plain, plain, JSON.stringify(value), `'${value.replaceAll("'", "''")}'`) : plain;
    return (once(20) ? `&a${(count += 1)} ` : '') + (once(20) ? '!!str ' : '') + written;
  }
  const key = (name: string): string => (once(6) && /^\w*$/.test(name) ? pick(`"${name}"`, `'${name}'`) : textScalar(name));

  /** With an indent below 0, on one line. */
  function brackets(value: unknown, shape: ValueShape, indent: number): string {
    if (!Array.isArray(value) && !isFields(value)) return scalar(value, shape);
    const inside = indent < 0 || once(2) ? -1 : indent + 2;
    const parts = Array.isArray(value)
      ? value.map((item) => brackets(item, itemShape(shape), inside))
      : Object.entries(value).map(([name, inner]) => `${key(name)}: ${brackets(inner, innerShape(shape, value, name), inside)}`);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    if (parts.length === 0) return pick(`${open}${close}`, `${open} ${close}`);
    const blank = pick('', ' ');
    if (inside < 0) return `${open}${blank}${parts.join(pick(', ', ' ,  '))}${blank}${close}`;
    const last = parts.length - 1;
    const lines = parts.flatMap((part, place) => [...above(inside), `${pad(inside)}${part}${place < last || once(3) ? ',' : ''}${behind()}`]);
    return [`${open}${behind()}`, ...lines, pad(indent + 1) + close].join('\n');
  } // prettier-ignore

  /** With this indent, which is at least that of the parent. */
  function block(value: unknown, shape: ValueShape, outer: number): Emitted {
    const isNone = Array.isArray(value) ? value.length === 0 : !isFields(value) || Object.keys(value).length === 0;
    if (isNone && typeof value === 'string' && value.includes('\n')) return { head: yamlLines(value, outer), lines: [] };
    if (isNone || once(5)) return { head: ` ${brackets(value, shape, outer)}${behind()}`, lines: [] };
    const head = (once(15) ? ` &a${(count += 1)}` : '') + behind();
    const indent = outer + (Array.isArray(value) ? pick(0, 2, 3) : pick(2, 1, 4));
    return { head, lines: Array.isArray(value) ? items(value, itemShape(shape), indent) : fields(value as object, shape, indent) };
  } // prettier-ignore

  function fields(value: object, shape: ValueShape, indent: number): readonly string[] {
    return Object.entries(value).flatMap(([name, inner]) => {
      const { head, lines } = block(inner, innerShape(shape, value as Record<string, unknown>, name), indent);
      const written = key(name);
      const long = written.length > 900 ? `? ${written}\n${pad(indent)}` : written;
      return [...above(indent), `${pad(indent)}${long}${pick(':', ':', ' :')}${head}`, ...lines];
    });
  }

  function items(value: readonly unknown[], shape: ValueShape, indent: number): readonly string[] {
    return value.flatMap((item) => {
      const lead = above(indent);
      if (!isFields(item) || Object.keys(item).length === 0 || once(4)) {
        const { head, lines } = block(item, shape, indent + 1);
        return [...lead, `${pad(indent)}-${head}`, ...lines];
      }
      const gap = pick(1, 1, 3);
      const [first, ...rest] = fields(item, shape, indent + 1 + gap);
      // A comment above the first field is on a separate line.
      const isField = first !== '' && !first!.trimStart().startsWith('#');
      return [...lead, ...(isField ? [`${pad(indent)}-${pad(gap)}${first!.trimStart()}`] : [`${pad(indent)}-`, first!]), ...rest];
    });
  } // prettier-ignore

  const lines = once(6) ? [brackets(definition, definitionShape, 0)] : fields(definition, definitionShape, once(4) ? 2 : 0);
  return `${once(3) ? `${comment()}\n\n` : ''}${once(8) ? '---\n' : ''}${lines.join('\n')}\n${once(3) ? `${comment()}\n` : ''}`;
}

export const commentsOf = (text: string): readonly string[] => (text.match(/# c\d+\./g) ?? []).toSorted();
