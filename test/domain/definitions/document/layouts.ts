/** One definition in every way it is written: YAML in lines, in brackets, on one line, and as JSON; with comments, and with its ranges marked. */
import type { Span } from '../../../../src/domain/definitions/document/located.ts';
import { yamlName } from './writeYaml.ts';
import { marked } from './marked.ts';

class Mark {
  readonly value: unknown;
  readonly isStart: boolean;
  readonly isEnd: boolean;
  constructor(value: unknown, isStart: boolean, isEnd: boolean) {
    this.value = value;
    this.isStart = isStart;
    this.isEnd = isEnd;
  }
}

/** The value is a range; `from` and `to` are its ends where it is more than a value. A name with a « before it is one, too. */
export const at = (value: unknown): unknown => new Mark(value, true, true);
export const from = (value: unknown): unknown => new Mark(value, true, false);
export const to = (value: unknown): unknown => new Mark(value, false, true);

export interface Layout {
  readonly what: string;
  readonly text: string;
  /** In the order in which they begin. */
  readonly spans: readonly Span[];
}

type Write = (value: unknown, indent: number) => string;

function withMarks(value: unknown, indent: number, write: Write): string {
  if (!(value instanceof Mark)) return write(value, indent);
  const written = withMarks(value.value, indent, write);
  // Of a block, what stands before it on its first line is not of it.
  const lead = /^\s*/.exec(written)![0];
  return `${lead}${value.isStart ? '«' : ''}${written.slice(lead.length)}${value.isEnd ? '»' : ''}`;
}

function written(name: string, write: (name: string) => string): string {
  return name.startsWith('«') ? `«${write(name.slice(1))}»` : write(name);
}

const pad = (indent: number): string => ' '.repeat(indent);
const scalar = (value: unknown): string => (typeof value === 'string' ? yamlName(value) : String(value));

/** With a space, or a line's end, before it. */
const block: Write = (value, indent) => {
  if (Array.isArray(value) && value.length > 0)
    return `\n${value.map((item) => `${pad(indent)}-${withMarks(item, indent + 2, inItem)}`).join('\n')}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return ` ${inBrackets(value, -1)}`;
  const fields = Object.entries(value).map(([name, inner]) => `${pad(indent)}${written(name, yamlName)}:${withMarks(inner, indent + 2, block)}`); // prettier-ignore
  return `\n${fields.join('\n')}`;
};
const inItem: Write = (value, indent) => ` ${block(value, indent).trimStart()}`;

/** Of an indent below 0: on one line. */
const brackets =
  (name: (name: string) => string, leaf: (value: unknown) => string): Write =>
  (value, indent) => {
    const write: Write = (inner, inside) => withMarks(inner, inside, brackets(name, leaf));
    if (typeof value !== 'object' || value === null) return leaf(value);
    const inside = indent < 0 ? indent : indent + 2;
    const parts = Array.isArray(value)
      ? value.map((item) => write(item, inside))
      : Object.entries(value).map(([field, inner]) => `${written(field, name)}: ${write(inner, inside)}`);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    if (parts.length === 0 || indent < 0) return `${open}${parts.join(', ')}${close}`;
    return `${open}\n${parts.map((part) => pad(inside) + part).join(',\n')}\n${pad(indent)}${close}`;
  };
const inBrackets = brackets(yamlName, scalar);
const json = brackets(JSON.stringify, (value) => JSON.stringify(value));

/** A comment of its own behind each line. */
const commented = (source: string): string =>
  source
    .trim()
    .split('\n')
    .map((line, place) => `${line} # note${place}.`)
    .join('\n');

export function layoutsOf(definition: unknown): readonly Layout[] {
  const sources = [
    ['YAML in lines', commented(withMarks(definition, 0, block))],
    ['YAML in brackets', commented(withMarks(definition, 0, inBrackets))],
    ['YAML on one line', `${withMarks(definition, -1, inBrackets)} # note0.`],
    ['JSON', commented(withMarks(definition, 0, json))],
  ] as const;
  return sources.flatMap(([what, source]) =>
    (['\n', '\r\n'] as const).map((mark) => ({
      what: `${what}${mark === '\n' ? '' : ', CRLF'}`,
      ...marked(`${source}\n`.replaceAll('\n', mark)),
    })),
  );
}
