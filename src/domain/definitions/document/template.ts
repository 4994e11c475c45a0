/** Snippets: values with places to fill in, written as YAML, with the editor's tab stops. */
import { scalarText } from './scalarText.ts';
import { isFields } from './shapes.ts';

/** A place to fill in; `text` is what stands there at first. */
export interface Stop {
  readonly stop: string;
  /** False for a number or a word. */
  readonly isText: boolean;
}

export const stop = (text: string, isText = true): Stop => ({ stop: text, isText });
const isStop = (value: unknown): value is Stop => isFields(value) && 'stop' in value && 'isText' in value;

export type Style = 'block' | 'flow';

/** Writes one snippet; the stops are numbered as they come. */
export class Template {
  readonly #style: Style;
  #count = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  /** For what is no part of a template. */
  static escape(text: string): string {
    return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
  }

  /** `name: value`; lines after the first stand `indent` further in than the line that the snippet is inserted in. */
  field(name: string, value: unknown, indent: number): string {
    const written = Template.escape(scalarText(name));
    return `${written}:${this.#after(value, indent, false)}`;
  }

  fields(value: object, indent: number): string {
    return Object.entries(value)
      .map(([name, inner]) => this.field(name, inner, indent))
      .join(this.between(indent));
  }

  /** What stands between two fields, or two items in brackets. */
  between(indent: number): string {
    const line = `\n${' '.repeat(indent)}`;
    return this.#style === 'block' ? line : ', ';
  }

  /** As it stands behind a dash, or in brackets. */
  item(value: unknown, indent: number): string {
    return this.#after(value, this.#style === 'block' ? indent - 2 : indent, true).slice(1);
  }

  #after(value: unknown, indent: number, isItem: boolean): string {
    if (isStop(value) || (!isFields(value) && !Array.isArray(value))) return ` ${this.#scalar(value)}`;
    const inner = indent + 2;
    const line = `\n${' '.repeat(inner)}`;
    if (this.#style !== 'block') {
      if (!Array.isArray(value)) return ` {${this.fields(value, inner)}}`;
      return ` [${value.map((item) => this.item(item, inner)).join(this.between(inner))}]`;
    }
    if (Array.isArray(value)) return `${line}${value.map((item) => `- ${this.item(item, inner + 2)}`).join(line)}`;
    return isItem ? ` ${this.fields(value, inner)}` : `${line}${this.fields(value, inner)}`;
  }

  #scalar(value: unknown): string {
    const { stop: text, isText } = isStop(value) ? value : stop(value as string);
    const written = text === '' ? '' : Template.escape(isText ? scalarText(text) : text);
    return isStop(value) ? `\${${(this.#count += 1)}${written === '' ? '' : `:${written}`}}` : written;
  }
}
