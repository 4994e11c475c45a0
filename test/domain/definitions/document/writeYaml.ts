/** A value as YAML, for texts of tests: block by block, quoted only where it has to be, so that `readBody` gives it back to the letter. */
import { innerShape, isFields, itemShape, type ValueShape } from '../../../../src/domain/definitions/document/shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The text of one line's worth that needs no quotes anywhere, not even in brackets. */
const PLAIN = /^[\p{L}\p{N}_/](?:[\p{L}\p{M}\p{N} _./@+%-]*[\p{L}\p{M}\p{N}_./@+%-])?$/u;
/** What YAML takes for something else than a text. */
const NO_TEXT = /^(?:null|true|false|0o[0-7]+|0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
/** What is not seen, or would not survive being saved: half a character, another line's end. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;
/** A text of lines that `|` gives back: nothing unseen in it, no space before its first line. */
const LINES = /^[^\s][^]*\n[^]*[^\n]\n?$/;
/** A name that is longer needs a question mark before it. */
const LONGEST_NAME = 1000;

/** Name and value, at this many spaces; no line's end at the end. `shape` is that of the value. */
function yamlField(name: string, value: unknown, shape: ValueShape, indent: number): string {
  const pad = ' '.repeat(indent);
  const written = yamlName(name);
  const after = afterMark(value, shape, indent, false);
  return written.length > LONGEST_NAME ? `${pad}? ${written}\n${pad}:${after}` : `${pad}${written}:${after}`;
}

/** An item of a list with its dash. */
function yamlItem(value: unknown, shape: ValueShape, indent: number): string {
  return `${' '.repeat(indent)}-${afterMark(value, shape, indent, true)}`;
}

/** The fields of an object; `shape` is that of the object. */
export function yamlFields(value: Fields, shape: ValueShape, indent: number): string {
  return fieldsOf(value)
    .map(([name, inner]) => yamlField(name, inner, innerShape(shape, value, name), indent))
    .join('\n');
}

/** On one line; for what is in brackets, and for scalars. */
export function yamlInline(value: unknown, shape: ValueShape): string {
  if (Array.isArray(value)) return `[${value.map((item) => yamlInline(item, itemShape(shape))).join(', ')}]`;
  if (!isFields(value)) return scalar(value, shape);
  const fields = fieldsOf(value).map(
    ([name, inner]) => `${yamlName(name)}: ${yamlInline(inner, innerShape(shape, value, name))}`,
  );
  return `{${fields.join(', ')}}`;
}

export const yamlName = (name: string): string => textScalar(name);

const fieldsOf = (value: Fields): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, inner]) => inner !== undefined);

/** What follows the colon or the dash. The first field of an item stands beside its dash. */
export function afterMark(value: unknown, shape: ValueShape, indent: number, isItem: boolean): string {
  const inner = indent + 2;
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => yamlItem(item, itemShape(shape), inner)).join('\n');
    return isItem ? ` ${items.trimStart()}` : `\n${items}`;
  }
  if (isFields(value) && fieldsOf(value).length > 0) {
    const fields = yamlFields(value, shape, inner);
    return isItem ? ` ${fields.slice(inner)}` : `\n${fields}`;
  }
  if (typeof value === 'string' && LINES.test(value) && !hasUnseen(value.replaceAll('\n', ''))) {
    const pad = ' '.repeat(inner);
    const lines = value.replace(/\n$/, '').split('\n');
    return ` |${value.endsWith('\n') ? '' : '-'}\n${lines.map((line) => (line === '' ? '' : pad + line)).join('\n')}`;
  }
  return ` ${yamlInline(value, shape)}`;
}

function scalar(value: unknown, shape: ValueShape): string {
  if (typeof value === 'string') return textScalar(value);
  const written = String(value);
  // Where the service wants a text, the reader takes whatever stands there for one.
  if (shape.kind !== 'text' || value === null) return written;
  if (typeof value === 'boolean') return `!!bool ${written}`;
  return `${Number.isInteger(value) && /^-?\d+$/.test(written) ? '!!int' : '!!float'} ${written}`;
}

function textScalar(value: string): string {
  if (PLAIN.test(value) && !NO_TEXT.test(value)) return value;
  // A configuration of JSON stays readable between quotes of the other kind.
  if (/["\\]/.test(value) && !hasUnseen(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replaceAll(UNSEEN, (mark) => {
    const code = mark.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

function hasUnseen(value: string): boolean {
  return value.search(UNSEEN) !== -1;
}
