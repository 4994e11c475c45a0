/** Writes a value as YAML for tests: in blocks, quoted only if needed, so that `readBody` returns exactly the same value. */
import { innerShape, isFields, itemShape, type ValueShape } from '../../../../src/domain/definitions/document/shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A text of one line that needs no quotes anywhere, not even in brackets. */
const PLAIN = /^[\p{L}\p{N}_/](?:[\p{L}\p{M}\p{N} _./@+%-]*[\p{L}\p{M}\p{N}_./@+%-])?$/u;
/** Texts that YAML reads as a different type. */
const NO_TEXT = /^(?:null|true|false|0o[0-7]+|0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
/** Characters that are invisible or would change when saved: half a character, a different line end. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;
/** A text of several lines that `|` can represent: no invisible characters, and no space before its first line. */
const LINES = /^[^\s][^]*\n[^]*[^\n]\n?$/;
/** A longer name needs a question mark before it. */
const LONGEST_NAME = 1000;

/** Name and value with this indent, without a line end. `shape` is that of the value. */
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

/** On one line, for values in brackets and for scalars. */
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

/** The text after the colon or the dash. The first field of an item is on the line of its dash. */
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
  // If the service expects a text, the reader takes any scalar as a text.
  if (shape.kind !== 'text' || value === null) return written;
  if (typeof value === 'boolean') return `!!bool ${written}`;
  return `${Number.isInteger(value) && /^-?\d+$/.test(written) ? '!!int' : '!!float'} ${written}`;
}

function textScalar(value: string): string {
  if (PLAIN.test(value) && !NO_TEXT.test(value)) return value;
  // A configuration in JSON is easier to read between the other kind of quotes.
  if (/["\\]/.test(value) && !hasUnseen(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replaceAll(UNSEEN, (mark) => {
    const code = mark.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

function hasUnseen(value: string): boolean {
  return value.search(UNSEEN) !== -1;
}
